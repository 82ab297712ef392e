import Models
import ReducerRuntime

/// Tells what the program runs on.
@DependencyClient
public struct SystemInformationClient: Sendable {
  /// Looks afresh, for a terminal changes its size; what cannot be told is left out.
  public var read: @Sendable () async -> SystemInformation = { SystemInformation() }
}

extension SystemInformationClient: TestDependencyKey {
  public static let testValue = SystemInformationClient()

  /// The same on every machine.
  public static let demo = SystemInformationClient(read: {
    SystemInformation([
      .init("Ladder", "demo"), .init("System", "Linux"), .init("Terminal", "80 x 24"),
    ])
  })
}

extension DependencyValues {
  /// Tells what the program runs on.
  public var systemInformation: SystemInformationClient {
    get { self[SystemInformationClient.self] }
    set { self[SystemInformationClient.self] = newValue }
  }
}
