import CSystem
import Glibc
import Testing

/// A program on a pseudo-terminal of its own, driven and watched from here.
package final class PtySession {
  package let pid: pid_t
  package private(set) var master: Int32
  /// Everything it has written.
  package private(set) var output = ""
  package private(set) var bytes: [UInt8] = []
  private var status: Int32?
  private let modesBefore: [UInt32]

  /// How long to wait for something that is sure to come; only a failing test takes so long.
  private static let patience: Int32 = 20_000

  package static let probe = path(of: "terminal-probe")

  package init(
    _ path: String = PtySession.probe, _ arguments: [String] = [], term: String? = "xterm-256color",
    environment: [String] = [], columns: Int32 = 80, rows: Int32 = 24
  ) throws {
    // A crash wanted by a test leaves no core file behind.
    var limit = rlimit(rlim_cur: 0, rlim_max: 0)
    getrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit)
    limit.rlim_cur = 0
    setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit)

    var variables = [
      "LC_ALL=C.UTF-8", "PATH=/usr/bin:/bin", "PS1=prompt>", "SWIFT_BACKTRACE=enable=no",
    ]
    variables += term.map { ["TERM=\($0)"] } ?? []
    let child = Self.withStrings([path] + arguments) { argv in
      Self.withStrings(variables + environment) { envp in
        csys_pty_spawn(path, argv, envp, columns, rows)
      }
    }
    try #require(child.pid > 0)
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
  }

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
    while !String(decoding: bytes[start...], as: UTF8.self).contains(text) {
      guard read(Self.patience) else {
        Issue.record("no '\(text)' in \(output.debugDescription)", sourceLocation: location)
        throw Missing()
      }
    }
    return bytes.count
  }

  package struct Missing: Error {}

  package var position: Int { bytes.count }

  /// Reads what comes within `milliseconds`; false when nothing does, or the program is gone.
  @discardableResult
  package func read(_ milliseconds: Int32) -> Bool {
    var poller = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
    guard poll(&poller, 1, milliseconds) > 0 else { return false }
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = csys_read(master, &buffer, buffer.count)
    guard count > 0 else { return false }
    bytes += buffer[..<count]
    output = String(decoding: bytes, as: UTF8.self)
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

  /// Whether the terminal has its modes back, and was told to leave what it was told to enter.
  package var isRestored: Bool {
    func ends(_ on: String, _ off: String) -> Bool {
      guard let last = lastRange(of: on) else { return true }
      return lastRange(of: off).map { $0 > last } ?? false
    }
    return Self.modes(of: master) == modesBefore
      && ends("\u{1B}[?1049h", "\u{1B}[?1049l") && ends("\u{1B}[?25l", "\u{1B}[?25h")
      && ends("\u{1B}[>7u", "\u{1B}[<u")
      && ends("\u{1B}[?2004h", "\u{1B}[?2004l") && ends("\u{1B}[?1004h", "\u{1B}[?1004l")
  }

  private func lastRange(of text: String) -> String.Index? {
    output.ranges(of: text).last?.lowerBound
  }

  private static func modes(of descriptor: Int32) -> [UInt32] {
    var modes = termios()
    tcgetattr(descriptor, &modes)
    return [modes.c_iflag, modes.c_oflag, modes.c_lflag, modes.c_cflag]
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

  /// A program that was built beside the test bundle.
  package static func path(of program: String) -> String {
    var path = [CChar](repeating: 0, count: 4096)
    csys_image_path(#dsohandle, &path, path.count)
    let bundle = path.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
    return bundle.prefix(through: bundle.lastIndex(of: "/")!) + program
  }
}
