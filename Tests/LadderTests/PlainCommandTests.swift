import Clients
import ClientsLive
import CommandLineInterface
import FoundationEssentials
import Glibc
import Models
import SQLite
import SystemTestSupport
import Testing

@testable import LadderCommands

/// Tests of the subcommands as processes.
struct PlainCommandTests {
  private let folder = TestFolder()
  private var program: Program {
    Program(environment: ["LADDER_DATA": folder.path, "LADDER_USER": "Ann", "TZ": "UTC"])
  }

  private static let start = Date(millisecondsSince1970: 1_772_366_400_250)

  @discardableResult
  private func save(
    _ name: String, _ challenge: Challenge.ID = "pushups-2min", milliseconds: [UInt32] = [],
    duration: Duration, at startedAt: Date = start, id: UUID = UUID()
  ) throws -> Workout {
    let stores = try Connection.open(in: DataFolder(path: folder.path))
    let draft = WorkoutDraft(
      id: id, challenge: challenge, startedAt: startedAt, utcOffset: 0, duration: duration,
      log: WorkoutLog(reps: try #require(RepLog(milliseconds: milliseconds))))
    let person = try #require(PersonName(name))
    return try stores.workouts.finish(draft, by: person).workout
  }

  private func decode<Value: Decodable>(_ type: Value.Type, _ json: String) throws -> Value {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return try decoder.decode(type, from: Data(json.utf8))
  }

  private struct HistoryLine: Decodable, Equatable {
    var id: UUID
    var challenge: String
    var user: String
    var reps: Int
    var durationMs: Int
    var day: String
    var startedAt: String
    var repTimesMs: [Int]
  }

  @Test func `history is printed as JSON`() throws {
    let older = try save("Ann", milliseconds: [900, 1800, 2750], duration: .milliseconds(3120))
    let newer = try save(
      "Ann", "plank-hold", duration: .milliseconds(61_239), at: Self.start.addingTimeInterval(60))
    try save("Bob", milliseconds: [1], duration: .seconds(1))

    for arguments in [["history", "--json"], ["--json", "history"], ["--js", "--", "history"]] {
      let outcome = program.run(arguments)
      #expect(outcome.exitCode == 0 && outcome.errors.isEmpty)
      let lines = try decode([HistoryLine].self, outcome.output)
      #expect(
        lines == [
          HistoryLine(
            id: newer.id, challenge: "plank-hold", user: "Ann", reps: 0, durationMs: 61_239,
            day: "2026-03-01", startedAt: "2026-03-01T12:01:00.250+00:00", repTimesMs: []),
          HistoryLine(
            id: older.id, challenge: "pushups-2min", user: "Ann", reps: 3, durationMs: 3120,
            day: "2026-03-01", startedAt: "2026-03-01T12:00:00.250+00:00",
            repTimesMs: [900, 1800, 2750]),
        ])
    }
  }

  @Test func `JSON keys do not change`() throws {
    let workout = try save("Ann", milliseconds: [900, 1800], duration: .milliseconds(3120))
    let id = workout.id.uuidString.lowercased()
    #expect(
      program.run(["history", "--json"]).output == """
        [
          {"id":"\(id)","challenge":"pushups-2min","user":"Ann","reps":2,"duration_ms":3120,\
        "day":"2026-03-01","started_at":"2026-03-01T12:00:00.250+00:00","rep_times_ms":[900,1800]}
        ]

        """)
    #expect(
      program.run(["leaderboard", "pushups-2min", "--json"]).output == """
        [
          {"rank":1,"name":"Ann","reps":2,"duration_ms":3120,\
        "achieved_at":"2026-03-01T12:00:03.370+00:00","you":true,"workout":"\(id)"}
        ]

        """)
  }

  @Test func `readers in other processes do not disturb a writer`() async throws {
    try save("Ann", milliseconds: [1], duration: .seconds(1))
    let program = program
    try await withThrowingTaskGroup { group in
      group.addTask {
        for _ in 0..<40 { try save("Ann", milliseconds: [1], duration: .seconds(1)) }
      }
      group.addTask {
        var seen = 0
        for _ in 0..<20 {
          let outcome = program.run(["history", "--json"])
          #expect(outcome.exitCode == 0 && outcome.errors.isEmpty)
          let count = try decode([HistoryLine].self, outcome.output).count
          #expect(count >= seen)
          seen = count
        }
      }
      try await group.waitForAll()
    }
    #expect(try decode([HistoryLine].self, program.run(["history", "--json"]).output).count == 41)
  }

  @Test func `several processes can create the database concurrently`() async {
    folder.write("", to: "ladder.db")
    let program = program
    await withTaskGroup { group in
      for _ in 0..<6 { group.addTask { program.run(["history", "--json"]) } }
      for await outcome in group {
        #expect(outcome == Program.Outcome(output: "[]\n", errors: "", exitCode: 0))
      }
    }
  }

  @Test(arguments: [
    ["--as", "Bob", "history", "--json"], ["history", "--as", "Bob", "--json"],
    ["history", "--json", "--as=Bob"],
  ])
  func `options may come before or after the command`(arguments: [String]) throws {
    let workout = try save("Bob", milliseconds: [1], duration: .seconds(1))
    for posix in [nil, "1"] {
      var program = program
      program.environment["POSIXLY_CORRECT"] = posix
      #expect(program.run(arguments).output.contains(workout.id.uuidString.lowercased()))
    }
  }

  @Test func `history is printed as a table`() throws {
    let first = try save("Ann", milliseconds: [900, 1800, 2750], duration: .milliseconds(3120))
    let second = try save(
      "Ann", "plank-hold", duration: .milliseconds(6_001_239),
      at: Self.start.addingTimeInterval(86_400))
    #expect(
      program.run(["history"]).output == """
        STARTED           CHALLENGE                      RESULT        TIME  ID        NOTE
        2026-03-02 12:00  Plank hold                  100:01.23   100:01.23  \(second.id.prefix(length: 7))
        2026-03-01 12:00  Push-ups in 2 minutes          3 reps    00:03.12  \(first.id.prefix(length: 7))

        """)
    var inParis = program
    inParis.environment["TZ"] = "CET-1CEST,M3.5.0,M10.5.0/3"
    // A workout keeps the local time of the place where it was done.
    #expect(inParis.run(["history"]).output == program.run(["history"]).output)
  }

  @Test func `history prints a unique prefix of an ID, which replay accepts`() throws {
    let ids = [
      "3f2a91c0-0000-4000-8000-000000000001", "3f2a91c0-0007-4000-8000-000000000001",
      "9b000000-0000-4000-8000-000000000001",
    ]
    for (index, id) in ids.enumerated() {
      try save(
        "Ann", milliseconds: [500], duration: .seconds(1),
        at: Self.start.addingTimeInterval(Double(index)), id: try #require(UUID(uuidString: id)))
    }
    let lines = program.run(["history"]).output.split(separator: "\n").dropFirst()
    #expect(
      lines.map { $0.suffix(14).split(separator: " ").last } == [
        "9b00000", "3f2a91c00007", "3f2a91c00000",
      ])
    func errors(_ word: String) -> Program.Outcome { program.run(["replay", word]) }
    // If the workout is found, the only error is the missing terminal.
    for word in ["3f2a91c00007", "3F2A91C0-0000", "9b00", "last"] {
      #expect(errors(word).errors.contains("this needs a terminal"), "\(word)")
    }
    #expect(
      errors("3f2a91c").errors
        == "ladder: several workout IDs begin with \"3f2a91c\"; type more digits\n")
    #expect(
      errors("3f2b").errors
        == "ladder: no workout ID begins with \"3f2b\"; \"ladder history\" lists the IDs\n"
    )
    #expect(errors("3f2a91c").exitCode == 2 && errors("3f2b").exitCode == 2)
  }

  @Test func `manually entered workouts and holds cannot be replayed`() throws {
    #expect(program.run(["log", "pushups-2min", "--reps", "20"]).exitCode == 0)
    #expect(program.run(["replay", "last"]).errors.contains("were typed in"))
    let hold = try save("Ann", "plank-hold", duration: .seconds(60))
    #expect(
      program.run(["replay", hold.id.prefix(length: 7)]).errors.contains("has no reps to replay"))
  }

  @Test func `a leaderboard is printed as a table`() throws {
    let ann = try save("Ann", milliseconds: [900, 1800], duration: .seconds(120))
    try save("王小明", milliseconds: [900, 1800, 2000], duration: .seconds(120))
    try save(
      "Cy", milliseconds: [900, 1800], duration: .seconds(120),
      at: Self.start.addingTimeInterval(-60))
    try save("Di", milliseconds: [900], duration: .seconds(60))
    #expect(
      program.run(["leaderboard", "pushups-2min"]).output == """
        Push-ups in 2 minutes, all time: most reps in 2:00
          RANK  NAME                       REPS       TIME  ACHIEVED
             1  王小明                        3   02:00.00  2026-03-01 12:02
             2  Cy                            2   02:00.00  2026-03-01 12:01
        >    2  Ann                           2   02:00.00  2026-03-01 12:02
             4  Di                            1   01:00.00  2026-03-01 12:01

        """)

    struct Line: Decodable {
      var rank: Int
      var name: String
      var reps: Int
      var durationMs: Int
      var achievedAt: String
      var you: Bool
      var workout: UUID
    }
    let json = program.run(["leaderboard", "--json", "pushups-2min"]).output
    let lines = try decode([Line].self, json)
    #expect(lines.map(\.rank) == [1, 2, 2, 4])
    #expect(lines.map(\.reps) == [3, 2, 2, 1])
    #expect(lines.map(\.durationMs) == [120_000, 120_000, 120_000, 60_000])
    #expect(lines[2].achievedAt == "2026-03-01T12:02:00.250+00:00")
    #expect(lines[2].you && lines[2].workout == ann.id)
  }

  @Test func `the week excludes older scores`() throws {
    try save("Ann", milliseconds: [900], duration: .seconds(60), at: Date(timeIntervalSince1970: 0))
    try save("Bob", milliseconds: [900], duration: .seconds(60), at: Date())
    let week = program.run(["leaderboard", "pushups-2min", "--week", "--json"]).output
    #expect(week.contains("\"Bob\"") && !week.contains("\"Ann\""))
    #expect(program.run(["leaderboard", "pushups-2min", "--json"]).output.contains("\"Ann\""))
  }

  @Test func `without a database, commands print that there are no workouts`() {
    #expect(program.run(["history", "--json"]).output == "[]\n")
    #expect(program.run(["leaderboard", "plank-hold", "--week", "--json"]).output == "[]\n")
    #expect(
      program.run(["history"]).output
        == "No workouts by Ann yet. Run \"ladder\", choose a challenge and press s.\n")
    #expect(
      program.run(["leaderboard", "plank-hold"]).output
        == "Nobody has a score in \"Plank hold\" yet. Run \"ladder\", choose it and press s.\n")
    #expect(folder.contents.isEmpty)
  }

  @Test func `challenges are listed`() throws {
    let outcome = program.run(["challenges"])
    #expect(outcome.exitCode == 0)
    #expect(
      outcome.output.hasPrefix(
        """
        Upper body
          pushups-2min        Push-ups in 2 minutes      most reps in 2:00

        """))
    struct Line: Decodable {
      var id: String
      var scoredBy: String
      var limitMs: Int?
      var goalReps: Int?
    }
    let json = program.run(["challenges", "--json"]).output
    let lines = try decode([Line].self, json)
    #expect(lines.map(\.id) == Catalogue.standard.challenges.map(\.id.rawValue))
    #expect(lines[0].limitMs == 120_000)
  }

  @Test func `the help takes precedence over commands and errors`() {
    for arguments in [["--help"], ["-h"], ["-Vh"], ["nonsense", "--help"], ["help"]] {
      let outcome = program.run(arguments)
      #expect(outcome.output == CommandTable.ladder.help && outcome.exitCode == 0)
    }
  }

  @Test func `the help of a command has its verb and its options`() {
    let log = """
      Usage: ladder log CHALLENGE [SET...] [OPTION...]

      Log a workout done elsewhere.
      For example: ladder log pushups-2min --reps 30

      Options:
            --reps N      the number of reps
            --time MM:SS  the time, as in 04:30 or 04:30.25
            --at WHEN     the time: "2026-03-01 06:30", 06:30 or yesterday
            --note TEXT   a note, in one line
            --rpe N       the effort from 1 to 10, in steps of 0.5
            --weight W    your body weight, as in 82.5kg or 180lb
            --distance D  the distance, as in 5km or 3.1mi
            --calories C  the calories, as in 120kcal

      "ladder --help" lists all commands and the common options.

      """
    for arguments in [["help", "log"], ["log", "--help"], ["log", "nonsense", "-h"]] {
      #expect(program.run(arguments) == Program.Outcome(output: log, errors: "", exitCode: 0))
    }
    for verb in CommandTable.ladder.commands {
      let help = program.run(["help", verb.name]).output
      #expect(help.hasPrefix("Usage: \(CommandTable.ladder.usage(of: verb))"))
    }
  }

  @Test func `a database that cannot be used is not changed`() throws {
    folder.write("not a database, but notes\n", to: "ladder.db")
    let outcome = program.run(["history"])
    #expect(
      outcome
        == Program.Outcome(
          output: "",
          errors:
            "ladder: \(folder.path)/ladder.db is not a Ladder database and was not changed; "
            + "choose another folder with --data\n",
          exitCode: 1))
    #expect(folder.text(of: "ladder.db") == "not a database, but notes\n")
    #expect(folder.contents == ["ladder.db"])

    let file = program.run(["history", "--data", folder.path + "/ladder.db"])
    #expect(
      file.errors
        == "ladder: cannot open \(folder.path)/ladder.db/ladder.db (Not a directory); check that "
        + "it exists and is yours, or choose another folder with --data\n")
    #expect(file.exitCode == 1)
  }

  @Test func `the default person is the login name`() {
    var program = program
    program.environment["LADDER_USER"] = nil
    program.environment["USER"] = nil
    let login = getpwuid(geteuid()).map { String(cString: $0.pointee.pw_name) } ?? "somebody"
    #expect(program.run(["history"]).output.hasPrefix("No workouts by \(login) yet."))
    program.environment["LADDER_USER"] = "  Zoe\u{308} "
    #expect(program.run(["history"]).output.hasPrefix("No workouts by Zoë yet."))
  }
}
