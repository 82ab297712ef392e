import Glibc

/// Sockets and timers of other libraries in the event loop.
extension EventLoop {
  /// Calls `handler` on the loop's thread whenever a descriptor is ready. It replaces an earlier handler of the
  /// descriptor.
  ///
  /// - Parameters:
  ///   - isReading: Whether to wait until there is something to read, or the other end has closed the connection.
  ///   - isWriting: Whether to wait until something can be written.
  ///   - handler: It is ready for both after an error. It may watch and ignore descriptors.
  /// - Complexity: O(n) in the watched descriptors.
  @MainActor
  public func watch(
    _ descriptor: Int32, isReading: Bool, isWriting: Bool,
    _ handler: @escaping @MainActor (_ isReadable: Bool, _ isWritable: Bool) -> Void
  ) {
    sources.remove(descriptor)
    let events = (isReading ? POLLIN : 0) | (isWriting ? POLLOUT : 0)
    sources.add(descriptor, events: events) { events in
      let events = Int32(events)
      let hasFailed = events & (POLLERR | POLLHUP | POLLNVAL) != 0
      handler(events & POLLIN != 0 || hasFailed, events & POLLOUT != 0 || hasFailed)
    }
  }

  /// Stops watching a descriptor.
  @MainActor
  public func unwatch(_ descriptor: Int32) { sources.remove(descriptor) }

  /// Calls `action` on the loop's thread after `delay`.
  ///
  /// - Returns: An identifier for ``cancelTimer(_:)``.
  @MainActor
  public func startTimer(
    after delay: Duration, _ action: @escaping @MainActor () -> Void
  ) -> UInt64 {
    schedule(at: now.advanced(by: delay), action)
  }

  /// Cancels a timer. Does nothing if it has fired.
  @MainActor
  public func cancelTimer(_ id: UInt64) { unschedule(id) }
}
