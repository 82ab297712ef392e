import Models
import ReducerRuntime

/// Keeps the challenges that people made themselves, the same for everybody who shares a database.
@DependencyClient
public struct ChallengesClient: Sendable {
  /// All of them.
  ///
  /// - Throws: ``ExplainedError``.
  public var own: @Sendable () async throws -> OwnChallenges

  /// Keeps a new one.
  ///
  /// - Returns: The challenge as it is kept: its key has a number behind it when the name was taken before.
  /// - Throws: ``ExplainedError``.
  public var add: @Sendable (_ challenge: Challenge) async throws -> Challenge

  /// Keeps another version of one. How it is scored stays as it was, for results hang on it.
  ///
  /// - Throws: ``ExplainedError``.
  public var edit: @Sendable (_ challenge: Challenge) async throws -> Void

  /// Deletes one; what was done in it stays. One that does not exist is no error.
  ///
  /// - Throws: ``ExplainedError``.
  public var delete: @Sendable (_ id: Challenge.ID) async throws -> Void

  /// Takes back the last change or deletion that has not been taken back.
  ///
  /// - Returns: The challenge that is back as it was; `nil` when there was none in the last thirty days.
  /// - Throws: ``ExplainedError``.
  public var undo: @Sendable () async throws -> Challenge?
}

extension ChallengesClient: TestDependencyKey {
  /// Nobody made a challenge, unless a test says so.
  public static let testValue: ChallengesClient = {
    var client = ChallengesClient()
    client.own = { OwnChallenges() }
    return client
  }()
}

extension DependencyValues {
  /// Keeps the challenges that people made themselves.
  public var challenges: ChallengesClient {
    get { self[ChallengesClient.self] }
    set { self[ChallengesClient.self] = newValue }
  }
}
