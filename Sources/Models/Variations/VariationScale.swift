import Resources

/// The variations of an exercise, from the easiest to the hardest.
///
/// ```swift
/// let scales = VariationScale.standard
/// scales.neighbor(of: "Push-ups", by: 1)       // "decline push-up"
/// scales.neighbor(of: "push-up", by: -1)       // "knee push-up"
/// scales.position(of: "push up")?.scale.exercise   // "push-up"
/// ```
public struct VariationScale: Hashable, Sendable {
  /// The name of the scale: an exercise.
  public let exercise: String

  /// The names of at least two exercises, all different.
  public let variations: [String]
  /// The ``nameKey`` of each variation. Screens look up names in each frame.
  private let keys: [String]

  public static let variationCountRange = 2...16

  /// A reason why a text is not a scale.
  enum Violation: Error, Hashable {
    case name, count, duplicate(String)
  }

  /// Creates a scale from a text such as `knee push-up, push-up, archer push-up`.
  ///
  /// - Complexity: O(n) in the text, of which at most ``maxLength`` bytes are read.
  init(exercise: some StringProtocol, text: some StringProtocol) throws(Violation) {
    guard let exercise = Routine.exerciseName(exercise) else { throw .name }
    guard text.utf8.count <= Self.maxLength else { throw .count }
    var variations: [String] = []
    var keys: [String] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard let name = Routine.exerciseName(part), !name.nameWords.isEmpty else { throw .name }
      guard !keys.contains(name.nameKey) else { throw .duplicate(name) }
      variations.append(name)
      keys.append(name.nameKey)
    }
    guard Self.variationCountRange.contains(variations.count) else { throw .count }
    self.exercise = exercise
    self.variations = variations
    self.keys = keys
  }

  /// The maximum number of bytes of the variations in a text.
  static let maxLength = 1024

  /// Returns the index of an exercise. Case, hyphens, spaces and the plural make no difference.
  public func index(of exercise: some StringProtocol) -> Int? {
    index(ofKey: exercise.nameKey)
  }

  fileprivate func index(ofKey key: String) -> Int? { keys.firstIndex(of: key) }

  /// Returns whether this is the scale of an exercise with this name.
  func isNamed(_ exercise: some StringProtocol) -> Bool {
    self.exercise.nameKey == exercise.nameKey
  }

  /// The built-in scales, parsed on first use.
  public static let standard: [VariationScale] = {
    do throws(Violation) {
      return try scales(in: ladder_variations().text)
    } catch {
      // The file is built in, and a test parses it.
      fatalError("Resources/variations.txt: \(error)")
    }
  }()

  /// Parses scales. `Resources/variations.txt` describes the format.
  static func scales(in text: String) throws(Violation) -> [VariationScale] {
    var scales: [VariationScale] = []
    for line in text.split(whereSeparator: \.isNewline) where !line.hasPrefix("#") {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2 else { throw .name }
      scales.append(try VariationScale(exercise: parts[0], text: parts[1]))
    }
    return scales
  }
}

// MARK: - Positions

/// The position of an exercise on the scale of its variations.
public struct VariationPosition: Hashable, Sendable {
  public let scale: VariationScale
  public let index: Int

  /// The exercise at the position, in the spelling of the scale.
  public var variation: String { scale.variations[index] }

  /// Returns the variation at a distance from this one.
  ///
  /// - Parameter offset: The number of variations to move by: positive to harder ones, negative to easier ones.
  /// - Returns: `nil` if the offset goes beyond an end of the scale.
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
    let key = exercise.nameKey
    for scale in self {
      if let index = scale.index(ofKey: key) {
        return VariationPosition(scale: scale, index: index)
      }
    }
    return nil
  }

  /// Returns the name of an easier or harder variation of an exercise.
  ///
  /// - Parameter offset: As for ``VariationPosition/neighbor(by:)``.
  /// - Returns: `nil` if the exercise isn't on any scale, or the offset goes beyond an end of its scale.
  /// - Complexity: As ``position(of:)``.
  public func neighbor(of exercise: some StringProtocol, by offset: Int) -> String? {
    position(of: exercise)?.neighbor(by: offset)
  }
}

// MARK: - Challenges

extension Challenge {
  /// Returns the position of the routine's first exercise that is on a scale; `nil` if none is.
  ///
  /// - Complexity: O(n) in the exercises and in all variations.
  public func variation(in scales: [VariationScale]) -> VariationPosition? {
    routine.exercises.lazy.compactMap { scales.position(of: $0) }.first
  }

  /// Returns a custom challenge with a different variation of an exercise.
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

  /// Returns the text of the routine if it is one short set, or else the variation and the challenge's name.
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
  /// Returns the challenge that has the same routine and scoring as `challenge`, if any.
  ///
  /// - Complexity: O(n) in the challenges.
  public func equivalent(of challenge: Challenge) -> Challenge? {
    challenges.first { $0.routine == challenge.routine && $0.scoring == challenge.scoring }
  }
}
