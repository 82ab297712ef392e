import FoundationEssentials
import Models
import SystemTestSupport
import Testing

@testable import ClientsLive
@testable import SQLite

struct ExportImportTests {
  private let stores: Connection
  private let text: String

  init() throws {
    stores = try .inMemory()
    try fillForExport(stores)
    text = try stores.exports.text(.jsonl)
  }

  /// Imports the lines of an export into an empty database.
  ///
  /// - Returns: The reasons for the refusals, with their line numbers.
  private func refusals(_ change: (inout [String]) -> Void) throws -> [String] {
    var lines = text.split(separator: "\n").map(String.init)
    change(&lines)
    let copy = try Connection.inMemory()
    let items = try copy.importExport(lines.joined(separator: "\n"))
    #expect(try copy.aggregates.incorrectAggregates() == [])
    #expect(try copy.first("PRAGMA foreign_key_check") { $0.text(0) } == nil)
    return items.refusals.map { "\($0)" }
  }

  private func index(_ lines: [String], _ part: String) -> Int {
    lines.firstIndex { $0.contains(part) } ?? 0
  }

  @Test func `items that the database already has are not added again`() throws {
    let before = try stores.dump()
    let items = try stores.importExport(text)
    #expect(items.addedCount == 0 && items.existingCount == 18 && items.refusals.isEmpty)
    _ = try stores.imports.undo()
    #expect(try stores.dump() == before)
  }

  @Test func `a duplicate item is added once`() throws {
    #expect(try refusals { $0 += $0.dropFirst() } == [])
  }

  @Test func `an import adds to existing data, and an undo removes only the added items`() throws {
    let copy = try Connection.inMemory()
    _ = try copy.workouts.finish(.sample(reps: 40), by: .sample("Bob"))
    _ = try copy.workouts.finish(.sample(reps: 41), by: .sample("Cy"))
    let before = try copy.dump()
    let items = try copy.importExport(text)
    #expect(items.refusals.isEmpty && items.addedCount == 17 && items.existingCount == 1)
    #expect(try copy.workouts.history(of: .sample("Bob"), limit: 9).count == 3)
    #expect(try copy.aggregates.incorrectAggregates() == [])
    _ = try copy.imports.undo()
    #expect(try copy.dump() == before)
  }

  @Test func `a correction that precedes its original workout is linked to it`() throws {
    let items = text.split(separator: "\n")
    let lines = [items[0]] + items.dropFirst().reversed()
    let copy = try Connection.inMemory()
    #expect(try copy.importExport(lines.joined(separator: "\n")).refusals.isEmpty)
    func corrections(_ stores: Connection) throws -> [[UUID]] {
      try stores.all(
        "SELECT w.id, r.id AS old FROM workouts w JOIN workouts r ON r.number = w.replaces ORDER BY w.id"
      ) { [try $0.uuid("id"), try $0.uuid("old")] }
    }
    #expect(try corrections(copy) == corrections(stores))
    #expect(try corrections(copy).count == 2)
    #expect(try copy.aggregates.incorrectAggregates() == [])
  }

  @Test func `corrections that form a cycle are imported without the cycle`() throws {
    let lines = text.split(separator: "\n").filter { $0.contains("\"corrects\"") }
    #expect(lines.count == 2)
    func id(_ member: String, in line: Substring) -> String {
      let rest = line.split(separator: "\"\(member)\":\"")[1]
      return String(rest.prefix(36))
    }
    // The corrections correct each other, or the first corrects itself.
    let (first, second) = (id("id", in: lines[0]), id("id", in: lines[1]))
    let root = id("corrects", in: lines[0])
    for target in [second, first] {
      let copy = try Connection.inMemory()
      let circle = text.replacing("\"corrects\":\"\(root)\"", with: "\"corrects\":\"\(target)\"")
      #expect(try copy.importExport(circle).refusals.isEmpty)
      for line in lines {
        let workout = try #require(UUID(uuidString: id("id", in: line)))
        #expect(try copy.workouts.current(workout, of: .sample("Ann")) != nil)
      }
    }
  }

