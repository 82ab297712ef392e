import CSystem
import Glibc

/// A table of polled descriptors and their handlers.
struct SourceTable {
  private struct Source {
    var descriptor: Int32
    var events: Int16
    let handler: @MainActor (Int16) -> Void
  }

  private var sources: [Source] = []
  /// The entries for `ppoll`: the wake-up, the alarm, then the sources.
  private var polled: [pollfd] = []

  /// Adds `descriptor`. The handler receives the events from `ppoll`. Each descriptor has one handler.
  mutating func add(
    _ descriptor: Int32, events: Int32, _ handler: @escaping @MainActor (Int16) -> Void
  ) {
    sources.append(Source(descriptor: descriptor, events: Int16(events), handler: handler))
  }

  mutating func setEvents(_ events: Int32, of descriptor: Int32) {
    for index in sources.indices where sources[index].descriptor == descriptor {
      sources[index].events = Int16(events)
    }
  }

  mutating func remove(_ descriptor: Int32) {
    sources.removeAll { $0.descriptor == descriptor }
  }

  /// Fills the entries for the next wait, reusing their memory.
  ///
  /// - Parameter alarm: The alarm's descriptor, or `nil` if it is not armed; `ppoll` then skips the entry.
  mutating func prepare(wake: Int32, alarm: Int32?) {
    polled.removeAll(keepingCapacity: true)
    polled.append(pollfd(fd: wake, events: Int16(POLLIN), revents: 0))
    polled.append(pollfd(fd: alarm ?? -1, events: Int16(POLLIN), revents: 0))
    for source in sources {
      polled.append(pollfd(fd: source.descriptor, events: source.events, revents: 0))
    }
  }

  /// Waits. Returns the number of ready descriptors, or a negative number after an interruption by a signal.
  mutating func poll(_ delay: Int64) -> Int32 {
    polled.withUnsafeMutableBufferPointer { polled in
      csys_poll(polled.baseAddress, UInt32(polled.count), delay)
    }
  }

  var isWakeReady: Bool { polled[0].revents != 0 }
  var isAlarmReady: Bool { polled[1].revents != 0 }

  /// The number of sources in the last wait.
  var polledSourceCount: Int { max(0, polled.count - 2) }

  /// Returns a polled source and its events.
  func polledEvents(at index: Int) -> (descriptor: Int32, events: Int16) {
    (polled[index + 2].fd, polled[index + 2].revents)
  }

  /// Returns the handler of `descriptor`, or `nil` if it has been removed in the meantime.
  func handler(of descriptor: Int32) -> (@MainActor (Int16) -> Void)? {
    sources.first { $0.descriptor == descriptor }?.handler
  }
}

extension EventLoop {
  /// Calls the handlers of ready descriptors. A handler may add and remove sources.
  @MainActor
  func dispatchSources() {
    for index in 0..<sources.polledSourceCount {
      let (descriptor, events) = sources.polledEvents(at: index)
      if events != 0 { sources.handler(of: descriptor)?(events) }
    }
  }
}

// MARK: - Descriptors of other libraries

/// Sockets and timers of other libraries in the event loop.
extension EventLoop {
  /// Calls `handler` on the loop's thread whenever a descriptor is ready. It replaces an earlier handler of the
  /// descriptor.
  ///
  /// - Parameters:
  ///   - isReading: Whether to wait until there is data to read or the other end has closed the connection.
  ///   - isWriting: Whether to wait until data can be written.
  ///   - handler: Called with both arguments true after an error. It may watch and unwatch descriptors.
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
