extension OneRepMaximum {
  /// The author, the year of publication and the formula, with the reps for which it is meant.
  public var source: String {
    let formula =
      switch self {
      case .epley: "Epley 1985: weight × (1 + reps ÷ 30)"
      case .brzycki: "Brzycki 1993: weight × 36 ÷ (37 − reps)"
      }
    return "\(formula), sets of \(Self.reps.lowerBound) to \(Self.reps.upperBound) reps"
  }
}
