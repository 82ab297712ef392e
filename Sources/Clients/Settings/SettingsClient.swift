import Models
import ReducerRuntime

/// Keeps a person's settings.
@DependencyClient
public struct SettingsClient: Sendable {
  /// Keeps `settings`, so that the next start finds them.
  ///
  /// - Throws: ``SettingsError``; what was kept before is still there.
  public var save: @Sendable (_ settings: Settings) async throws -> Void
}

extension SettingsClient: TestDependencyKey {
  public static let testValue = SettingsClient()

  /// Keeps nothing: a demonstration leaves no trace.
  public static let demo = SettingsClient(save: { _ in })
}

extension DependencyValues {
  /// Keeps a person's settings.
  public var settings: SettingsClient {
    get { self[SettingsClient.self] }
    set { self[SettingsClient.self] = newValue }
  }
}

/// The settings as a start finds them, and what could not be read of them.
public struct LoadedSettings: Hashable, Sendable {
  public var settings: Settings
  /// One sentence each, with the file and the line: "/home/ann/.config/ladder/settings:3: …".
  public var problems: [String]

  public init(settings: Settings = Settings(), problems: [String] = []) {
    self.settings = settings
    self.problems = problems
  }
}
