/// The warm-up sets before the first work set of an exercise, as percentages of its weight.
///
/// ```swift
/// let rule = try WarmUpRule(text: "20%x5 60%x3")
/// rule.sets(before: 100kgx5, with: .usual(in: .kilograms))   // w20kgx5 w60kgx3
/// ```
public struct WarmUpRule: Hashable, Sendable {
  public let sets: [ProgressionRule.PercentageSet]

  /// The empty bar, or a fifth of the weight, and then three sets with fewer reps.
  public static let standard = WarmUpRule(
    sets: [(20, 5), (40, 5), (60, 3), (80, 2)].map { .init(percent: $0, reps: $1) })

  /// The canonical text, which ``init(text:)`` parses to an equal rule.
  public var text: String { sets.map(\.text).joined(separator: " ") }

  init(sets: [ProgressionRule.PercentageSet]) { self.sets = sets }

  /// Returns the warm-up sets before a work set. Their weights are at least that of the empty bar, rounded down to what
  /// the plates allow (without a bar, to a multiple of 2.5 kg or 5 lb), and each is heavier than the previous one.
  ///
  /// - Returns: No sets if the work set has no weight of its own, such as one with body weight.
  /// - Complexity: That of ``Bar/loading(for:)`` for each set.
  public func sets(before work: SetEntry, with bar: Bar) -> [SetEntry] {
    guard case .weight(let weight) = work.load else { return [] }
    var last = Mass.zero
    return sets.compactMap { set in
      let mass = max(weight.mass.percent(set.percent), bar.weight?.mass ?? .zero)
      guard
        let target = Weight(mass, in: weight.unit),
        let rounded = bar.loading(for: target)?.weight
          ?? target.rounded(downTo: weight.unit.usualStep),
        rounded.mass > last, rounded.mass < weight.mass
      else { return nil }
      last = rounded.mass
      return SetEntry(.weight(rounded), reps: set.reps, isWarmUp: true)
    }
  }
}
