import CSystem
import Glibc

/// The terminal features that the user wants to use.
public struct TerminalOptions: Hashable, Sendable {
  /// Whether each frame is wrapped in synchronized output (DEC mode 2026), so that a terminal that supports it never
  /// shows half a frame. Other terminals ignore the mode, so it needs no query.
  public var isSynchronized: Bool

  /// Whether mouse clicks and the wheel are reported. Selecting text then needs Shift in most terminals.
  public var usesMouse: Bool

  /// Whether the terminal is asked to report key releases (kitty's keyboard protocol), so that a held key counts
  /// once. Other terminals ignore the request.
  public var usesKittyKeyboard: Bool

  /// The maximum number of frames per second while there is no input, from 1 to 1000.
  public var framesPerSecond: Int

  /// Creates options; by default all features are on.
  public init(
    isSynchronized: Bool = true, usesMouse: Bool = true, usesKittyKeyboard: Bool = true,
    framesPerSecond: Int = 50
  ) {
    self.isSynchronized = isSynchronized
    self.usesMouse = usesMouse
    self.usesKittyKeyboard = usesKittyKeyboard
    self.framesPerSecond = framesPerSecond
  }
}

/// The result of a program that ran in a terminal.
public struct ProgramOutcome: Hashable, Sendable {
  /// The exit status of the process; 128 plus the signal's number if a signal ended the program.
  public var status: Int32
  /// A line for standard error.
  public var message: String?
  /// The signal that ended the program, if any.
  public var signal: Int32?

  /// Creates a result.
  ///
  /// - Parameters:
  ///   - status: The exit status of the process.
  ///   - message: A line for standard error.
  ///   - signal: The signal that ended the program, if any.
  public init(status: Int32, message: String? = nil, signal: Int32? = nil) {
    self.status = status
    self.message = message
    self.signal = signal
  }

  /// Prints the message, then ends the process: by the signal that ended the program, so that a shell detects it, or
  /// with the status. Call this after the loop has returned.
  public func exitProcess() -> Never {
    if let message {
      // Uses the descriptor, because Swift 6 rejects `stderr`, a mutable global.
      let line = Array((message + "\n").utf8)
      csys_write_all(STDERR_FILENO, line, line.count, 1000)
    }
    if let signal {
      fflush(nil)
      csys_signal_end_process(signal)
    }
    exit(status)
  }
}

// MARK: - Crash reports

/// A file that reports crashes, and faults that the program survived, for developers. It contains source locations,
/// numbers and versions, but no personal data.
public struct CrashReport: Sendable {
  /// The path of the file, which is created with its first entry.
  public let path: String

  /// Whether the file existed at the start. A report stays until it is deleted.
  public let isFromEarlierRun: Bool

  /// Enables crash reports. The previous report is renamed, and older ones are deleted.
  ///
  /// - Parameters:
  ///   - folder: An existing folder for the report.
  ///   - facts: The first lines of the report; at most 250 bytes.
  /// - Returns: `nil` if the folder cannot be used; a crash then leaves no report.
  public init?(in folder: String, facts: [String]) {
    path = folder + "/crash-report.txt"
    isFromEarlierRun = access(path, F_OK) == 0
    guard csys_report_prepare(folder, facts.map { $0 + "\n" }.joined()) == 0 else { return nil }
    csys_crash_install()
  }

  /// Records the source location of a fault. Must not be called from several threads at once.
  ///
  /// - Returns: Whether it was written to the report.
  @discardableResult
  public func record(issueAt place: String) -> Bool { csys_report_issue(place) != 0 }
}
