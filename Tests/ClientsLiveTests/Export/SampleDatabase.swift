import FoundationEssentials
import Models
import SystemTestSupport
import Testing

@testable import ClientsLive
@testable import SQLite

/// Fills a database with everything that an export contains, and with some data that it omits.
func fillForExport(_ stores: Connection) throws {
  let (ann, bob) = (PersonName.sample("Anna"), PersonName.sample("Bob"))
  let hop = try stores.challenges.add(
    .custom(
      "own-hop", name: "Hop", kind: .core, scoring: .reps(within: .seconds(60)),
      instructions: ["Stand up.", "Hop \"high\"."]))
  try stores.challenges.edit(hop.with(name: "High hop"), at: .sunday)
  let gone = try stores.challenges.add(
    .custom("own-gone", name: "Gone", kind: .core, scoring: .hold, instructions: []))
  try stores.challenges.delete(gone, at: .sunday)

  var log = WorkoutLog(
    reps: RepLog(milliseconds: [900, 1800, 4000])!, skips: [5000],
    pauses: [.init(at: .seconds(3), for: .milliseconds(1234))])
  log.append(.press, at: .seconds(6))
  log.append(.undo, at: .seconds(7))
  var draft = WorkoutDraft(
    id: UUID(), challenge: hop.id, startedAt: .sunday, duration: .seconds(60), log: log)
  draft.utcOffset = -12_345
  _ = try stores.workouts.finish(
    draft, note: WorkoutNote("=1+1, \"quoted\"; Zoë"),
    figures: WorkoutFigures(text: "rpe8.5 82.50kg 3.10mi 120kcal"), by: ann)
  _ = try stores.workouts.finish(.hold(.seconds(61)), by: bob)
  let session = try WorkoutDraft.strength(
    "squat w60x5 102.50x5@9 | pull-up x12 +10x5 -20x8 | bench 225lbx5")
  let set = try SetEntry(text: "100x5 \"slow, =A1\"", unit: .kilograms)
  _ = try stores.workouts.finish(
    session.copy { $0.append(.set("squat", set), at: .seconds(90)) }, by: ann)
  var typed = WorkoutDraft.sample(reps: 0)
  typed.log = try #require(WorkoutLog(typedReps: 30))
  _ = try stores.workouts.finish(typed, by: bob)

  // A chain of two corrections, and a deletion.
  let first = WorkoutDraft.sample(reps: 9)
  _ = try stores.workouts.finish(first, by: ann)
  var version = try #require(try stores.workouts.workout(first.id))
  for reps in [10, 11] {
    let next = version.copy { $0.log = WorkoutDraft.sample(reps: reps).log.ended(at: .seconds(99)) }
    try stores.workouts.correct(version.id, with: next, of: ann, at: .sunday)
    version = next
  }
  let deleted = WorkoutDraft.sample(reps: 4)
  _ = try stores.workouts.finish(deleted, by: bob)
  try stores.workouts.delete(deleted.id, of: bob, at: .sunday)

  try stores.strength.save(
    ExerciseSettings(
      rule: try ProgressionRule(text: "linear 5x5 +2.5"), note: WorkoutNote("-Low bar"),
      unit: .kilograms, muscles: .legs, bar: try Bar(text: "15kg plates 20x2 5")), for: "squat",
    by: ann)
  _ = try stores.strength.rename("bench", to: "bench press", by: ann)
  for (amount, challenge) in [(20, "pushups-2min"), (25, "pushups-2min"), (30, "situps-2min")] {
    let test = TestResult(measure: .reps, amount: amount, duration: .seconds(60), day: 20_000)!
    let plan = TrainingPlan(id: UUID(), challenge: Challenge.ID(rawValue: challenge), test: test)
    try stores.plans.start(plan, by: ann, at: .sunday)
    for number in 1...3 where number <= plan.sessions[0].sets {
      _ = try stores.plans.recordSet(
        PlannedSet(session: plan.sessions[0], number: number), of: plan.id, on: 20_001)
    }
  }
  try stores.unfinished.checkpoint(.sample(), by: bob)
  try stores.events.record(UsageEvent(feature: "workouts", at: .sunday))
  #expect(try stores.people.rename(ann, to: .sample("Ann")) == .renamed)
}

extension ExportStore {
  /// Returns an export as text.
  func text(_ format: ExportFormat) throws -> String {
    var text = ""
    _ = try write(format) { text += $0 }
    return text
  }
}

extension Connection {
  /// Returns the rows of all tables.
  func dump() throws -> [String] {
    let tables = try all(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
    ) { $0.text(0) }
    return try tables.sorted().flatMap { table in
      let columns = try all(SQL(text: "SELECT name FROM pragma_table_info('\(table)')")) {
        "quote(\"\($0.text(0))\")"
      }
      let row = columns.joined(separator: " || ' ' || ")
      return try all(SQL(text: "SELECT \(row) AS line FROM \(table) ORDER BY 1")) {
        "\(table) \($0.text(0))"
      }
    }
  }

  /// Imports an export as a batch.
  @discardableResult
  func importExport(_ text: String) throws -> ExportImport {
    try write {
      let number = try imports.begin(file: "a.json", format: "ladder", at: .sunday)
      var items = ExportImport(into: self, for: number, at: .sunday)
      var chunks = [Array(text.utf8)]
      var reader = ExportReader { chunks.popLast() ?? [] }
      while let (json, line) = try reader.next() { try items.add(json, line: line) }
      return items
    }
  }
}
