/// An app as a host sees it: events in, frames out. A terminal, a test and a demo player drive the
/// same one.
@MainActor
public protocol Program: AnyObject {
  /// Tells the size of the terminal, before anything else. A change of it comes as an event.
  func begin(in size: Size)

  /// Takes one event. What it starts may go on after this returns.
  func handle(_ event: InputEvent)

  /// Whether something on screen has changed since the last ``render(into:)``. Asked once per turn
  /// of the host's loop: keep it cheap.
  var needsRender: Bool { get }

  /// Brings `frame`, which is as this left it the last time, up to date; all of it when it is another one.
  func render(into frame: inout Frame)

  /// Set when the program wants to leave.
  var exit: Exit? { get }

  /// Told that it has to leave: saves what runs. The host leaves when this returns, or after a few
  /// seconds.
  func terminate(_ reason: TerminationReason) async
}

extension Program {
  /// Does nothing: the program looks the same in any room, but for what a frame's size says.
  public func begin(in size: Size) {}
}

/// How a program leaves.
public struct Exit: Hashable, Sendable {
  /// The process's exit status.
  public var status: Int32
  /// A line for standard error, once the terminal is restored.
  public var message: String?

  public init(status: Int32 = 0, message: String? = nil) {
    self.status = status
    self.message = message
  }
}

/// Why a program has to leave.
public enum TerminationReason: Hashable, Sendable {
  /// A signal of that number: SIGTERM, SIGHUP, SIGINT or SIGQUIT.
  case signal(Int32)
  /// The terminal went away.
  case terminalClosed
}
