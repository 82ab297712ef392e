extension Challenge {
  /// Returns the position of the first exercise of the routine that is on a scale; `nil` if none is.
  ///
  /// - Complexity: O(n) in the exercises and in all variations.
  public func variation(in scales: [VariationScale]) -> VariationPosition? {
    routine.exercises.lazy.compactMap { scales.position(of: $0) }.first
  }

  /// Returns the same challenge with another variation of an exercise, as a custom challenge.
  ///
  /// ```swift
  /// // A position on the scale of push-ups, for the challenge "Push-ups in 2 minutes":
  /// challenge.replacing(position, with: "knee push-up")?.routine.text   // "knee push-up 2:00"
  /// ```
  ///
  /// - Returns: `nil` if the routine would violate a limit, or could not be scored in the same way.
  public func replacing(_ position: VariationPosition, with variation: String) -> Challenge? {
    let renamed = try? routine.renamingExercises {
      position.scale.index(of: $0) == position.index ? variation : $0
    }
    guard let renamed, renamed.allows(scoring) else { return nil }
    let name = variationName(variation, insteadOf: position.variation, renamed)
    return .custom(
      ID(customName: name), name: name, kind: kind, scoring: scoring, instructions: [],
      routine: renamed)
  }

  /// Returns the text of a routine of one set that is short enough, or otherwise the variation before the challenge's name.
  private func variationName(
    _ variation: String, insteadOf current: String, _ routine: Routine
  ) -> String {
    let text = routine.text
    if routine.isSingleSet, Self.sanitizedName(text) == text { return text }
    let prefix = "\(current): "
    let base = name.hasPrefix(prefix) ? String(name.dropFirst(prefix.count)) : name
    return Self.sanitizedName("\(variation): \(base)") ?? "Workout"
  }
}

extension Catalogue {
  /// Returns the challenge with the same routine and scoring as another one, if there is one.
  ///
  /// - Complexity: O(n) in the challenges.
  public func equivalent(of challenge: Challenge) -> Challenge? {
    challenges.first { $0.routine == challenge.routine && $0.scoring == challenge.scoring }
  }
}
