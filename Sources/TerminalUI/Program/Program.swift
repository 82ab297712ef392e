/// An app that a host runs: it receives events and renders frames. A host is a terminal, a test or a demo player.
@MainActor
public protocol Program: AnyObject {
  /// Sets the initial size of the terminal, before any other call. Later changes are events.
  func begin(in size: Size)

  /// Handles one event. Effects that it starts may continue after this returns.
  func handle(_ event: InputEvent)

  /// Whether the screen has changed since the last ``render(into:)``.
  ///
  /// The host reads it once per iteration of its event loop, so it must be cheap.
  var needsRender: Bool { get }

  /// Updates `frame`, which holds the previous frame, or redraws all of a different one.
  func render(into frame: inout Frame)

  /// The exit status and message once the program is to end; otherwise `nil`.
  var exit: Exit? { get }

  /// Saves what must not be lost before the process ends. The host exits when this returns, or after a few seconds.
  func terminate(_ reason: TerminationReason) async
}

extension Program {
  /// Does nothing. Programs that need no more than the size of a frame use this default.
  public func begin(in size: Size) {}
}

/// The exit status and message of a program.
public struct Exit: Hashable, Sendable {
  /// The exit status of the process.
  public var status: Int32
  /// A line for standard error, printed once the terminal is restored.
  public var message: String?

  public init(status: Int32 = 0, message: String? = nil) {
    self.status = status
    self.message = message
  }
}

/// The reason for which a program has to end.
public enum TerminationReason: Hashable, Sendable {
  /// A signal with its number: SIGTERM, SIGHUP, SIGINT or SIGQUIT.
  case signal(Int32)
  /// The terminal was closed.
  case terminalClosed
}
