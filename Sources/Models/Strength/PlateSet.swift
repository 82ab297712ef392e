/// The bar and the plates of a gym.
public struct PlateSet: Hashable, Sendable {
  public let unit: Weight.Unit
  public let bar: DecimalText
  /// The plates from the heaviest to the lightest, as many of each as needed. The lightest divides the others.
  public let plates: [DecimalText]

  /// Creates a set from texts, which a test checks.
  private init(_ unit: Weight.Unit, bar: String, plates: String) {
    let numbers = plates.split(separator: " ").compactMap { DecimalText($0) }
    guard let bar = DecimalText(bar) else { preconditionFailure("\(bar) is not a weight") }
    self.unit = unit
    self.bar = bar
    self.plates = numbers
  }

  /// The plates for each side of the bar.
  public struct Loading: Hashable, Sendable {
    /// The plates of one side, from the heaviest.
    public let side: [DecimalText]
    /// The weight that is loaded, which is less than the requested one if the plates cannot make it.
    public let weight: Weight
  }

  /// Returns the plates for the heaviest weight up to a given one.
  ///
  /// - Returns: `nil` if the weight is less than that of the bar or in another unit.
  /// - Complexity: O(n) in the plates of the result, at most a few hundred.
  public func loading(for weight: Weight) -> Loading? {
    var remaining = weight.number.thousandths - bar.thousandths
    guard weight.unit == unit, remaining >= 0 else { return nil }
    var side: [DecimalText] = []
    for plate in plates {
      let count = remaining / (2 * plate.thousandths)
      side += Array(repeating: plate, count: count)
      remaining -= count * 2 * plate.thousandths
    }
    guard let loaded = Weight(thousandths: weight.number.thousandths - remaining, in: unit) else {
      return nil
    }
    return Loading(side: side, weight: loaded)
  }
}

extension PlateSet.Loading {
  /// The plates of one side: `25 + 15 + 1.25`.
  public var sideText: String { side.map(\.text).joined(separator: " + ") }
}

extension PlateSet {
  /// A bar of 20 kg with the plates of weightlifting.
  public static let kilograms = PlateSet(
    .kilograms, bar: "20", plates: "25 20 15 10 5 2.5 1.25")
  /// A bar of 45 lb with the plates of an American gym.
  public static let pounds = PlateSet(.pounds, bar: "45", plates: "45 35 25 10 5 2.5")

  /// Returns the usual bar and plates in a unit.
  public static func standard(in unit: Weight.Unit) -> PlateSet {
    switch unit {
    case .kilograms: kilograms
    case .pounds: pounds
    }
  }

  /// Returns the plates for a weight in words: `25 + 15 + 1.25 on each side of 20 kg`.
  ///
  /// - Returns: `nil` if the weight is less than that of the bar or in another unit.
  public func words(for weight: Weight) -> String? {
    guard let loading = loading(for: weight) else { return nil }
    let bar = "\(bar.text) \(unit.rawValue)"
    let plates =
      loading.side.isEmpty
      ? "the bar of \(bar) alone" : "\(loading.sideText) on each side of \(bar)"
    return loading.weight.mass == weight.mass
      ? plates : "\(plates), which makes \(loading.weight.words)"
  }
}
