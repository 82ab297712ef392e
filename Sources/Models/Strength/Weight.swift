/// A positive decimal number, exactly as it was typed: `100`, `62.50`.
public struct DecimalText: Hashable, Sendable {
  public let text: String

  /// Creates a number.
  ///
  /// - Returns: `nil` unless the text has one to six digits, optionally followed by a point and one to three digits, and
  ///   the number is positive.
  public init?(_ text: some StringProtocol) {
    let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard
      parts.count <= 2, (1...6).contains(parts[0].count),
      parts.count == 1 || (1...3).contains(parts[1].count),
      parts.joined().allSatisfy({ (0x30...0x39).contains($0) }),
      text.utf8.contains(where: { (0x31...0x39).contains($0) })
    else { return nil }
    self.text = String(text)
  }
}

/// A weight exactly as it was typed: `100kg`, `62.50kg`, `225lb`.
public struct Weight: Hashable, Sendable {
  public enum Unit: String, Hashable, Sendable, CaseIterable {
    case kilograms = "kg"
    case pounds = "lb"
  }

  public let number: DecimalText
  public let unit: Unit

  /// The maximum number of digits before the point, enough for ten times what any person has lifted.
  static let maxDigits = 4

  /// Creates a weight.
  ///
  /// - Returns: `nil` if the number has more than four digits before the point.
  public init?(_ number: DecimalText, _ unit: Unit) {
    guard number.text.prefix(while: { $0 != "." }).utf8.count <= Self.maxDigits else { return nil }
    self.number = number
    self.unit = unit
  }

  /// The text with its unit: `62.50kg`.
  public var text: String { number.text + unit.rawValue }

  public var mass: Mass { Mass(units: Int128(number.thousandths) * unit.thousandth) }
}

extension Weight {
  /// Creates the weight nearest to a mass, rounded to thousandths of a unit.
  ///
  /// - Returns: `nil` if the mass is not positive, or too large.
  public init?(_ mass: Mass, in unit: Unit) {
    let thousandths = mass.thousandths(of: unit)
    guard thousandths > 0 else { return nil }
    let fraction = String(1000 + thousandths % 1000).dropFirst()
    var digits = Substring("\(thousandths / 1000).\(fraction)")
    while digits.last == "0" { digits.removeLast() }
    if digits.last == "." { digits.removeLast() }
    guard let number = DecimalText(digits) else { return nil }
    self.init(number, unit)
  }

  /// Returns the weight rounded down to a multiple of a step, but at least one step.
  public func rounded(downTo step: DecimalText) -> Weight? {
    let count = number.thousandths / step.thousandths
    return Weight(thousandths: max(1, count) * step.thousandths, in: unit)
  }

  init?(thousandths: Int, in unit: Unit) {
    self.init(Mass(units: Int128(thousandths) * unit.thousandth), in: unit)
  }
}

extension DecimalText {
  /// Returns the quotient of two numbers.
  public func ratio(to other: DecimalText) -> Double {
    Double(thousandths) / Double(other.thousandths)
  }

  /// The number in thousandths, which is exact.
  var thousandths: Int {
    let parts = text.split(separator: ".")
    let fraction =
      parts.count > 1 ? parts[1] + String(repeating: "0", count: 3 - parts[1].utf8.count) : "0"
    // There are at most six digits before and three after the point.
    return (Int(parts[0]) ?? 0) * 1000 + (Int(fraction) ?? 0)
  }
}

// MARK: - Mass

/// An exact mass.
///
/// It is a whole number of a unit that divides a thousandth of a kilogram and of a pound, so weights in both units are
/// compared and added without rounding.
public struct Mass: Hashable, Comparable, Sendable {
  /// The mass in hundred-billionths of a kilogram. 128 bits hold the volume of any session.
  let units: Int128

  init(units: Int128) { self.units = units }

  public static let zero = Mass(units: 0)

  static func kilograms(_ count: Int) -> Mass {
    Mass(units: Int128(count) * 1000 * Weight.Unit.kilograms.thousandth)
  }

