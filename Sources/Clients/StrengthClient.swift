import Models
import ReducerRuntime

/// A client that reads the strength sessions of the current person, and stores the settings of each exercise. It also
/// reads programs and returns their next session.
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

  /// Returns the person's latest body weight of the last ``BodyShare/maxAge`` days.
  ///
  /// - Parameter today: The local day, in days since 1970.
  /// - Returns: `nil` without one.
  /// - Throws: ``ExplainedError``.
  /// - Complexity: O(log n), and O(k) in the workouts with figures in that time.
  public var bodyWeight: @Sendable (_ today: Int64) async throws -> Weight?

  /// Returns the built-in programs, and then the person's.
  ///
  /// - Throws: ``ExplainedError``.
  public var programs: @Sendable () async throws -> [TrainingProgram]

  /// Returns the next session of the followed program, or the sets that a progression rule suggests.
  ///
  /// - Parameters:
  ///   - settings: The settings, with the program and the training days.
  ///   - today: The local day, in days since 1970.
  /// - Returns: `nil` without a program and without an exercise whose rule suggests sets.
  /// - Throws: ``ExplainedError``.
  /// - Complexity: O(m log n) for m sets of the exercises.
  public var next: @Sendable (_ settings: Settings, _ today: Int64) async throws -> NextSession?

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
    client.bodyWeight = { _ in nil }
    client.next = { _, _ in nil }
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
