extension Settings {
  /// The beginning of the settings that define a scale: `variations.push-up = knee push-up, push-up`.
  static let variationsPrefix = "variations."

  /// The maximum number of scales that the file defines.
  static let maxVariationScales = 64

  /// The scales of variations: the person's own, and the built-in ones that these don't replace.
  public var variationScales: [VariationScale] {
    variations
      + VariationScale.standard.filter { scale in
        !variations.contains { $0.isNamed(scale.exercise) }
      }
  }

  /// Sets the scale of an exercise from its text in the file.
  ///
  /// - Throws: ``InvalidValue``, without setting anything.
  mutating func setVariations(
    of exercise: some StringProtocol, to text: String
  ) throws(InvalidValue) {
    let scale: VariationScale
    do throws(VariationScale.Violation) {
      scale = try VariationScale(exercise: exercise, text: text)
    } catch {
      throw InvalidValue(expected: error.rule)
    }
    variations.removeAll { $0.isNamed(exercise) }
    guard variations.count < Self.maxVariationScales else {
      throw InvalidValue(expected: "one of at most \(Self.maxVariationScales) scales")
    }
    variations.append(scale)
  }
}

extension VariationScale.Violation {
  /// The rule that is violated, as the end of a sentence.
  fileprivate var rule: String {
    switch self {
    case .name: "names of exercises with commas between them"
    case .count:
      "\(VariationScale.variationCountRange.lowerBound) to "
        + "\(VariationScale.variationCountRange.upperBound) names in at most "
        + "\(VariationScale.maxLength) bytes"
    case .duplicate: "different exercises"
    }
  }
}
