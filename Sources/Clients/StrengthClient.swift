import Models
import ReducerRuntime

/// A client that reads the strength sessions of the current person, and stores the settings of each exercise.
///
/// All spellings of a name are the same exercise (`nameKey`), and so is the old name of a renamed exercise. Unfinished
/// and deleted sessions don't count.
@DependencyClient
public struct StrengthClient: Sendable {
  /// Returns the exercises with sessions, the most recently done first.
  ///
  /// - Throws: ``ExplainedError``.
  /// - Complexity: O(n log n) in the person's sets.
  public var exercises: @Sendable () async throws -> [StrengthExercise]

  /// Returns the sessions with an exercise; an empty history for an unknown one.
  ///
  /// - Throws: ``ExplainedError``.
  /// - Complexity: O(m log n) for m sets of the exercise.
  public var history: @Sendable (_ exercise: String) async throws -> StrengthHistory

  /// Replaces the settings of an exercise.
  ///
  /// - Parameter seen: The previous settings, as the person saw them.
  /// - Throws: ``ExplainedError``; nothing is changed. ``EditConflict`` if the stored settings are not `seen`.
  public var saveSettings:
    @Sendable (_ settings: ExerciseSettings, _ seen: ExerciseSettings, _ exercise: String)
      async throws -> Void
}

extension StrengthClient: TestDependencyKey {
  /// A client without exercises, unless a test sets them.
  public static let testValue: StrengthClient = {
    var client = StrengthClient()
    client.exercises = { [] }
    return client
  }()
}

extension DependencyValues {
  /// The client that reads strength sessions.
  public var strength: StrengthClient {
    get { self[StrengthClient.self] }
    set { self[StrengthClient.self] = newValue }
  }
}
