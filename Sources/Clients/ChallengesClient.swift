import Models
import ReducerRuntime

/// A client that stores custom challenges, which all users of a database share.
@DependencyClient
public struct ChallengesClient: Sendable {
  /// Returns all custom challenges.
  ///
  /// - Throws: ``ExplainedError``.
  public var custom: @Sendable () async throws -> CustomChallenges

  /// Adds a custom challenge.
  ///
  /// - Returns: The saved challenge. Its ID ends with a number if the ID of the given challenge was already in use.
  /// - Throws: ``ExplainedError``.
  public var add: @Sendable (_ challenge: Challenge) async throws -> Challenge

  /// Returns the challenge with the same routine and scoring, or adds the challenge if there is none.
  ///
  /// - Throws: ``ExplainedError``.
  public var findOrAdd: @Sendable (_ challenge: Challenge) async throws -> Challenge

  /// Replaces a challenge with a new version. The scoring cannot change, because existing results depend on it.
  ///
  /// - Parameter seen: The version that the person has edited; `nil` if the person knows that the challenge is deleted.
  /// - Throws: ``ExplainedError``; nothing is changed. ``EditConflict`` if the stored version is not `seen`.
  public var edit: @Sendable (_ challenge: Challenge, _ seen: Challenge?) async throws -> Void

  /// Deletes a challenge; its results remain.
  ///
  /// - Throws: ``ExplainedError``; nothing is changed. ``EditConflict`` if the stored version is not `challenge`.
  public var delete: @Sendable (_ challenge: Challenge) async throws -> Void

  /// Undoes a change or deletion.
  ///
  /// - Parameter change: The change; `nil` for the latest one that has not been undone.
  /// - Returns: The restored challenge, or `nil` if there was no change in the last thirty days.
  /// - Throws: ``ExplainedError``; nothing is changed. ``EditConflict`` if the challenge was changed after `change`.
  public var undo: @Sendable (_ change: ChallengeChange?) async throws -> Challenge?
}

extension ChallengesClient: TestDependencyKey {
  /// A client without challenges, unless a test sets them.
  public static let testValue: ChallengesClient = {
    var client = ChallengesClient()
    client.custom = { CustomChallenges() }
    return client
  }()
}

extension DependencyValues {
  /// The client that stores custom challenges.
  public var challenges: ChallengesClient {
    get { self[ChallengesClient.self] }
    set { self[ChallengesClient.self] = newValue }
  }
}
