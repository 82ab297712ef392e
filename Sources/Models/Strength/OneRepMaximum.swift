/// A formula that estimates the weight which a person can lift once from a set of up to ten reps.
public enum OneRepMaximum: String, Hashable, Sendable, CaseIterable {
  /// Weight × (1 + reps ÷ 30), by Boyd Epley, "Poundage Chart", Boyd Epley Workout, 1985.
  case epley
  /// Weight × 36 ÷ (37 − reps), by Matt Brzycki, "Strength Testing: Predicting a One-Rep Max from Reps-to-Fatigue",
  /// Journal of Physical Education, Recreation & Dance 64, 1993.
  case brzycki

  /// The reps for which the formulas are meant.
  public static let reps = 1...10

  /// Returns the estimate. A set of one rep is its own maximum.
  ///
  /// - Returns: `nil` for more than ten reps.
  public func estimate(_ mass: Mass, reps: Int) -> Mass? {
    guard Self.reps.contains(reps) else { return nil }
    guard reps > 1 else { return mass }
    return switch self {
    case .epley: Mass(units: mass.units * Int128(30 + reps) / 30)
    case .brzycki: Mass(units: mass.units * 36 / Int128(37 - reps))
    }
  }
}

extension SetEntry {
  /// Returns the estimated one-rep maximum.
  ///
  /// - Returns: `nil` for warm-up sets, more than ten reps, and loads that include the unknown weight of the body.
  public func estimatedMaximum(by formula: OneRepMaximum = .epley) -> Mass? {
    guard case .weight(let weight) = load, !isWarmUp else { return nil }
    return formula.estimate(weight.mass, reps: reps)
  }

  /// The weight times the reps; zero for warm-up sets, and for loads that include the unknown weight of the body.
  public var volume: Mass {
    guard case .weight(let weight) = load, !isWarmUp else { return .zero }
    return weight.mass * reps
  }
}
