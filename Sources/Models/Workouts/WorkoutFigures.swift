/// The figures that a person adds to a workout: its effort, their body weight, a distance and calories.
///
/// They are stored as one text with the typed digits: `rpe8.5 82.5kg 5km 120kcal`.
public struct WorkoutFigures: Hashable, Sendable {
  public var effort: Effort?
  public var bodyWeight: Weight?
  public var distance: Distance?
  public var calories: Calories?

  public init(
    effort: Effort? = nil, bodyWeight: Weight? = nil, distance: Distance? = nil,
    calories: Calories? = nil
  ) {
    self.effort = effort
    self.bodyWeight = bodyWeight
    self.distance = distance
    self.calories = calories
  }

  /// Whether there are no figures.
  public var isEmpty: Bool { self == WorkoutFigures() }

  /// The maximum length of a stored text in bytes.
  private static let maxLength = 200

  /// Creates figures from their ``text``. Words that this version doesn't know are ignored.
  ///
  /// - Complexity: O(1), because a text of more than 200 bytes is ignored.
  public init(text: String) {
    self.init()
    guard text.utf8.count <= Self.maxLength else { return }
    for word in text.split(separator: " ").map(String.init) {
      if word.hasPrefix("rpe"), let effort = Effort(word.dropFirst(3)) { self.effort = effort }
      if let weight = Weight(bodyWeight: word) { bodyWeight = weight }
      if let distance = Distance(word) { self.distance = distance }
      if let calories = Calories(word) { self.calories = calories }
    }
  }

  /// The figures in words: `RPE 8.5  5km  120kcal  body weight 82.5kg`; `nil` if there are none.
  public var line: String? {
    let texts = [
      effort.map { "RPE \($0.text)" }, distance?.text, calories?.text,
      bodyWeight.map { "body weight \($0.text)" },
    ].compactMap(\.self)
    return texts.isEmpty ? nil : texts.joined(separator: "  ")
  }

  /// The figures as one text.
  public var text: String {
    [
      effort.map { "rpe\($0.text)" }, bodyWeight?.text, distance?.text, calories?.text,
    ].compactMap(\.self).joined(separator: " ")
  }
}

/// The rate of perceived exertion (RPE) in steps of 0.5, from 1 to 10 for the greatest possible effort.
public struct Effort: Hashable, Sendable {
  /// Twice the rate, from 2 to 20.
  public let halves: Int

  /// Creates an effort from typed text, such as `8` or `8.5`.
  ///
  /// - Returns: `nil` unless it is a number from 1 to 10 in halves.
  public init?(_ text: some StringProtocol) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard
      (1...2).contains(parts.count), let whole = DecimalText(parts[0]).flatMap({ Int($0.text) }),
      parts.count == 1 || parts[1] == "0" || parts[1] == "5"
    else { return nil }
    let halves = 2 * whole + (parts.last == "5" && parts.count == 2 ? 1 : 0)
    guard (2...20).contains(halves) else { return nil }
    self.halves = halves
  }

  /// The rate.
  public var value: Double { Double(halves) / 2 }

  /// The rate as text: `8`, `8.5`.
  public var text: String { "\(halves / 2)\(halves.isMultiple(of: 2) ? "" : ".5")" }
}

extension Weight {
  /// The possible body weights in kilograms.
  static let bodyWeightRange = 10.0...700.0

  /// Creates a body weight from typed text.
  ///
  /// - Returns: `nil` unless it is a number with a unit, in ``bodyWeightRange``.
  public init?(bodyWeight text: some StringProtocol) {
    guard
      let (number, unit) = text.splittingUnit(Unit.allCases),
      let weight = Weight(number, unit),
      Self.bodyWeightRange.contains(weight.value(in: .kilograms))
    else { return nil }
    self = weight
  }

  /// Creates a body weight from typed text, which can omit the unit.
  ///
  /// - Returns: `nil` for another text, and for a weight beyond ``bodyWeightRange``.
  public init?(bodyWeight text: String, unit: Unit) {
    let text = text.filter { !$0.isWhitespace }
    guard let weight = Self(bodyWeight: text) ?? Self(bodyWeight: text + unit.rawValue) else {
      return nil
    }
    self = weight
  }

  /// Returns the weight in a unit.
  public func value(in unit: Unit) -> Double {
    Double(mass.units) / Double(unit.thousandth * 1000)
  }
}

/// A distance, exactly as it was typed: `5km`, `500m`, `3.1mi`.
public struct Distance: Hashable, Sendable {
  public let number: DecimalText
  public let unit: Routine.DistanceUnit

  /// Creates a distance from typed text.
  ///
  /// - Returns: `nil` unless it is a number with a unit, at most 1000 km.
  public init?(_ text: some StringProtocol) {
    guard let (number, unit) = text.splittingUnit(Routine.DistanceUnit.allCases) else { return nil }
    self.init(number, unit)
    guard meters <= 1_000_000 else { return nil }
  }

  /// Creates the distance of a set.
  init(_ number: DecimalText, _ unit: Routine.DistanceUnit) {
    self.number = number
    self.unit = unit
  }

  public var text: String { number.text + unit.rawValue }

  /// The distance in meters.
  public var meters: Double {
    switch unit {
    case .meters: number.value
    case .kilometers: number.value * 1000
    case .miles: number.value * 1609.344
    }
  }
}

/// A number of calories, such as `120kcal`.
public struct Calories: Hashable, Sendable {
  /// The number of kilocalories, from 1 to 20 000.
  public let kilocalories: Int

  /// Creates a number of calories from typed text.
  ///
  /// - Returns: `nil` unless it is a whole number with the unit, from 1 to 20 000.
  public init?(_ text: some StringProtocol) {
    guard
      text.lowercased().hasSuffix("kcal"), let number = DecimalText(text.dropLast(4)),
      let kilocalories = Int(number.text), (1...20_000).contains(kilocalories)
    else { return nil }
    self.kilocalories = kilocalories
  }

  public var text: String { "\(kilocalories)kcal" }
}

extension DecimalText {
  /// The number.
  public var value: Double { Double(text) ?? 0 }
}

extension StringProtocol {
  /// Returns the number and the unit of a text such as `5km`. The unit can be in any case.
  fileprivate func splittingUnit<Unit: RawRepresentable<String>>(
    _ units: [Unit]
  ) -> (DecimalText, Unit)? {
    for unit in units where lowercased().hasSuffix(unit.rawValue) {
      if let number = DecimalText(dropLast(unit.rawValue.count)) { return (number, unit) }
    }
    return nil
  }
}
