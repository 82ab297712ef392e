import CSystem
import Glibc

/// How a program left its terminal.
public struct Outcome: Hashable, Sendable {
  /// The exit status for the process; 128 plus the number for a signal.
  public var status: Int32
  /// A line for standard error.
  public var message: String?
  /// The signal that asked to leave.
  public var signal: Int32?

  public init(status: Int32, message: String? = nil, signal: Int32? = nil) {
    self.status = status
    self.message = message
    self.signal = signal
  }

  /// Prints the message, then ends the process: by the signal that asked for it, so that a shell
  /// sees what happened, or with the status. Call it once the loop has returned.
  public func leave() -> Never {
    if let message {
      // Not by `stderr`, a mutable global that Swift 6 refuses.
      let line = Array((message + "\n").utf8)
      csys_write_all(STDERR_FILENO, line, line.count, 1000)
    }
    if let signal {
      fflush(nil)
      csys_signal_die(signal)
    }
    exit(status)
  }
}
