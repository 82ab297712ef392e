import FoundationEssentials
import Models
import SystemTestSupport
import Testing

@testable import ClientsLive
@testable import SQLite

struct ExportStoreTests {
  private let stores: Connection

  init() throws {
    stores = try .inMemory()
    try fillForExport(stores)
  }

  private func lines(_ format: ExportFormat) throws -> [Substring] {
    try stores.exports.text(format).split(whereSeparator: \.isNewline)
  }

  @Test(arguments: [ExportFormat.json, .jsonl])
  func `an export imported into an empty database is exported as the same bytes`(
    format: ExportFormat
  ) throws {
    let text = try stores.exports.text(format)
    let copy = try Connection.inMemory()
    let empty = try copy.dump()
    let items = try copy.importExport(text)
    #expect(Array(items.refusals) == [])
    #expect(items.addedCount == 18 && items.existingCount == 0)
    #expect(try copy.exports.text(.json) == stores.exports.text(.json))
    #expect(try copy.exports.text(.jsonl) == stores.exports.text(.jsonl))
    #expect(try copy.exports.text(.csv) == stores.exports.text(.csv))
    #expect(try copy.aggregates.incorrectAggregates() == [])
    // The screens show the same data.
    for name in ["Ann", "Anna", "Bob"].map(PersonName.sample) {
      #expect(
        try copy.workouts.history(of: name, limit: 9) == stores.workouts.history(of: name, limit: 9)
      )
      #expect(try copy.plans.all(of: name) == stores.plans.all(of: name))
    }
    #expect(try copy.challenges.custom() == stores.challenges.custom())
    _ = try copy.imports.undo()
    #expect(try copy.dump() == empty)
  }

  @Test func `JSON and JSON lines have the same items`() throws {
    let json = try lines(.json).filter { $0.hasPrefix("{\"type\"") }
      .map { $0.hasSuffix(",") ? $0.dropLast() : $0 }
    #expect(try json == Array(lines(.jsonl).dropFirst()))
    #expect(json.count == 2 + 2 + 3 + 3 + 8)
  }

  @Test(.needsPython("jsonschema"))
  func `an export conforms to the schema, and Python reads its CSV`() throws {
    let folder = TestFolder()
    for format in ExportFormat.allCases {
      folder.write(try stores.exports.text(format), to: "export.\(format.rawValue)")
    }
    let root = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
    #expect(
      python(["check_export.py", folder.path, "/\(root)/docs/export.schema.json"]) == "")
  }

  @Test func `an empty database has an export without items`() throws {
    let exports = try Connection.inMemory().exports
    #expect(
      try exports.text(.json) == """
        {"format":"ladder","version":1,
        "people":[
        ],
        "challenges":[
        ],
        "exercises":[
        ],
        "plans":[
        ],
        "workouts":[
        ]}

        """)
    #expect(try exports.text(.jsonl) == "{\"format\":\"ladder\",\"version\":1}\n")
    #expect(try exports.text(.csv).split(separator: "\r\n").count == 1)
  }

  @Test func `the JSON of a workout has readable members`() throws {
    let workout = try #require(
      try lines(.jsonl).first { $0.contains("High hop") && $0.contains("\"workout\"") })
    for member in [
      #""challenge":"own-hop""#, #""user":"Ann""#, #""reps":3"#, #""duration_ms":60000"#,
      #""started_at":"2026-03-01T08:35:00.000-03:25""#, #""utc_offset":-12345"#,
      #""rep_times_ms":[900,1800,4000]"#, #""skip_times_ms":[5000]"#,
      #""pauses":[{"at_ms":3000,"length_ms":1234}]"#, #""rpe":8.5"#, #""body_weight":"82.50kg""#,
      #""distance":"3.10mi""#, #""kilocalories":120"#, #""note":"=1+1, \"quoted\"; Zoë""#,
    ] {
      #expect(workout.contains(member), "\(member)")
    }
    let session = try #require(
      try lines(.jsonl).first { $0.contains("pull-up") && $0.contains("\"workout\"") })
    for set in [
      #"{"exercise":"squat","set":"w60kgx5","reps":5,"is_warm_up":true,"weight":"60kg","#,
      #"{"exercise":"squat","set":"102.50kgx5@9","reps":5,"is_warm_up":false,"weight":"102.50kg","rpe":9.0,"#,
      #"{"exercise":"pull-up","set":"x12","reps":12,"is_warm_up":false,"#,
      #""weight":"+10kg""#, #""weight":"-20kg""#, #""weight":"225lb""#, #""note":"slow, =A1""#,
    ] {
      #expect(session.contains(set), "\(set)")
    }
  }

  @Test func `CSV has a row for each set, and no rows for the trash`() throws {
    let rows = try stores.exports.text(.csv).split(separator: "\r\n")
    #expect(rows.count == 1 + 7 + 4)
    #expect(
      rows[0] == "id,user,challenge,challenge_name,started_at,day,duration_ms,reps,rpe,body_weight,"
        + "body_weight_unit,distance,distance_unit,kilocalories,provenance,note,set_exercise,set,"
        + "set_weight,set_weight_unit,set_reps,set_rpe,set_is_warm_up,set_note,set_done_at")
    let hop = try #require(rows.first { $0.contains("High hop") })
    #expect(
      hop.hasSuffix(
        #",Ann,own-hop,High hop,2026-03-01T08:35:00.000-03:25,2026-03-01,60000,3,8.5,"#
          + #"82.50,kg,3.10,mi,120,paused,"'=1+1, ""quoted""; Zoë",,,,,,,,,"#))
    let sets = rows.filter { $0.contains(",strength,") }.compactMap {
      $0.split(separator: ",,,,,,,").last?.split(separator: ",2026-03-01T").first?.drop {
        $0 == ","
      }
    }
    #expect(
      sets == [
        "squat,w60kgx5,60,kg,5,,true,", "squat,102.50kgx5@9,102.50,kg,5,9.0,false,",
        "pull-up,x12,,,12,,false,", "pull-up,'+10kgx5,10,kg,5,,false,",
        "pull-up,'-20kgx8,-20,kg,8,,false,", "bench,225lbx5,225,lb,5,,false,",
        #"squat,"100kgx5 slow, =A1",100,kg,5,,false,"slow, =A1""#,
      ])
  }

  @Test func `an export of one person has no names or workouts of others`() throws {
    var exports = stores.exports
    exports.person = .sample("anna")
    let text = try exports.text(.jsonl)
    #expect(text.contains("\"Ann\"") && !text.contains("Bob"))
    exports.person = .sample("Cy")
    #expect(try !exports.text(.json).contains("\"user\""))
  }

  @Test func `workouts before a day are left out`() throws {
    var exports = stores.exports
    exports.firstDay = DayStart.midnight.day(at: .sunday)
    #expect(try exports.write(.jsonl) { _ in }.workoutCount == 8)
    exports.firstDay += 1
    var text = ""
    #expect(try exports.write(.jsonl) { text += $0 }.workoutCount == 0)
    #expect(text.contains("\"plan\"") && text.contains("\"challenge\""))
  }

  @Test func `only one item is in memory at a time`() throws {
    for number in 1...2000 {
      _ = try stores.workouts.finish(.sample(reps: 1 + number % 5), by: .sample("Bob"))
    }
    var (largest, total) = (0, 0)
    _ = try stores.exports.write(.json) {
      largest = max(largest, $0.utf8.count)
      total += $0.utf8.count
    }
    #expect(total > 500_000 && largest < 4000)
  }

  @Test func `a workout that cannot be read is counted`() throws {
    try stores.run("UPDATE workouts SET log = x'ff' WHERE challenge = 'plank-hold'")
    let counts = try stores.exports.write(.json) { _ in }
    #expect(counts.workoutCount == 7 && counts.unreadableCount == 1)
  }

  @Test func `an export is a snapshot, and blocks no writer`() throws {
    let folder = TestFolder()
    let one = try Connection.open(in: folder.data)
    _ = try one.workouts.finish(.sample(reps: 3), by: .sample("Ann"))
    let other = try Connection.open(in: folder.data, busyTimeout: .zero)
    var text = ""
    _ = try one.exports.write(.jsonl) {
      if text.isEmpty { _ = try other.workouts.finish(.sample(reps: 4), by: .sample("Bob")) }
      text += $0
    }
    #expect(!text.contains("Bob"))
    #expect(try one.exports.text(.jsonl).contains("Bob"))
  }
}
