import CSystem
import CTestSupport
import Glibc
import Testing

/// A program on a pseudo-terminal, controlled by a test.
package final class PtySession {
  package let pid: pid_t
  package private(set) var master: Int32
  /// The output of the program so far.
  package var output: String { output(after: 0) }
  package private(set) var bytes: [UInt8] = []
  /// The status from `waitpid`, once the program has ended.
  var status: Int32?
  /// Whether a traced program has entered the system call that ends it.
  var isExiting = false
  private var size: (columns: Int, rows: Int)
  private let initialModes: [UInt32]

  /// The maximum number of observations without progress in one wait.
  package var maxIdleObservations = 80
  /// Whether the program has closed the terminal: no more output will come.
  private var isClosed = false

  package static let probe = path(of: "terminal-probe")

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - name: The program's `argv[0]`; its path by default.
  ///   - environment: Variables as `NAME=VALUE`, which override the defaults.
  package init(
    _ path: String = PtySession.probe, _ arguments: [String] = [], name: String? = nil,
    term: String? = "xterm-256color", environment: [String] = [], columns: Int32 = 80,
    rows: Int32 = 24, isTraced: Bool = false
  ) throws {
    size = (Int(columns), Int(rows))
    // An intended crash leaves no core file behind.
    var limit = rlimit(rlim_cur: 0, rlim_max: 0)
    getrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit)
    limit.rlim_cur = 0
    setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit)

    var variables = [
      "LC_ALL=C.UTF-8", "PATH=/usr/bin:/bin", "PS1=prompt>", "SWIFT_BACKTRACE=enable=no",
    ]
    variables += term.map { ["TERM=\($0)"] } ?? []
    variables += sharedEnvironment.map { "\($0.key)=\($0.value)" }
    // `getenv` returns the first of two values, so defaults that `environment` overrides are removed.
    let names = environment.map { $0.prefix { $0 != "=" } }
    variables.removeAll { names.contains($0.prefix { $0 != "=" }) }
    let child = Self.withStrings([name ?? path] + arguments) { argv in
      Self.withStrings(variables + environment) { envp in
        isTraced
          ? ctest_pty_spawn_traced(path, argv, envp, columns, rows)
          : ctest_pty_spawn(path, argv, envp, columns, rows)
      }
    }
    try #require(child.pid > 0)
    if isTraced { try #require(ctest_trace_begin(child.pid) == 0) }
    pid = child.pid
    master = child.master
    var fresh: Int32 = -1
    var freshSlave: Int32 = -1
    ctest_pty_open(&fresh, &freshSlave, columns, rows)
    initialModes = Self.modes(of: fresh)
    close(fresh)
    close(freshSlave)
  }

  deinit {
    if status == nil {
      kill(pid, SIGKILL)
      _ = ctest_pty_wait(pid, 1)
    }
    if master >= 0 { close(master) }
  }

  // MARK: Controlling

  package func type(_ text: String) {
    let bytes = Array(text.utf8)
    _ = csys_write(master, bytes, bytes.count)
  }

  package func signal(_ number: Int32) { kill(pid, number) }

  package func resize(_ columns: Int32, _ rows: Int32) {
    ctest_set_window_size(master, columns, rows)
    size = (Int(columns), Int(rows))
  }

  private func openTerminal() -> Int32 {
    open("/proc/\(pid)/fd/0", O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
  }

  /// Fills the terminal's output queue completely.
  package func fill() {
    let terminal = openTerminal()
    defer { close(terminal) }
    // The kernel frees space by moving bytes on, possibly after `fill` returns. So callers check `isFull` and fill the
    // queue again.
    var rejectedWrites = 0
    while rejectedWrites < 20 {
      if write(terminal, ".", 1) == 1 {
        rejectedWrites = 0
      } else {
        rejectedWrites += 1
        rest(milliseconds: 1)
      }
    }
  }

  /// Whether the terminal accepts no more bytes, because its output is not read.
  package var isFull: Bool {
    let terminal = openTerminal()
    defer { close(terminal) }
    var poller = pollfd(fd: terminal, events: Int16(POLLOUT), revents: 0)
    return poll(&poller, 1, 0) == 0
  }

  /// Whether the terminal has output that has not been read here. The kernel first moves pending bytes to this side.
  package var hasUnread: Bool {
    var poller = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
    return poll(&poller, 1, 0) == 1 && poller.revents & Int16(POLLIN) != 0
  }

  /// Waits until the program has read all typed input.
  package func waitUntilRead(_ location: SourceLocation = #_sourceLocation) throws {
    let terminal = open("/proc/\(pid)/fd/0", O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    defer { close(terminal) }
    func isRead() -> Bool {
      var poller = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
      return poll(&poller, 1, 0) != 1 || poller.revents != Int16(POLLIN)
    }
    try wait(until: isRead, "read of the typed input", isReading: false, every: 1, location)
  }

  /// The threads of the program, the main one first.
  package var threads: [pid_t] {
    folderContents("/proc/\(pid)/task").compactMap { pid_t($0) }.sorted()
  }

  /// Sends a signal to one of the program's threads.
  package func signal(_ number: Int32, thread: pid_t) { ctest_thread_signal(pid, thread, number) }

  package func closeTerminal() {
    close(master)
    master = -1
  }

  /// Waits for a minimum real time. Only for tests that depend on real time.
  package func rest(milliseconds: UInt32) { usleep(milliseconds * 1000) }

  // MARK: Observing

  /// Reads until `text` has appeared in the output after position `start`; by default, in all output.
  ///
  /// - Returns: The end position of the output.
  /// - Throws: ``WaitFailure`` if it does not appear, like ``wait(until:_:isReading:every:showing:_:)``.
  @discardableResult
  package func wait(
    for text: String, after start: Int = 0, _ location: SourceLocation = #_sourceLocation
  )
    throws -> Int
  {
    try wait(until: { output(after: start).contains(text) }, text.debugDescription, location)
    return bytes.count
  }

  /// Waits until `isDone` returns `true`, as long as the program makes progress (``WaitPolicy``).
  ///
  /// - Parameters:
  ///   - isDone: Called after each piece of output, and every `interval` milliseconds without output.
  ///   - expected: A description for the issue that is recorded if the wait fails.
  ///   - isReading: Whether the output is read during the wait.
  ///   - screen: The lines for the issue; the end of the output by default.
  /// - Throws: ``WaitFailure`` if the wait fails, and the errors of `isDone`.
  package func wait(
    until isDone: () throws -> Bool, _ expected: String, isReading: Bool = true,
    every interval: Int32 = WaitPolicy.interval, showing screen: (() -> [String])? = nil,
    _ location: SourceLocation = #_sourceLocation
  ) throws {
    guard
      let explanation = try giveUp(unless: isDone, isReading: isReading, every: interval)
    else { return }
    let seen = screen.map { "\n" + $0().joined(separator: "\n") } ?? lastOutput
    Issue.record("no \(expected): \(explanation); last seen:\(seen)", sourceLocation: location)
    throw WaitFailure()
  }

  /// Waits without recording an issue.
  ///
  /// - Returns: The reason for giving up, or `nil` if `isDone` returned `true`.
  private func giveUp(
    unless isDone: () throws -> Bool, isReading: Bool, every interval: Int32
  ) rethrows -> String? {
    var waitPolicy = WaitPolicy(maxIdleObservations: maxIdleObservations)
    var sinceObservation: Int32 = 0
    while try !isDone() {
      if isReading ? isClosed : hasExited {
        // The program may have ended since `isDone` was called, and its end may be the awaited event.
        return try isDone() ? nil : waitPolicy.explanation(of: .ended)
      }
      if isReading, receive(interval) {
        // If the program prints forever, about every hundredth piece of output is followed by an observation.
        sinceObservation += WaitPolicy.interval / 100
      } else {
        if !isReading { usleep(UInt32(interval) * 1000) }
        sinceObservation += interval
      }
      guard sinceObservation >= WaitPolicy.interval else { continue }
      sinceObservation = 0
      if let reason = waitPolicy.giveUpReason(after: .init(session: pid)) {
        return waitPolicy.explanation(of: reason)
      }
    }
    return nil
  }

  private var lastOutput: String { " " + output.suffix(400).debugDescription }

  package struct WaitFailure: Error {
    package init() {}
  }

  package var position: Int { bytes.count }

  /// Returns the output after a position.
  package func output(after start: Int) -> String {
    String(decoding: bytes[start...], as: UTF8.self)
  }

  /// Reads the output that arrives within `milliseconds`. Returns `false` if there is none or the program has ended.
  ///
  /// A result of `false` does not mean that the program is idle: it may be waiting for a processor.
  @discardableResult
  package func read(_ milliseconds: Int32) -> Bool { receive(milliseconds) }

  private func receive(_ milliseconds: Int32) -> Bool {
    guard master >= 0 else {
      isClosed = true
      return false
    }
    var poller = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
    guard poll(&poller, 1, milliseconds) > 0 else { return false }
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = csys_read(master, &buffer, buffer.count)
    if count < 0 { isClosed = true }
    guard count > 0 else { return false }
    bytes += buffer[..<count]
    return true
  }

  /// Waits for the end of the program and reads the remaining output.
  package func finish(
    _ location: SourceLocation = #_sourceLocation
  ) -> (code: Int32, signal: Int32) {
    if master >= 0 {
      let explanation = giveUp(unless: { isClosed }, isReading: true, every: WaitPolicy.interval)
      if let explanation { end(explanation, location) }
    }
    let status = waitForEnd(location)
    return (ctest_status_exit_code(status), ctest_status_signal(status))
  }

  /// Waits for the end without reading. If the program does not end, it is killed and the test fails.
  package func waitForEnd(_ location: SourceLocation = #_sourceLocation) -> Int32 {
    let explanation = giveUp(unless: { hasExited }, isReading: false, every: 5)
    if let explanation { end(explanation, location) }
    return status ?? -1
  }

  /// Whether the program has exited and its status is known.
  private var hasExited: Bool {
    if status == nil, case let answer = ctest_pty_wait(pid, 0), answer != 0 { status = answer - 1 }
    return status != nil
  }

  /// Kills a program that did not exit by itself, and records an issue.
  private func end(_ explanation: String, _ location: SourceLocation) {
    Issue.record(
      "the program does not end: \(explanation); last seen:\(lastOutput)",
      sourceLocation: location)
    guard status == nil else { return }
    kill(pid, SIGKILL)
    status = ctest_pty_wait(pid, 1) - 1
  }

  /// Whether all modes of the terminal are restored, and the output has returned it to the initial state.
  package var isRestored: Bool {
    !hasChangedModes && screen.isInInitialState
  }

  /// Whether the terminal's modes differ from the initial ones.
  package var hasChangedModes: Bool { Self.modes(of: master) != initialModes }

  /// The screen of a terminal that has the current size and has received all of the output.
  package var screen: TerminalScreen {
    let known = lastScreen.flatMap { $0.size == size ? $0 : nil }
    var (screen, count) =
      known.map { ($0.screen, $0.count) }
      ?? (TerminalScreen(columns: size.columns, rows: size.rows), 0)
    let end = bytes.endOfWholeCharacters
    if end > count {
      screen.show(String(decoding: bytes[count..<end], as: UTF8.self))
      count = end
    }
    lastScreen = (screen, count, size)
    return screen
  }

  /// A cache of ``screen``, which tests read often, and the length of the output that it shows.
  private var lastScreen: (screen: TerminalScreen, count: Int, size: (columns: Int, rows: Int))?

  /// The rows of the last frame on a terminal that was resized: the program clears the screen after each resize.
  package var linesSinceClear: [String] {
    let clear = Array("\u{1B}[H\u{1B}[2J".utf8)
    let start = bytes.indices.last { bytes[$0...].starts(with: clear) } ?? 0
    var screen = TerminalScreen(columns: size.columns, rows: size.rows)
    screen.show(output(after: start))
    return screen.lines
  }

  private static func modes(of descriptor: Int32) -> [UInt32] {
    var modes = termios()
    tcgetattr(descriptor, &modes)
    let keys = withUnsafeBytes(of: modes.c_cc) { $0.map { UInt32($0) } }
    return [modes.c_iflag, modes.c_oflag, modes.c_lflag, modes.c_cflag] + keys
      + [modes.c_ispeed, modes.c_ospeed]
  }

  /// Returns a number from the process's `status` file.
  package func kernelStatusNumber(_ name: String) -> Int? {
    guard let file = fopen("/proc/\(pid)/status", "r") else { return nil }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 256)
    while fgets(&line, 256, file) != nil {
      let text = String(
        decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
      guard text.hasPrefix(name + ":") else { continue }
      return Int(text.filter(\.isNumber))
    }
    return nil
  }

  private static func withStrings<R>(
    _ strings: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> R
  ) -> R {
    let copies = strings.map { strdup($0) } + [nil]
    defer { for copy in copies { free(copy) } }
    return copies.withUnsafeBufferPointer { body($0.baseAddress!) }
  }

  /// Returns the path of a program in the build folder, or for `ladder` the path in `LADDER_BINARY`, if it is set.
  package static func path(of program: String) -> String {
    if program == "ladder", let given = getenv("LADDER_BINARY") { return String(cString: given) }
    var path = [CChar](repeating: 0, count: 4096)
    ctest_image_path(#dsohandle, &path, path.count)
    let bundle = path.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
    return bundle.prefix(through: bundle.lastIndex(of: "/")!) + program
  }
}
