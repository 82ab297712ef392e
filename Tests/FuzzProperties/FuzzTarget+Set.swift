import FoundationEssentials
import Models

extension FuzzTarget {
  /// Checks that a parsed set round-trips, that errors can be shown, and that no computation overflows.
  func checkSet(_ bytes: [UInt8]) throws(PropertyViolation) {
    let text = bytes.asText
    try checkSession(text)
    let sets: [SetEntry]
    do throws(TextError) {
      sets = try [SetEntry](text: text, unit: .kilograms)
    } catch {
      try expect(
        (1...text.count + 1).contains(error.column), "\(error) in \(text.count) characters")
      try expect(error.problem.isOnlyText, "\(error)")
      return
    }
    try expect(
      (try? [SetEntry](text: sets.map(\.text).joined(separator: " "), unit: nil)) == sets,
      "sets: \(sets.map(\.text))")
    for set in sets { try check(set, bytes.count) }
  }

  private func check(_ set: SetEntry, _ count: Int) throws(PropertyViolation) {
    // The unit is in the text, so the default unit has no effect.
    try expect((try? SetEntry(text: set.text, unit: .pounds)) == set, "a changed set: \(set.text)")
    try expect(set.text.isOnlyText, set.text)
    try expect(set.volume(.none) >= .zero, "\(set.text) has a volume below 0")
    for formula in OneRepMaximum.allCases {
      guard let mass = set.estimatedMaximum(by: formula), let weight = set.load.weight else {
        continue
      }
      try expect(mass >= weight.mass, "\(set.text) is more than its maximum")
    }
    guard let weight = set.load.weight else { return }
    try expect(Weight(weight.mass, in: weight.unit)?.mass == weight.mass, "a weight: \(set.text)")
    let loading = Bar.usual(in: weight.unit).loading(for: weight)
    try expect(
      loading.map { $0.weight.mass <= weight.mass } ?? true, "too many plates: \(set.text)")
    let day = StrengthRecords.DatedSet(set, day: Int64(count))
    let records = StrengthRecords([day, day], weekStart: .monday)
    try expect(
      records.weeks.map(\.sets) == (set.isWarmUp ? [] : [2]), "records of \(set.text)")
    for rule in [
      ProgressionRule.linear(sets: 1, reps: 5, step: weight.number),
      .double(sets: 1, reps: 5...8, step: weight.number),
    ] {
      _ = rule.suggestion(after: [set])
    }
  }

  /// Checks that the parsed text of a session round-trips, and that errors can be shown.
  private func checkSession(_ text: String) throws(PropertyViolation) {
    func parse(_ text: String) throws(TextError) -> [PerformedSet] {
      try [PerformedSet](text: text, correcting: [], at: .zero) { _ in .kilograms }
    }
    let sets: [PerformedSet]
    do throws(TextError) {
      sets = try parse(text)
    } catch {
      try expect(
        (1...text.count + 1).contains(error.column), "\(error) in \(text.count) characters")
      try expect(error.problem.isOnlyText, "\(error)")
      return
    }
    try expect(
      (try? parse(sets.text))?.map(\.set.result) == sets.map(\.set.result),
      "a changed session: \(sets.text)")
  }
}
