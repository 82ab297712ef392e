import Models

extension FuzzTarget {
  /// Checks that a parsed progression rule round-trips, that errors can be shown, and that a suggestion has the rule's
  /// number of sets and a reason that can be shown.
  func checkRule(_ bytes: [UInt8]) throws(PropertyViolation) {
    let text = bytes.asText
    let rule: ProgressionRule
    do throws(TextError) {
      rule = try ProgressionRule(text: text)
    } catch {
      try expect(
        (1...text.count + 1).contains(error.column), "\(error) in \(text.count) characters")
      try expect(error.problem.isOnlyText, "\(error)")
      return
    }
    try expect((try? ProgressionRule(text: rule.text)) == rule, "does not round-trip: \(rule.text)")
    try expect(rule.text.isOnlyText, rule.text)
    for entry in ["100x5", "9999.999lbx10", "0.001x1000", "x5"] {
      guard let set = try? SetEntry(text: entry, unit: .kilograms) else { continue }
      let last = Array(repeating: set, count: rule.setCounts[0])
      let suggestion = rule.suggestion(after: last, best: set.estimatedMaximum())
      guard let suggestion else { continue }
      try expect(rule.setCounts.contains(suggestion.sets.count), "\(rule.text) after \(entry)")
      try expect(suggestion.reason.isOnlyText, suggestion.reason)
    }
  }
}

extension ProgressionRule {
  /// The numbers of sets that the rule can suggest; those of its first session are first.
  fileprivate var setCounts: [Int] {
    switch self {
    case .linear(let sets, _, _), .double(let sets, _, _): [sets]
    case .staged(let stages, _, _): stages.map(\.sets)
    case .percentage(let sets, _, _): [sets.count]
    }
  }
}
