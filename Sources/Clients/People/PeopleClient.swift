import Models
import ReducerRuntime

/// Keeps who trains.
@DependencyClient
public struct PeopleClient: Sendable {
  /// Gives the person called `from` the name `to`, with all they did.
  ///
  /// Programs and command lines that still say `from` go on meaning the same person.
  ///
  /// - Returns: ``Renaming/renamed`` also when nobody called `from` did anything yet.
  /// - Throws: ``ExplainedError``; nobody has another name then.
  public var rename: @Sendable (_ from: PersonName, _ to: PersonName) async throws -> Renaming
}

extension PeopleClient: TestDependencyKey {
  public static let testValue = PeopleClient()
}

extension DependencyValues {
  /// Keeps who trains.
  public var people: PeopleClient {
    get { self[PeopleClient.self] }
    set { self[PeopleClient.self] = newValue }
  }
}
