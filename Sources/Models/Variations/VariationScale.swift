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
  /// The name of the scale, which is that of an exercise.
  public let exercise: String

  /// The names of at least two exercises, all different.
  public let variations: [String]

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
    var keys: Set<String> = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard let name = Routine.exerciseName(part), !name.nameWords.isEmpty else { throw .name }
      guard keys.insert(name.nameKey).inserted else { throw .duplicate(name) }
      variations.append(name)
    }
    guard Self.variationCountRange.contains(variations.count) else { throw .count }
    self.exercise = exercise
    self.variations = variations
  }

  /// The maximum number of bytes of the variations in a text.
  static let maxLength = 1024

  /// Returns the index of an exercise. Case, hyphens, spaces and the plural make no difference.
  public func index(of exercise: some StringProtocol) -> Int? {
    let key = exercise.nameKey
    return variations.firstIndex { $0.nameKey == key }
  }

  /// Returns whether this is the scale of an exercise with this name.
  func isNamed(_ exercise: some StringProtocol) -> Bool {
    self.exercise.nameKey == exercise.nameKey
  }
}

extension VariationScale {
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
