extension PlateSet {
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
