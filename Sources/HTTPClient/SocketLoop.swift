/// An event loop that runs the main actor and can wait for sockets.
@MainActor
public protocol SocketLoop: AnyObject, Sendable {
  /// Calls `handler` whenever a descriptor is ready, until the next call for this descriptor.
  ///
  /// - Parameters:
  ///   - isReading: Whether to wait until there is something to read, or the other end has closed the connection.
  ///   - isWriting: Whether to wait until something can be written.
  func watch(
    _ descriptor: Int32, isReading: Bool, isWriting: Bool,
    _ handler: @escaping @MainActor (_ isReadable: Bool, _ isWritable: Bool) -> Void)

  /// Stops waiting for a descriptor.
  func unwatch(_ descriptor: Int32)

  /// Calls `action` after `delay`.
  ///
  /// - Returns: An identifier for ``cancelTimer(_:)``.
  func startTimer(after delay: Duration, _ action: @escaping @MainActor () -> Void) -> UInt64

  /// Cancels a timer. Does nothing if it has fired.
  func cancelTimer(_ id: UInt64)
}
