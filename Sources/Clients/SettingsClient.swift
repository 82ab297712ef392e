import Glibc
import Models
import ReducerRuntime

/// A client that saves a person's settings.
@DependencyClient
public struct SettingsClient: Sendable {
  /// Saves the changes in `settings` since they were last saved or loaded.
  ///
  /// - Returns: The saved settings, including changes by other programs.
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
  /// The first problems, one sentence each, with the file and the line: "/home/ann/.config/ladder/settings:3: …". If
  /// there are more, the last sentence counts the others.
  public var problems: [String]

  public init(settings: Settings = Settings(), problems: [String] = []) {
    self.settings = settings
    self.problems = problems
  }
}

/// An error of reading or writing the settings file.
public struct SettingsError: ExplainedError, Hashable, Sendable {
  public enum Operation: String, Hashable, Sendable {
    case read, write
  }

  public var operation: Operation
  /// The path of the file; empty if there is no folder for it.
  public var path: String
  /// The system's `errno`, or zero if no system call failed.
  public var code: Int32
  /// The system's error message.
  public var message: String

  public init(operation: Operation, path: String, code: Int32, message: String) {
    self.operation = operation
    self.path = path
    self.code = code
    self.message = message
  }

  /// The error for a system without a folder for settings.
  public static let noFolder = SettingsError(operation: .write, path: "", code: 0, message: "")

  /// A description of the error.
  public var summary: String {
    path.isEmpty
      ? "there is no folder for the settings"
      : "cannot \(operation.rawValue) \(path.escapedText) (\(message.escapedText))"
  }

  /// The action that resolves the error.
  public var remedy: String {
    if path.isEmpty { return "set HOME or XDG_CONFIG_HOME and start again" }
    return switch code {
    case 0: "replace it with a text file, or remove it"
    case EINVAL: "correct the file, or remove programs from it"
    case EFBIG: "remove lines until it is smaller than 1 MB"
    default: "check that it exists and is yours"
    }
  }

  /// The operation and the system's error.
  public var details: String { "settings: \(operation.rawValue)\ncode: \(code) \(message)" }
}
