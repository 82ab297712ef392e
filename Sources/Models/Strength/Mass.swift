/// An exact mass.
///
/// It is a whole number of a unit that divides a thousandth of a kilogram and of a pound, so weights in both units are
/// compared and added without rounding.
public struct Mass: Hashable, Comparable, Sendable {
  /// The mass in hundred-billionths of a kilogram. 128 bits hold the volume of any session.
  let units: Int128

  init(units: Int128) { self.units = units }

  public static let zero = Mass(units: 0)

  public static func < (lhs: Mass, rhs: Mass) -> Bool { lhs.units < rhs.units }
  public static func + (lhs: Mass, rhs: Mass) -> Mass { Mass(units: lhs.units + rhs.units) }
  public static func - (lhs: Mass, rhs: Mass) -> Mass { Mass(units: lhs.units - rhs.units) }
  public static prefix func - (mass: Mass) -> Mass { Mass(units: -mass.units) }
  public static func += (lhs: inout Mass, rhs: Mass) { lhs = lhs + rhs }
  public static func * (mass: Mass, count: Int) -> Mass { Mass(units: mass.units * Int128(count)) }

  /// Returns the mass in thousandths of a unit, rounded to the nearest one, and away from zero in the middle.
  public func thousandths(of unit: Weight.Unit) -> Int {
    let (size, half) = (unit.thousandth, unit.thousandth / 2)
    return Int(clamping: (units < 0 ? units - half : units + half) / size)
  }

  /// Returns the mass as text, rounded to a tenth of a unit: `102.5 kg`, `225 lb`.
  public func text(in unit: Weight.Unit) -> String {
    // Rounded once: 293.9497 lb are 293.9 lb, and not 293.95 and then 294 lb.
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
