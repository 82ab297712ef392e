import CTestSupport
import Glibc
import Testing

/// A program that is stopped at one system call after another, so that something can be done to it at each moment there
/// is, and not at some time.
///
/// A traced program belongs to the thread that traces it: a test does all of it without waiting for anybody.
extension PtySession {
  /// Whether programs may be traced here.
  package static let mayTrace: Bool = {
    guard let session = try? PtySession("/bin/true", isTraced: true) else { return false }
    let isWhole = session.run(steps: 3, until: { false }) == 3
    session.release()
    return isWhole
  }()

  /// Stops the main thread of a running program, or another one.
  package func hold(thread: pid_t? = nil) throws {
    try #require(ctest_trace_attach(thread ?? pid) == 0)
  }

  /// Types a key for a program that is held, and waits until the kernel has passed it on: it does so in its own time.
  package func typeWhileHeld(_ key: String, _ location: SourceLocation = #_sourceLocation) throws {
    type(key)
    let terminal = open("/proc/\(pid)/fd/0", O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    defer { close(terminal) }
    var poller = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
    try wait(
      until: { poll(&poller, 1, 0) == 1 }, "key in the terminal", isReading: false, every: 1,
      location)
  }

  /// Lets it go on until its main thread has entered or left so many system calls, it rests with `isDone` come true, or
  /// it has ended.
  ///
  /// - Parameter isDone: Asked once what was written has been read.
  /// - Returns: How many it were.
  @discardableResult
  package func run(steps: Int, until isDone: () -> Bool) -> Int {
    for count in 0..<steps {
      var call = 0
      let ended = ctest_trace_step(pid, &call)
      guard ended == 0 else {
        status = ended - 1
        return count
      }
      // A signal does nothing any more.
      if call == ctest_call_exit { isExiting = true }
      guard call == ctest_call_ppoll else { continue }
      while read(0) {}
      if isDone() { return count }
    }
    return steps
  }

  /// Lets it go on until its main thread, or another one that is held, enters a system call, and reads nothing of what it
  /// writes.
  ///
  /// - Parameters:
  ///   - call: Its number.
  ///   - steps: How many system calls it may enter or leave before that.
  /// - Returns: Whether it is there, and did not end, or take so many steps.
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

  /// The same until `text` has been shown behind `start`.
  @discardableResult
  package func run(steps: Int = .max, until text: String, after start: Int = 0) -> Int {
    run(steps: steps) { output(after: start).contains(text) }
  }

  /// Whether the program has ended, or entered the system call that ends it.
  package var hasEnded: Bool { status != nil || isExiting }

  /// Lets it go on by itself.
  package func release(thread: pid_t? = nil) {
    if status == nil { ctest_trace_detach(thread ?? pid) }
  }
}
