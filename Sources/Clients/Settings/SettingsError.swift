import Glibc
import Models

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
    case EFBIG: "remove lines until it has less than 1 MB"
    default: "check that it exists and is yours"
    }
  }

  /// The operation and the system's error.
  public var details: String { "settings: \(operation.rawValue)\ncode: \(code) \(message)" }
}
