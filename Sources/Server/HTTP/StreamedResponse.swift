import CHTTPServer
import Synchronization

/// A response that sends the events of a stream as they happen.
///
/// While there are no events, the connection is suspended: it occupies no thread and is not closed as idle.
///
/// `@unchecked Sendable`: the pointers never change, and are only used while the connection is suspended or being read.
final class StreamedResponse: @unchecked Sendable {
  private let events: EventStream
  private let request: OpaquePointer
  private let connection: OpaquePointer
  private let server: OpaquePointer
  private let state = Mutex(State())

  private struct State {
    /// Whether the connection waits for ``wake()``. It cannot be closed while it waits.
    var isSuspended = false
    /// Whether the stream has changed since the last read began.
    var hasChanged = false
  }

  /// Creates the response to a request.
  init(_ events: EventStream, to request: OpaquePointer) {
    self.events = events
    self.request = request
    connection = chttp_request_connection(request)
    server = chttp_request_server(request)
  }

  /// Sends the headers, then events until the stream or the connection ends.
  func send(_ status: UInt32) {
    events.onChange { [weak self] in self?.wake() }
    chttp_respond_with_stream(
      request, status,
      { context, buffer, size in
        guard let context else { return -1 }
        return Unmanaged<StreamedResponse>.fromOpaque(context).takeUnretainedValue()
          .read(into: UnsafeMutableRawBufferPointer(start: buffer, count: size))
      },
      { context in
        guard let context else { return }
        Unmanaged<StreamedResponse>.fromOpaque(context).release()
      },
      Unmanaged.passRetained(self).toOpaque())
  }

  /// Writes the next bytes, or suspends the connection.
  ///
  /// - Returns: The number of bytes, 0 if the connection was suspended, or -1 at the end.
  private func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    while true {
      state.withLock { $0.hasChanged = false }
      switch events.read(maxCount: buffer.count) {
      case .bytes(let bytes):
        buffer.copyBytes(from: bytes)
        return bytes.count
      case .end:
        return -1
      case .nothing:
        if suspend() { return 0 }
      case .accessCheck:
        checkAccess()
      }
    }
  }

  /// Suspends the connection until the next change.
  ///
  /// - Returns: False if the stream has changed since the last read.
  private func suspend() -> Bool {
    state.withLock { state in
      guard !state.hasChanged else { return false }
      chttp_suspend(connection)
      state.isSuspended = true
      return true
    }
  }

  /// Lets a worker check whether the reader may receive more events. The end of the check counts as a change.
  private func checkAccess() {
    performOnWorker(of: server) { [events] in events.checkAccess(mayWait: $0) }
  }

  /// Resumes the connection, which then reads the stream again.
  private func wake() {
    state.withLock { state in
      state.hasChanged = true
      guard state.isSuspended else { return }
      state.isSuspended = false
      chttp_resume(connection)
    }
  }
}
