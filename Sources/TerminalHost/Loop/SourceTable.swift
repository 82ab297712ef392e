import CSystem
import Glibc

/// The descriptors the loop listens to, and who hears about them.
struct SourceTable {
  private struct Source {
    var descriptor: Int32
    var events: Int16
    let handler: @MainActor (Int16) -> Void
  }

  private var sources: [Source] = []
  /// What `ppoll` reads and writes: the wake-up, the alarm, then the sources.
  private var polled: [pollfd] = []

  /// Listens to `descriptor`; its handler gets `ppoll`'s answer. One handler a descriptor.
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

  /// Fills the table for the next wait. Keeps its memory.
  ///
  /// - Parameter alarm: `nil` where there is none to be waited for; `ppoll` passes over it then.
  mutating func prepare(wake: Int32, alarm: Int32?) {
    polled.removeAll(keepingCapacity: true)
    polled.append(pollfd(fd: wake, events: Int16(POLLIN), revents: 0))
    polled.append(pollfd(fd: alarm ?? -1, events: Int16(POLLIN), revents: 0))
    for source in sources {
      polled.append(pollfd(fd: source.descriptor, events: source.events, revents: 0))
    }
  }

  /// Waits; the number of ready descriptors, or below 0 when a signal cut it short.
  mutating func poll(_ delay: Int64) -> Int32 {
    polled.withUnsafeMutableBufferPointer { polled in
      csys_poll(polled.baseAddress, UInt32(polled.count), delay)
    }
  }

  var wakeIsReady: Bool { polled[0].revents != 0 }
  var alarmIsReady: Bool { polled[1].revents != 0 }

  /// How many sources were listened to in the last wait.
  var polledSources: Int { max(0, polled.count - 2) }

  /// A polled source and what `ppoll` said of it.
  func answer(at index: Int) -> (descriptor: Int32, events: Int16) {
    (polled[index + 2].fd, polled[index + 2].revents)
  }

  /// Who hears about `descriptor`; nil when it has been removed meanwhile.
  func handler(of descriptor: Int32) -> (@MainActor (Int16) -> Void)? {
    sources.first { $0.descriptor == descriptor }?.handler
  }
}

extension EventLoop {
  /// Calls the handlers of ready descriptors. A handler may add and remove sources.
  @MainActor
  func dispatchSources() {
    for index in 0..<sources.polledSources {
      let (descriptor, events) = sources.answer(at: index)
      if events != 0 { sources.handler(of: descriptor)?(events) }
    }
  }
}