  @Test func `a value that Ladder doesn't write is refused with its line number`() throws {
    let contradiction = "this item has a value or a member that Ladder does not write"
    for (part, old, new, reason) in [
      ("82.50kg", #""reps":3"#, #""reps":300"#, contradiction),
      ("82.50kg", "[900,1800,4000]", "[900,1800]", contradiction),
      ("82.50kg", "82.50kg", "82.5kg\u{202E}", contradiction),
      ("82.50kg", "82.50kg", "99999kg", contradiction),
      ("82.50kg", #""type""#, #""unknown":1,"type""#, contradiction),
      (
        "82.50kg", #""utc_offset":-12345"#, #""utc_offset":123450"#,
        "the ID, the start or the log of this workout is invalid"
      ),
      (
        "82.50kg", "2026-03-01T08:35", "2026-02-30T08:35",
        "the ID, the start or the log of this workout is invalid"
      ),
      (
        "82.50kg", #""log":""#, #""log":"AA"#,
        "the ID, the start or the log of this workout is invalid"
      ),
      ("82.50kg", "Zoë", "Zo\\u001b[2Je", contradiction),
      ("82.50kg", #""user":"Ann""#, #""user":" Ann""#, contradiction),
      ("82.50kg", #""user":"Ann""#, #""user":"""#, contradiction),
      ("82.50kg", #""type":"workout""#, #""type":"race""#, "this is not an item of an export"),
      ("82.50kg", #""type":"workout""#, #""type":"#, "this is not an item of an export"),
      ("linear", "linear 5x5 +2.5", "linear 5x5 +-2.5", contradiction),
      ("linear", "-Low bar", "-Low  bar", contradiction),
      ("linear", #""unit":"kg""#, #""unit":"st""#, contradiction),
      ("\"is_done\"", #""measure":"reps""#, #""measure":"luck""#, contradiction),
      ("\"is_done\"", #""session":1"#, #""session":1.5"#, contradiction),
      ("own-gone", #""kind":"core""#, #""kind":"soul""#, "\"Gone\" is not a custom challenge"),
      (
        "own-gone", #""id":"own-gone""#, #""id":"plank-hold""#, "\"Gone\" is not a custom challenge"
      ),
      ("former_names", #"["Anna"]"#, #"["Bob "]"#, "\"Bob \" is not a valid name for a person"),
      ("former_names", #"["Anna"]"#, #"[7]"#, contradiction),
    ] {
      var line = 0
      let reasons = try refusals { lines in
        line = index(lines, part)
        #expect(lines[line].contains(old), "\(old)")
        lines[line] = lines[line].replacing(old, with: new)
      }
      #expect(reasons == ["line \(line + 1): \(reason)"], "\(new)")
    }
  }

  @Test func `items that differ from the stored items are not imported`() throws {
    let copy = try Connection.inMemory()
    _ = try copy.importExport(text)
    let before = try copy.dump().filter { !$0.hasPrefix("imports ") }
    var lines = text.split(separator: "\n").map(String.init)
    func change(_ part: String, _ old: String, _ new: String) {
      let line = index(lines, part)
      lines[line] = lines[line].replacing(old, with: new)
    }
    change("82.50kg", "Zoë", "Zoé")
    change("linear", "-Low bar", "High bar")
    change("own-gone", "hold", "time")
    change("own-gone", #""amount":0"#, #""amount":9"#)
    change(#""amount":30"#, #""amount":30"#, #""amount":31"#)
    let items = try copy.importExport(lines.joined(separator: "\n"))
    #expect(items.refusals.count == 4 && items.addedCount == 0)
    let end = " differs from the stored one, which is unchanged"
    #expect(items.refusals.allSatisfy { $0.problem.hasSuffix(end) })
    #expect(try copy.dump().filter { !$0.hasPrefix("imports ") } == before)
  }

  @Test func `a workout is refused if its challenge differs from the stored challenge`() throws {
    let copy = try Connection.inMemory()
    _ = try copy.challenges.add(
      .custom("own-hop", name: "High hop", kind: .core, scoring: .hold, instructions: []))
    #expect(
      try copy.importExport(text).refusals.map(\.problem) == [
        "\"High hop\" differs from the stored one, which is unchanged",
        "its challenge \"own-hop\" differs from the stored one",
      ])
  }

  @Test func `another person's former name, and a second followed plan, are refused`() throws {
    let copy = try Connection.inMemory()
    _ = try copy.people.findOrCreateRowID(of: .sample("Anna"))
    let test = TestResult(measure: .reps, amount: 9, duration: .seconds(60), day: 20_000)!
    try copy.plans.start(
      TrainingPlan(id: UUID(), challenge: "situps-2min", test: test), by: .sample("Ann"),
      at: .sunday)
    #expect(
      try copy.importExport(text).refusals.map(\.problem) == [
        "\"Anna\" already belongs to another person here",
        "the plan of \"situps-2min\" differs from the stored one, which is unchanged",
      ])
  }

  @Test func `arbitrary bytes in place of an item are refused`() throws {
    let copy = try Connection.inMemory()
    var items = ExportImport(into: copy, for: 1, at: .sunday)
    for text in ["", "{", "[]", "7", "null", "{\"type\":[]}", "{\"type\":\"plan\"}", "\u{FFFD}"] {
      try items.add(Data(text.utf8), line: 1)
      try items.add(Data([0xFF, 0xFE] + text.utf8), line: 1)
    }
    #expect(items.refusals.count == 16 && items.addedCount == 0)
  }
}
