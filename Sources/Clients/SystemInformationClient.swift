import Models
import ReducerRuntime

/// A client that reads information about the system.
@DependencyClient
public struct SystemInformationClient: Sendable {
  /// Reads the information each time, because the size of the terminal can change. Unknown items are omitted.
  public var read: @Sendable () async -> SystemInformation = { SystemInformation() }
}

extension SystemInformationClient: TestDependencyKey {
  public static let testValue = SystemInformationClient()

  /// A client for demos, with the same information on every machine.
  public static let demo = SystemInformationClient(read: {
    SystemInformation([
      .init("Ladder", "demo"), .init("System", "Linux"), .init("Terminal", "80 x 24"),
    ])
  })
}

extension DependencyValues {
  /// The client that reads information about the system.
  public var systemInformation: SystemInformationClient {
    get { self[SystemInformationClient.self] }
    set { self[SystemInformationClient.self] = newValue }
  }
}
