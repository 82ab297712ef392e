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

  /// The mass by which loads of the same exercise are compared: that of the weight, negative for assistance, and zero for
  /// body weight alone.
  public var rank: Mass {
    switch self {
    case .weight(let weight), .added(let weight): weight.mass
    case .assisted(let weight): -weight.mass
    case .bodyWeight: .zero
    }
  }

  /// Returns whether this load is the better result of the two for the same number of reps.
  public func isBetter(than other: Load) -> Bool { rank > other.rank }

  /// Returns the load that is a step heavier, or with a step less of assistance.
  ///
  /// A load in another unit than the step is converted, and rounded down to a multiple of the step. The heaviest possible
  /// weight stays.
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
