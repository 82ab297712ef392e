import Dispatch

/// A loop that waits for sockets on the main queue, for tests in a process without the event loop.
@MainActor
package final class DispatchLoop {
  private var sources: [Int32: [any DispatchSourceProtocol]] = [:]
  private var timers: [UInt64: DispatchWorkItem] = [:]
  private var lastTimer: UInt64 = 0

  package nonisolated init() {}

  package func watch(
    _ descriptor: Int32, isReading: Bool, isWriting: Bool,
    _ handler: @escaping @MainActor (_ isReadable: Bool, _ isWritable: Bool) -> Void
  ) {
    unwatch(descriptor)
    var added: [any DispatchSourceProtocol] = []
    if isReading {
      let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .main)
      source.setEventHandler { MainActor.assumeIsolated { handler(true, false) } }
      added.append(source)
    }
    if isWriting {
      let source = DispatchSource.makeWriteSource(fileDescriptor: descriptor, queue: .main)
      source.setEventHandler { MainActor.assumeIsolated { handler(false, true) } }
      added.append(source)
    }
    for source in added { source.resume() }
    sources[descriptor] = added
  }

  package func unwatch(_ descriptor: Int32) {
    for source in sources.removeValue(forKey: descriptor) ?? [] { source.cancel() }
  }

  package func startTimer(
    after delay: Duration, _ action: @escaping @MainActor () -> Void
  ) -> UInt64 {
    lastTimer += 1
    let id = lastTimer
    let item = DispatchWorkItem {
      MainActor.assumeIsolated {
        guard self.timers.removeValue(forKey: id) != nil else { return }
        action()
      }
    }
    timers[id] = item
    DispatchQueue.main.asyncAfter(
      deadline: .now() + .milliseconds(Int(delay / .milliseconds(1))), execute: item)
    return id
  }

  package func cancelTimer(_ id: UInt64) { timers.removeValue(forKey: id)?.cancel() }
}
