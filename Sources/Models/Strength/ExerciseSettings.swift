/// A person's settings of a strength exercise.
public struct ExerciseSettings: Hashable, Sendable {
  /// The rule that suggests the next session.
  public var rule: ProgressionRule?
  /// A note for every session, such as the height of a seat.
  public var note: WorkoutNote?
  /// The unit of weights that are typed without one; `nil` before the first weight.
  public var unit: Weight.Unit?
  /// The muscle group that the person chose instead of the one of the exercise's name.
  public var muscles: MuscleGroup?
  /// The bar and plates that the person chose for the exercise.
  public var bar: Bar?

  public init(
    rule: ProgressionRule? = nil, note: WorkoutNote? = nil, unit: Weight.Unit? = nil,
    muscles: MuscleGroup? = nil, bar: Bar? = nil
  ) {
    self.rule = rule
    self.note = note
    self.unit = unit
    self.muscles = muscles
    self.bar = bar
  }
}

// MARK: - Renamed exercises

/// The new names of a person's renamed exercises.
///
/// A renamed exercise keeps its sets under the old name, so that the change can be undone. A new name can be renamed, too.
///
/// ```swift
/// let aliases = ExerciseAliases(["pullup": "chin-up", "chinup": "Chin-up"])
/// aliases.name(of: "Pull Ups")   // "Chin-up"
/// ```
public struct ExerciseAliases: Hashable, Sendable {
  /// The new names by the ``Swift/StringProtocol/nameKey`` of the old ones. A name can also be replaced by another
  /// spelling with the same key.
  private let names: [String: String]

  public init(_ names: [String: String] = [:]) { self.names = names }

  /// Returns the name under which an exercise is shown: the name itself, unless it was renamed.
  ///
  /// Two machines can rename two exercises to each other. Then all names in the cycle are one exercise, which is shown
  /// under the name with the first key.
  ///
  /// - Complexity: O(k) for an exercise that was renamed k times.
  public func name(of exercise: String) -> String { newName(of: exercise) ?? exercise }

  /// Returns the new name of an exercise; `nil` if it was not renamed.
  ///
  /// - Complexity: The same as ``name(of:)``.
  public func newName(of exercise: String) -> String? {
    guard names[exercise.nameKey] != nil else { return nil }
    var (name, key) = (exercise, exercise.nameKey)
    var path: [String] = []
    while let next = names[key] {
      if let start = path.firstIndex(of: key) {
        return path[start...].min().flatMap { first in
          path[start...].compactMap { names[$0] }.first { $0.nameKey == first }
        } ?? name
      }
      path.append(key)
      (name, key) = (next, next.nameKey)
    }
    return name
  }

  /// Returns the keys of all exercises that are shown under the same name.
  ///
  /// - Complexity: O(n·k) for n renamed exercises.
  public func keys(of exercise: String) -> [String] {
    let root = name(of: exercise).nameKey
    return [root] + names.keys.filter { $0 != root && name(of: $0).nameKey == root }.sorted()
  }
}
