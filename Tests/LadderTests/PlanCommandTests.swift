import CommandLineInterface
import FoundationEssentials
import Glibc
import Models
import SQLite
import SystemTestSupport
import Testing

@testable import ClientsLive
@testable import LadderCommands

/// Tests of `ladder plan` as text and as JSON.
struct PlanCommandTests {
  private let folder = TestFolder()
  private var ann: PersonName { get throws { try #require(PersonName("Ann")) } }
  private let monday = CivilDate(year: 2026, month: 1, day: 5).daysSince1970

  /// Returns the output two days after a push-up test and three days after a plank test.
  private func run(json: Bool) throws -> String {
    let stores = try Connection.open(in: DataFolder(path: folder.path))
    defer { stores.close() }
    let pushUps = TrainingPlan(
      id: UUID(), challenge: "pushups-2min",
      test: try #require(
        TestResult(measure: .reps, amount: 32, duration: .seconds(120), day: monday)))
    let plank = TrainingPlan(
      id: UUID(), challenge: "plank-hold",
      test: try #require(
        TestResult(measure: .hold, amount: 60, duration: .seconds(60), day: monday - 1)))
    for plan in [pushUps, plank] { try stores.plans.start(plan, by: ann, at: Date()) }
    let last = try #require(plank.set(5, ofSession: 1))
    _ = try stores.plans.recordSet(last, of: plank.id, on: monday + 1)

    let path = folder.path + "/output"
    let descriptor = open(path, O_WRONLY | O_CREAT, 0o600)
    defer { close(descriptor) }
    let output = Output(descriptor: descriptor)
    try PlanListing(
      plans: stores.plans.all(of: ann), catalogue: .standard, person: ann, today: monday + 2,
      rest: 75
    ).write(asJSON: json, to: output)
    try output.flush()
    return folder.text(of: "output")
  }

  @Test func `the open sessions of all plans are printed as a calendar`() throws {
    _ = try run(json: false)
    let program = Program(environment: ["LADDER_DATA": folder.path, "LADDER_USER": "Ann"])
    let outcome = program.run(["plan", "--ics"])
    let lines = outcome.output.split(separator: "\r\n")
    #expect(outcome.exitCode == 0 && lines.first == "BEGIN:VCALENDAR")
    // Each of the two plans has twelve sessions and a test. One session is done.
    #expect(lines.count { $0 == "BEGIN:VEVENT" } == 13 + 12)
    #expect(lines.contains("SUMMARY:Plank hold: 5 x 25 s"))
    let both = program.run(["plan", "--ics", "--json"])
    #expect(both.errors == "ladder: --json and --ics cannot be combined; leave one out\n")
    let other = Program(environment: ["LADDER_DATA": folder.path, "LADDER_USER": "Bea"])
    #expect(
      other.run(["plan", "--ics"]).output.hasSuffix("CALSCALE:GREGORIAN\r\nEND:VCALENDAR\r\n"))
  }

  @Test func `plans are listed by due date`() throws {
    #expect(
      try run(json: false) == """
        DUE         CHALLENGE              DONE   NEXT
        Wed 7 Jan   Push-ups in 2 minutes   0/12  5 x 13 reps  today
        Thu 8 Jan   Plank hold              1/12  5 x 25 s     tomorrow

        """)
  }

  @Test func `the JSON has every session with its day`() throws {
    struct Plan: Decodable {
      struct Session: Decodable {
        var day: String
        var done: Bool
        var sets: Int
        var reps: Int?
        var seconds: Int?
        var rest_seconds: Int
        var workout: String
      }
      var challenge: String
      var tested_on: String
      var test: String
      var rule: String
      var sessions: [Session]
      var next_test: String
    }
    let plans = try JSONDecoder().decode([Plan].self, from: Data(run(json: true).utf8))
    #expect(plans.map(\.challenge) == ["pushups-2min", "plank-hold"])
    let pushUps = try #require(plans.first)
    #expect(pushUps.tested_on == "2026-01-05" && pushUps.test == "32 reps")
    #expect(pushUps.rule == "5 sets at 40% of your 32 reps, next time 42%, then 44% and so on.")
    #expect(pushUps.sessions.count == 12 && pushUps.next_test == "2026-02-05")
    #expect(pushUps.sessions[11].reps == 20 && pushUps.sessions[11].day == "2026-02-02")
    let plank = try #require(plans.last)
    #expect(plank.sessions.map(\.done).prefix(2) == [true, false])
    #expect(plank.sessions[0].day == "2026-01-06" && plank.sessions[1].seconds == 25)
    #expect(plank.sessions[1].workout == "plank 5x25s rest 1:15")
    #expect(pushUps.sessions[0].workout == "push-up 5x13 rest 1:15")
    #expect(plank.sessions[1].rest_seconds == 75 && plank.sessions[1].reps == nil)
  }

  @Test func `without a plan, the command prints how to create one, and creates nothing`() {
    let program = Program(
      environment: ["LADDER_DATA": folder.path + "/none", "LADDER_USER": "Ann"])
    #expect(
      program.run(["plan"]).output
        == "No training plan for Ann yet. Run \"ladder\", open a challenge and press t for a test.\n"
    )
    #expect(program.run(["plan", "--json"]).output == "[]\n")
    #expect(folder.contents.isEmpty)
  }
}

// MARK: - Remind

/// Tests of `ladder remind`.
struct RemindCommandTests {
  private let folder = TestFolder()
  private var program: Program {
    Program(environment: ["XDG_CONFIG_HOME": folder.path, "LADDER_DATA": folder.path + "/data"])
  }

  @Test(arguments: [
    ("all", "18:00", "*-*-* 18:00:00"), ("mon wed fri", "6:30", "Mon,Wed,Fri *-*-* 06:30:00"),
    ("sun", "00:00", "Sun *-*-* 00:00:00"),
  ])
  func `the timer has the days and the time`(days: String, time: String, expected: String) {
    mkdir(folder.path + "/ladder", 0o700)
    writeFile("training-days = \(days)\n", to: folder.path + "/ladder/settings")
    defer {
      unlink(folder.path + "/ladder/settings")
      rmdir(folder.path + "/ladder")
    }
    let outcome = program.run(["remind", "--at", time])
    #expect(outcome.exitCode == 0 && outcome.errors.isEmpty)
    #expect(outcome.output.contains("OnCalendar=\(expected)\n"))
    #expect(outcome.output.split(separator: "\n").allSatisfy { $0.count <= 100 })
    // Nothing is created.
    #expect(folder.contents == ["ladder"])
  }

  @Test(arguments: ["24:00", "18", "18:60", "18:0", "+1:00", "2026-01-05 18:00", "", "1\n8:00"])
  func `an invalid time is explained`(time: String) {
    let outcome = program.run(["remind", "--at", time])
    #expect(outcome.exitCode == 2)
    #expect(outcome.errors.hasPrefix("ladder: --at must be a time of day from 00:00 to 23:59"))
  }

  @Test func `the time is optional, as the usage says`() {
    #expect(program.run(["remind"]).output.contains("OnCalendar=*-*-* 18:00:00\n"))
  }

  @Test(.needs("systemd-analyze"))
  func `systemd accepts the times`() throws {
    let analyze = Program(environment: [:], path: try #require(Tools.path(of: "systemd-analyze")))
    for days in TrainingDays.presets {
      let line = try #require(
        Reminder.units(days, at: "18:00").split(separator: "\n").first {
          $0.hasPrefix("OnCalendar=")
        })
      #expect(analyze.run(["calendar", String(line.dropFirst(11))]).exitCode == 0)
    }
  }
}
