import Models

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
