import CSystem
import Glibc

/// The result of a program that ran in a terminal.
public struct ProgramOutcome: Hashable, Sendable {
  /// The exit status of the process; 128 plus the number for a signal.
  public var status: Int32
  /// A line for standard error.
  public var message: String?
  /// The signal that ended the program, if any.
  public var signal: Int32?

  public init(status: Int32, message: String? = nil, signal: Int32? = nil) {
    self.status = status
    self.message = message
    self.signal = signal
  }

  /// Prints the message, then ends the process: by the signal that ended the program, so that a shell detects it, or
  /// with the status. Call it after the loop has returned.
  public func exitProcess() -> Never {
    if let message {
      // Not through `stderr`, a mutable global that Swift 6 rejects.
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
