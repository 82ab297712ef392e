import CSystem
import Glibc
import Testing

/// A program on a pseudo-terminal of its own, driven and watched from here.
package final class PtySession {
  package let pid: pid_t
  package private(set) var master: Int32
  /// Everything it has written.
  package var output: String { output(after: 0) }
  package private(set) var bytes: [UInt8] = []
  /// What `waitpid` said, once it has ended.
  var status: Int32?
  private var size: (columns: Int, rows: Int)
  private let modesBefore: [UInt32]

  /// How long to wait for something that is sure to come; only a failing test takes so long.
  private static let patience: Int32 = 20_000

  package static let probe = path(of: "terminal-probe")

  /// - Parameter name: What the program is told that it is called; its path by default.
  package init(
    _ path: String = PtySession.probe, _ arguments: [String] = [], name: String? = nil,
    term: String? = "xterm-256color", environment: [String] = [], columns: Int32 = 80,
    rows: Int32 = 24, isTraced: Bool = false
  ) throws {
    size = (Int(columns), Int(rows))
    // A crash wanted by a test leaves no core file behind.
    var limit = rlimit(rlim_cur: 0, rlim_max: 0)
    getrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit)
    limit.rlim_cur = 0
    setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit)

    var variables = [
      "LC_ALL=C.UTF-8", "PATH=/usr/bin:/bin", "PS1=prompt>", "SWIFT_BACKTRACE=enable=no",
    ]
    variables += term.map { ["TERM=\($0)"] } ?? []
    variables += Sanitizer.environment.map { "\($0.key)=\($0.value)" }
    let child = Self.withStrings([name ?? path] + arguments) { argv in
      Self.withStrings(variables + environment) { envp in
        isTraced
          ? csys_pty_spawn_traced(path, argv, envp, columns, rows)
          : csys_pty_spawn(path, argv, envp, columns, rows)
      }
    }
    try #require(child.pid > 0)
    if isTraced { try #require(csys_trace_begin(child.pid) == 0) }
    pid = child.pid
    master = child.master
    var fresh: Int32 = -1
    var freshSlave: Int32 = -1
    csys_pty_open(&fresh, &freshSlave, columns, rows)
    modesBefore = Self.modes(of: fresh)
    close(fresh)
    close(freshSlave)
  }

  deinit {
    if status == nil {
      kill(pid, SIGKILL)
      _ = csys_pty_wait(pid, 1)
    }
    if master >= 0 { close(master) }
  }

  // MARK: Doing

  package func type(_ text: String) {
    let bytes = Array(text.utf8)
    _ = csys_write(master, bytes, bytes.count)
  }

  package func signal(_ number: Int32) { kill(pid, number) }

  package func resize(_ columns: Int32, _ rows: Int32) {
    csys_set_window_size(master, columns, rows)
    size = (Int(columns), Int(rows))
  }

  private func openTerminal() -> Int32 {
    open("/proc/\(pid)/fd/0", O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
  }

  /// Writes to the terminal until it is full to the last byte.
  package func fill() {
    let terminal = openTerminal()
    defer { close(terminal) }
    // The kernel makes room for some more by moving bytes on.
    var refusals = 0
    while refusals < 20 {
      if write(terminal, ".", 1) == 1 {
        refusals = 0
      } else {
        refusals += 1
        rest(milliseconds: 1)
      }
    }
  }

  /// Whether nothing more can be written to the terminal, because nobody reads here.
  package var isFull: Bool {
    let terminal = openTerminal()
    defer { close(terminal) }
    var poller = pollfd(fd: terminal, events: Int16(POLLOUT), revents: 0)
    return poll(&poller, 1, 0) == 0
  }

  /// Waits until the program has read all that has been typed and has arrived.
  package func waitUntilRead() {
    let terminal = open("/proc/\(pid)/fd/0", O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    defer { close(terminal) }
    var poller = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
    while poll(&poller, 1, 0) == 1, poller.revents == Int16(POLLIN) { rest(milliseconds: 1) }
  }

  /// The threads of the program, the main one first.
  package var threads: [pid_t] {
    folderContents("/proc/\(pid)/task").compactMap { pid_t($0) }.sorted()
  }

  /// Sends a signal to one of its threads.
  package func signal(_ number: Int32, thread: pid_t) { csys_thread_signal(pid, thread, number) }

  package func closeTerminal() {
    close(master)
    master = -1
  }

  /// Lets real time pass: only for what is about real time passing.
  package func rest(milliseconds: UInt32) { usleep(milliseconds * 1000) }

  // MARK: Watching

  /// Reads until `text` has appeared after position `start` of the output (or of all of it).
  ///
  /// - Returns: Where the output then ends.
  @discardableResult
  package func wait(
    for text: String, after start: Int = 0, _ location: SourceLocation = #_sourceLocation
  )
    throws -> Int
  {
    while !output(after: start).contains(text) {
      guard read(Self.patience) else {
        Issue.record("no '\(text)' in \(output.debugDescription)", sourceLocation: location)
        throw Missing()
      }
    }
    return bytes.count
  }

  package struct Missing: Error {
    package init() {}
  }

  package var position: Int { bytes.count }

  /// What it has written behind a position.
  package func output(after start: Int) -> String {
    String(decoding: bytes[start...], as: UTF8.self)
  }

  /// Reads what comes within `milliseconds`; false when nothing does, or the program is gone.
  @discardableResult
  package func read(_ milliseconds: Int32) -> Bool {
    var poller = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
    guard poll(&poller, 1, milliseconds) > 0 else { return false }
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = csys_read(master, &buffer, buffer.count)
    guard count > 0 else { return false }
    bytes += buffer[..<count]
    return true
  }

  /// Waits for the end and reads what is left.
  package func finish() -> (code: Int32, signal: Int32) {
    // One that goes on showing something for ever does not end, either.
    let end = ContinuousClock.now + .seconds(60)
    if master >= 0 { while ContinuousClock.now < end, read(Self.patience) {} }
    let status = waitForEnd()
    return (csys_status_exit_code(status), csys_status_signal(status))
  }

  /// Waits for the end without reading. One that does not come fails the test, and is made to.
  package func waitForEnd() -> Int32 {
    if let status { return status }
    var answer: Int32 = 0
    for _ in 0..<Self.patience / 10 {
      answer = csys_pty_wait(pid, 0)
      if answer != 0 { break }
      usleep(10_000)
    }
    if answer == 0 {
      Issue.record("the program does not end; last it wrote \(output.suffix(400).debugDescription)")
      kill(pid, SIGKILL)
      answer = csys_pty_wait(pid, 1)
    }
    status = answer - 1
    return answer - 1
  }

  /// Whether the terminal has its modes back, every one, and whoever reads what it was sent finds it as it was.
  package var isRestored: Bool {
    !isTaken && screen.isAsFound
  }

  /// Whether its modes are others than at first.
  package var isTaken: Bool { Self.modes(of: master) != modesBefore }

  /// What a terminal of its last size shows that got all of the output.
  package var screen: TerminalScreen {
    var screen = TerminalScreen(columns: size.columns, rows: size.rows)
    screen.show(output)
    return screen
  }

  /// The rows of the last frame of a terminal that has changed its size: each size begins with a clear screen.
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

  /// A number the kernel keeps about the process: a line of its `status` file.
  package func kernelCount(_ name: String) -> Int? {
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

  /// A program that was built beside the test bundle; or, for `ladder`, the one that `LADDER_BINARY` names.
  package static func path(of program: String) -> String {
    if program == "ladder", let given = getenv("LADDER_BINARY") { return String(cString: given) }
    var path = [CChar](repeating: 0, count: 4096)
    csys_image_path(#dsohandle, &path, path.count)
    let bundle = path.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
    return bundle.prefix(through: bundle.lastIndex(of: "/")!) + program
  }
}
