import Models
import ReducerRuntime

/// A client that renames people.
@DependencyClient
public struct PeopleClient: Sendable {
  /// Renames the person called `from` to `to`, with all their workouts.
  ///
  /// Processes and scripts that still use the name `from` refer to the same person.
  ///
  /// - Returns: ``RenameResult/renamed`` even if nothing is stored for `from` yet.
  /// - Throws: ``ExplainedError``; no name is changed.
  public var rename: @Sendable (_ from: PersonName, _ to: PersonName) async throws -> RenameResult
}

extension PeopleClient: TestDependencyKey {
  public static let testValue = PeopleClient()
}

extension DependencyValues {
  /// The client that renames people.
  public var people: PeopleClient {
    get { self[PeopleClient.self] }
    set { self[PeopleClient.self] = newValue }
  }
}