  public static func < (lhs: Mass, rhs: Mass) -> Bool { lhs.units < rhs.units }
  public static func + (lhs: Mass, rhs: Mass) -> Mass { Mass(units: lhs.units + rhs.units) }
  public static func - (lhs: Mass, rhs: Mass) -> Mass { Mass(units: lhs.units - rhs.units) }
  public static prefix func - (mass: Mass) -> Mass { Mass(units: -mass.units) }
  public static func += (lhs: inout Mass, rhs: Mass) { lhs = lhs + rhs }
  public static func * (mass: Mass, count: Int) -> Mass { Mass(units: mass.units * Int128(count)) }

  /// Returns a percentage of the mass, truncated to its units.
  func percent(_ percent: Int) -> Mass { Mass(units: units * Int128(percent) / 100) }

  /// Returns the mass in thousandths of a unit, rounded to the nearest integer, with halves rounded away from zero.
  public func thousandths(of unit: Weight.Unit) -> Int {
    let (size, half) = (unit.thousandth, unit.thousandth / 2)
    return Int(clamping: (units < 0 ? units - half : units + half) / size)
  }

  /// Returns the mass as text, rounded to a tenth of a unit: `102.5 kg`, `225 lb`.
  public func text(in unit: Weight.Unit) -> String {
    // Rounds once: 293.9497 lb becomes 293.9 lb, not first 293.95 lb and then 294 lb.
    let tenth = unit.thousandth * 100
    let tenths = ((units < 0 ? -units : units) + tenth / 2) / tenth
    let fraction = tenths % 10 == 0 ? "" : ".\(tenths % 10)"
    return "\(units < 0 && tenths > 0 ? "-" : "")\(tenths / 10)\(fraction) \(unit.rawValue)"
  }
}

extension Weight.Unit {
  /// A thousandth of the unit in ``Mass/units``. A pound is 0.45359237 kg by definition.
  var thousandth: Int128 {
    switch self {
    case .kilograms: 100_000_000
    case .pounds: 45_359_237
    }
  }
}

// MARK: - Load

/// The load of a set.
public enum Load: Hashable, Sendable {
  /// The weight of a bar, a dumbbell or a machine: `100kg`.
  case weight(Weight)
  /// A weight in addition to the body's: `+10kg`.
  case added(Weight)
  /// A weight that helps to lift the body: `-20kg`. Less is better.
  case assisted(Weight)
  case bodyWeight

  /// The canonical text; empty for body weight.
  public var text: String {
    switch self {
    case .weight(let weight): weight.text
    case .added(let weight): "+\(weight.text)"
    case .assisted(let weight): "-\(weight.text)"
    case .bodyWeight: ""
    }
  }

  /// The weight that was typed, if any.
  public var weight: Weight? {
    switch self {
    case .weight(let weight), .added(let weight), .assisted(let weight): weight
    case .bodyWeight: nil
    }
  }

  /// Whether the body's weight is a part of the load.
  public var includesBody: Bool {
    if case .weight = self { false } else { true }
  }

  /// The mass by which loads of the same exercise are compared: that of the weight, negative for assistance, and zero for
  /// body weight alone.
  public var rank: Mass {
    switch self {
    case .weight(let weight), .added(let weight): weight.mass
    case .assisted(let weight): -weight.mass
    case .bodyWeight: .zero
    }
  }

  /// Returns whether this load is a better result than another one for the same number of reps.
  public func isBetter(than other: Load) -> Bool { rank > other.rank }

  /// Returns the load plus a step. In an assisted load, this decreases the assistance.
  ///
  /// A load in another unit is converted and rounded down to a multiple of the step. The maximum weight isn't
  /// increased.
  func increased(by step: DecimalText, _ unit: Weight.Unit) -> Load {
    let mass = rank + Mass(units: Int128(step.thousandths) * unit.thousandth)
    guard mass != .zero else { return .bodyWeight }
    var result = Weight(mass < .zero ? -mass : mass, in: unit)
    if let weight, weight.unit != unit, mass > .zero { result = result?.rounded(downTo: step) }
    guard let result else { return self }
    if case .weight = self { return .weight(result) }
    return mass < .zero ? .assisted(result) : .added(result)
  }
}

extension Load {
  /// Returns a weight decreased by a percentage and rounded down to the usual step; any other load is unchanged.
  func decreased(byPercent percent: Int, _ unit: Weight.Unit) -> Load {
    guard case .weight(let weight) = self else { return self }
    let mass = weight.mass.percent(100 - percent)
    return Weight(mass, in: unit)?.rounded(downTo: unit.usualStep).map { .weight($0) } ?? self
  }
}
