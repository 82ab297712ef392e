/// A weight exactly as it was typed: `100kg`, `62.50kg`, `225lb`.
public struct Weight: Hashable, Sendable {
  public enum Unit: String, Hashable, Sendable, CaseIterable {
    case kilograms = "kg"
    case pounds = "lb"
  }

  public let number: DecimalText
  public let unit: Unit

  /// The maximum number of digits before the point. No person has lifted a tenth of what they can express.
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
  /// Creates the weight that is nearest to a mass, in thousandths of a unit.
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
  /// The number in thousandths, which is exact.
  var thousandths: Int {
    let parts = text.split(separator: ".")
    let fraction =
      parts.count > 1 ? parts[1] + String(repeating: "0", count: 3 - parts[1].utf8.count) : "0"
    // Six and three digits at most.
    return (Int(parts[0]) ?? 0) * 1000 + (Int(fraction) ?? 0)
  }
}
