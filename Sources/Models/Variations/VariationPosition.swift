/// The position of an exercise on the scale of its variations.
public struct VariationPosition: Hashable, Sendable {
  public let scale: VariationScale
  public let index: Int

  /// The exercise at the position, in the spelling of the scale.
  public var variation: String { scale.variations[index] }

  /// Returns the variation at a distance from this one.
  ///
  /// - Parameter offset: The number of variations to move by: positive to harder ones, negative to easier ones.
  /// - Returns: `nil` beyond an end of the scale.
  public func neighbor(by offset: Int) -> String? {
    let (target, overflow) = index.addingReportingOverflow(offset)
    return overflow || !scale.variations.indices.contains(target) ? nil : scale.variations[target]
  }
}

extension [VariationScale] {
  /// Returns the position of an exercise on the first scale that has it. Case, hyphens, spaces and the plural make no
  /// difference.
  ///
  /// - Complexity: O(n) in all variations.
  public func position(of exercise: some StringProtocol) -> VariationPosition? {
    for scale in self {
      if let index = scale.index(of: exercise) {
        return VariationPosition(scale: scale, index: index)
      }
    }
    return nil
  }

  /// Returns the name of an easier or harder variation of an exercise.
  ///
  /// - Parameter offset: As for ``VariationPosition/neighbor(by:)``.
  /// - Returns: `nil` if the exercise is on no scale, or beyond an end of it.
  /// - Complexity: As ``position(of:)``.
  public func neighbor(of exercise: some StringProtocol, by offset: Int) -> String? {
    position(of: exercise)?.neighbor(by: offset)
  }
}
