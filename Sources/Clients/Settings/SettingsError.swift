import Models

/// Why the settings file could not be read or written.
public struct SettingsError: ExplainedError, Hashable, Sendable {
  public enum Operation: String, Hashable, Sendable {
    case read, write
  }

  public var operation: Operation
  /// The file; empty when there is no folder for it.
  public var path: String
  /// The system's `errno`, or zero when there was nothing to ask it.
  public var code: Int32
  /// The system's words for it.
  public var message: String

  public init(operation: Operation, path: String, code: Int32, message: String) {
    self.operation = operation
    self.path = path
    self.code = code
    self.message = message
  }

  /// No folder for settings is known.
  public static let noFolder = SettingsError(operation: .write, path: "", code: 0, message: "")

  /// What happened, without what to do.
  public var happened: String {
    path.isEmpty
      ? "there is no folder for the settings"
      : "cannot \(operation.rawValue) \(path.visibleText) (\(message.visibleText))"
  }

  /// What to do about it.
  public var remedy: String {
    path.isEmpty
      ? "set HOME or XDG_CONFIG_HOME and start again" : "check that it exists and is yours"
  }

  /// What was tried, and the system's answer.
  public var details: String { "settings: \(operation.rawValue)\ncode: \(code) \(message)" }
}
