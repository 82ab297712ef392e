import CTestSupport
import Glibc
import Testing

/// Tracing of a program from one system call to the next, so that a test can act at each of them, independent of
/// timing.
///
/// A traced program belongs to the thread that traces it, so a test must not suspend while tracing.
extension PtySession {
  /// Whether tracing is permitted.
  package static let canTrace: Bool = {
    guard let session = try? PtySession("/bin/true", isTraced: true) else { return false }
    let isWhole = session.run(steps: 3, until: { false }) == 3
    session.release()
    return isWhole
  }()

  /// Stops the main thread of a running program, or another thread.
  package func hold(thread: pid_t? = nil) throws {
    try #require(ctest_trace_attach(thread ?? pid) == 0)
  }

  /// Types a key for a stopped program, and waits until the kernel, which works asynchronously, has delivered it.
  package func typeWhileStopped(_ key: String, _ location: SourceLocation = #_sourceLocation) throws
  {
    type(key)
    let terminal = open("/proc/\(pid)/fd/0", O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    defer { close(terminal) }
    var poller = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
    try wait(
      until: { poll(&poller, 1, 0) == 1 }, "key in the terminal", isReading: false, every: 1,
      location)
  }

  /// Continues until the main thread has entered or left a number of system calls, until it waits and `isDone`
  /// returns `true`, or until it has ended.
  ///
  /// - Parameter isDone: Called after available output has been read.
  /// - Returns: The number of system calls.
  @discardableResult
  package func run(steps: Int, until isDone: () -> Bool) -> Int {
    for count in 0..<steps {
      var call = 0
      let ended = ctest_trace_step(pid, &call)
      guard ended == 0 else {
        status = ended - 1
        return count
      }
      // From here on, a signal has no effect on the program.
      if call == ctest_call_exit { isExiting = true }
      guard call == ctest_call_ppoll else { continue }
      while read(0) {}
      if isDone() { return count }
    }
    return steps
  }

  /// Continues until the main thread, or another stopped thread, enters a system call, without reading output.
  ///
  /// - Parameters:
  ///   - call: The number of the system call.
  ///   - steps: The maximum number of system calls to enter or leave before that.
  /// - Returns: Whether the thread entered the system call.
  package func run(thread: pid_t? = nil, to call: Int, within steps: Int = .max) -> Bool {
    for _ in 0..<steps {
      var entered = 0
      let ended = ctest_trace_step(thread ?? pid, &entered)
      guard ended == 0 else {
        if thread == nil { status = ended - 1 }
        return false
      }
      if entered == call { return true }
    }
    return false
  }

  /// Same as ``run(steps:until:)``, until the output after position `start` contains `text`.
  @discardableResult
  package func run(steps: Int = .max, until text: String, after start: Int = 0) -> Int {
    run(steps: steps) { output(after: start).contains(text) }
  }

  /// Whether the program has ended, or entered the system call that ends it.
  package var hasEnded: Bool { status != nil || isExiting }

  /// Detaches from the program.
  package func release(thread: pid_t? = nil) {
    if status == nil { ctest_trace_detach(thread ?? pid) }
  }
}
