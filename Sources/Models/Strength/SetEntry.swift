/// A set of an exercise as people type it: `100x5`, `80x8@9`, `w60x5`, `+10x5`, `-20x8`, `x12`.
///
/// The grammar is in `docs/WORKOUTS.md`.
///
/// ```swift
/// let set = try SetEntry(text: "102.5x5@8.5 slow", unit: .kilograms)
/// set.load                               // .weight(102.5kg)
/// set.text                               // "102.5kgx5@8.5 slow"
/// ```
public struct SetEntry: Hashable, Sendable {
  /// The maximum number of reps of a set.
  public static let maxReps = 1000
  /// The maximum length of the text in bytes.
  public static let maxLength = 1024
  /// The maximum number of equal sets in a short form such as `5x5x100`.
  static let maxRepeatCount = 20
  /// The highest number that, without a unit, could be sets instead of a weight: `3x5`.
  static let maxAmbiguousCount = 10

  public var load: Load
  /// The reps, from 1 to ``maxReps``.
  public let reps: Int
  /// The rate of perceived exertion.
  public var effort: Effort?
  /// Whether the set is excluded from records and volume.
  public var isWarmUp: Bool
  public var note: WorkoutNote?
  /// The person's body weight on that day; `nil` if it is unknown.
  public var body: Weight?

  /// Creates a set.
  ///
  /// - Returns: `nil` if the reps are out of range.
  public init?(
    _ load: Load, reps: Int, effort: Effort? = nil, isWarmUp: Bool = false,
    note: WorkoutNote? = nil, body: Weight? = nil
  ) {
    guard (1...Self.maxReps).contains(reps) else { return nil }
    self.load = load
    self.reps = reps
    self.effort = effort
    self.isWarmUp = isWarmUp
    self.note = note
    self.body = body
  }

  /// The canonical text with the unit, which ``init(text:unit:)`` parses to an equal set. A note that could be mistaken
  /// for a part of this or another set is in quotation marks.
  public var text: String {
    let core = result + (body.map { " bw\($0.text)" } ?? "")
    guard let note else { return core }
    let text = "\(core) \(note.text)"
    if let set = try? SetEntry(text: text, unit: nil), set == self { return text }
    return "\(core) \"\(note.text.replacingScalar("\"", with: "\"\""))\""
  }

  /// The canonical text without the body weight and the note: `100kgx5@9`.
  public var result: String { result(load.text) }

  /// Returns the text without the note, and without the unit of the weight if it is `unit`: `100x5@9`. A small weight
  /// keeps its unit, because `3x5` could be three sets.
  public func text(in unit: Weight.Unit) -> String { result(load.text(in: unit)) }

  private func result(_ load: String) -> String {
    (isWarmUp ? "w" : "") + "\(load)x\(reps)" + (effort.map { "@\($0.text)" } ?? "")
  }
}

// MARK: - Typing errors

extension SetEntry {
  /// Returns why the set is probably mistyped: `1000 kg is more than twice your heaviest set, 100 kg`.
  ///
  /// The limits are twice the heaviest weight so far, but at least 100 kg, or 400 kg without a weight so far; and twice
  /// the most reps so far, but at least 20.
  ///
  /// - Parameter known: The person's sets of the exercise.
  /// - Returns: `nil` for a plausible set.
  /// - Complexity: O(n) in the known sets.
  public func doubt(after known: [SetEntry]) -> String? {
    if let weight = load.weight {
      let heaviest = known.compactMap(\.load.weight).max { $0.mass < $1.mass }
      if let heaviest {
        if weight.mass > max(.kilograms(100), heaviest.mass + heaviest.mass) {
          return "\(weight.words) is more than twice your heaviest set, \(heaviest.words)"
        }
      } else if weight.mass > .kilograms(400) {
        return "\(weight.words) is unusually heavy"
      }
    }
    guard let most = known.map(\.reps).max(), reps > max(20, 2 * most) else { return nil }
    return "\(reps.repsText) are more than twice your most so far, \(most)"
  }
}

// MARK: - One-rep maximum

/// A formula that estimates a one-rep maximum from a set of up to ten reps.
public enum OneRepMaximum: String, Hashable, Sendable, CaseIterable {
  /// Weight × (1 + reps ÷ 30), by Boyd Epley, "Poundage Chart", Boyd Epley Workout, 1985.
  case epley
  /// Weight × 36 ÷ (37 − reps), by Matt Brzycki, "Strength Testing: Predicting a One-Rep Max from Reps-to-Fatigue",
  /// Journal of Physical Education, Recreation & Dance 64, 1993.
  case brzycki

  /// The numbers of reps for which the formulas are valid.
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
  /// Returns the estimated one-rep maximum, including the moved weight of the body.
  ///
  /// - Returns: `nil` for warm-up sets, more than ten reps, and loads that include an unknown weight of the body.
  public func estimatedMaximum(
    _ share: BodyShare = .none, by formula: OneRepMaximum = .epley
  ) -> Mass? {
    isWarmUp ? nil : share.mass(of: self).flatMap { formula.estimate($0, reps: reps) }
  }

  /// Returns the moved mass times the reps; zero for warm-up sets, and for loads that include an unknown weight of the
  /// body.
  public func volume(_ share: BodyShare) -> Mass {
    isWarmUp ? .zero : (share.mass(of: self) ?? .zero) * reps
  }
}

extension OneRepMaximum {
  /// The author, the year of publication and the formula, with the reps for which it is valid.
  public var source: String {
    let formula =
      switch self {
      case .epley: "Epley 1985: weight × (1 + reps ÷ 30)"
      case .brzycki: "Brzycki 1993: weight × 36 ÷ (37 − reps)"
      }
    return "\(formula), sets of \(Self.reps.lowerBound) to \(Self.reps.upperBound) reps"
  }
}
