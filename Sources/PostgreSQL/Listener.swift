import CPostgres
import Glibc
import Synchronization

/// A separate connection and thread that receive the notifications of a channel.
public final class Listener: Sendable {
  /// The writing end of a pipe. Closing it ends the thread.
  private let stop: Int32
  private let state = ListenerState()

  /// An event on the channel.
  public enum Event: Hashable, Sendable {
    case notification(payload: String)
    /// The connection was lost and restored. Notifications in between are lost.
    case reconnection
  }

  /// Creates a listener that listens until it is deallocated. It is connected on return if the server can be reached.
  ///
  /// - Parameters:
  ///   - listen: The statement `LISTEN` with the channel.
  ///   - handle: Called on the thread.
  public init(
    _ address: Address, listen: StaticString, handle: @escaping @Sendable (Event) -> Void
  ) throws {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else {
      throw PostgreSQLError(.failed, String(cString: strerror(errno)))
    }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    stop = ends[1]
    let loop = ListenerLoop(
      address: address, listen: listen, stop: ends[0], state: state, handle: handle)
    loop.connect()
    let context = Unmanaged.passRetained(loop).toOpaque()
    var thread = pthread_t()
    let code = pthread_create(
      &thread, nil,
      { context in
        guard let context else { return nil }
        Unmanaged<ListenerLoop>.fromOpaque(context).takeRetainedValue().run()
        return nil
      }, context)
    guard code == 0 else {
      Unmanaged<ListenerLoop>.fromOpaque(context).release()
      throw PostgreSQLError(.failed, String(cString: strerror(code)))
    }
    pthread_detach(thread)
  }

  deinit { close(stop) }

  /// The number of the current connection, counted from 1, or `nil` if there is none.
  ///
  /// A lost connection that the network does not report is detected after at most 25 seconds.
  public var connectionNumber: Int? { state.connectionNumber }
}

/// The connections of a ``Listener``.
private final class ListenerState: Sendable {
  /// The number of the connection; negative after it was lost.
  private let number = Atomic(0)

  var connectionNumber: Int? {
    let number = number.load(ordering: .acquiring)
    return number > 0 ? number : nil
  }

  /// Called by the thread only.
  func didConnect() { number.store(1 - number.load(ordering: .relaxed), ordering: .releasing) }

  /// Called by the thread only.
  func didLoseConnection() {
    number.store(-number.load(ordering: .relaxed), ordering: .releasing)
  }
}

/// The thread of a ``Listener``.
private final class ListenerLoop {
  private let address: Address
  private let listen: StaticString
  /// The reading end of a pipe, whose writing end the listener closes when it is deallocated.
  private let stop: Int32
  private let state: ListenerState
  private let handle: (Listener.Event) -> Void
  private var connection: PostgreSQLConnection?

  init(
    address: Address, listen: StaticString, stop: Int32, state: ListenerState,
    handle: @escaping @Sendable (Listener.Event) -> Void
  ) {
    self.address = address
    self.listen = listen
    self.stop = stop
    self.state = state
    self.handle = handle
  }

  deinit { close(stop) }

  func connect() {
    connection = try? PostgreSQLConnection(address)
    do { try connection?.run(listen) } catch { connection = nil }
    if connection != nil { state.didConnect() }
  }

  func run() {
    while true {
      if let connection {
        handleNotifications(of: connection)
        guard wait(for: connection.socket, timeout: -1) else { return }
        if !connection.receive() {
          self.connection = nil
          state.didLoseConnection()
        }
      } else {
        guard wait(for: -1, timeout: Int32.random(in: 500...1500)) else { return }
        connect()
        if connection != nil { handle(.reconnection) }
      }
    }
  }

  private func handleNotifications(of connection: PostgreSQLConnection) {
    for payload in connection.notifications() { handle(.notification(payload: payload)) }
  }

  /// Waits until a socket is readable or the timeout, in milliseconds, has passed.
  ///
  /// - Returns: False if the listener was deallocated.
  private func wait(for socket: Int32, timeout: Int32) -> Bool {
    var descriptors = [
      pollfd(fd: stop, events: Int16(POLLIN), revents: 0),
      pollfd(fd: socket, events: Int16(POLLIN), revents: 0),
    ]
    poll(&descriptors, 2, timeout)
    return descriptors[0].revents == 0
  }
}

extension PostgreSQLConnection {
  fileprivate var socket: Int32 { cpostgres_socket(handle) }

  /// Reads the available data.
  ///
  /// - Returns: Whether the connection still exists.
  fileprivate func receive() -> Bool {
    cpostgres_receive(handle) && !cpostgres_is_busy(handle) && cpostgres_is_connected(handle)
  }

  /// Returns the payloads of the received notifications.
  fileprivate func notifications() -> [String] {
    var payloads: [String] = []
    withUnsafeMutablePointer(to: &payloads) { pointer in
      cpostgres_take_notifications(
        handle,
        { context, payload in
          context?.assumingMemoryBound(to: [String].self).pointee.append(String(cString: payload))
        }, pointer)
    }
    return payloads
  }
}
