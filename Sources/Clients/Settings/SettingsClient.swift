import Models
import ReducerRuntime

/// A client that saves a person's settings.
@DependencyClient
public struct SettingsClient: Sendable {
  /// Saves what has changed in `settings` since they were saved or loaded last.
  ///
  /// - Returns: The saved settings, with what other programs have changed.
  /// - Throws: ``SettingsError``; the saved settings are unchanged.
  public var save: @Sendable (_ settings: Settings) async throws -> Settings
}

extension SettingsClient: TestDependencyKey {
  public static let testValue = SettingsClient()

  /// A client for demos, which saves nothing.
  public static let demo = SettingsClient(save: { settings in settings })
}

extension DependencyValues {
  /// The client that saves a person's settings.
  public var settings: SettingsClient {
    get { self[SettingsClient.self] }
    set { self[SettingsClient.self] = newValue }
  }
}

/// The settings as loaded at the start, and the problems found in the file.
public struct LoadedSettings: Hashable, Sendable {
  /// The settings, with defaults for invalid lines.
  public var settings: Settings
  /// The first problems, one sentence each, with the file and the line: "/home/ann/.config/ladder/settings:3: …". The
  /// last sentence is the number of the other problems, if there are any.
  public var problems: [String]

  public init(settings: Settings = Settings(), problems: [String] = []) {
    self.settings = settings
    self.problems = problems
  }
}
