import CSystem
import CTestSupport
import Glibc

/// A program on a pseudo-terminal, with its output and the time at which each part of the output was read.
final class PtyProgram {
  /// The result of one read from the terminal.
  struct Chunk {
    /// The time in nanoseconds on the monotonic clock.
    let instant: Int64
    let bytes: Range<Int>
  }

  private let name: String
  private let pid: pid_t
  private let master: Int32
  private(set) var chunks: [Chunk] = []
  /// The whole output.
  private(set) var output: [UInt8] = []
  private var buffer = [UInt8](repeating: 0, count: 65_536)

  /// Whether the program has closed the terminal.
  private var isClosed = false

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - command: The path of the program and its arguments.
  ///   - folder: The home folder of the program, so that it doesn't use the user's files.
  /// - Throws: ``BenchError`` if the program can't be started.
  init(
    _ command: [String], home folder: TemporaryFolder, environment: [String] = [],
    columns: Int32 = 100, rows: Int32 = 30
  ) throws {
    let environment =
      [
        "TERM=xterm-256color", "LC_ALL=C.UTF-8", "PATH=/usr/bin:/bin", "HOME=\(folder.path)",
      ] + environment
    let argv = command.map { strdup($0) } + [nil]
    let envp = environment.map { strdup($0) } + [nil]
    defer { for word in argv + envp { free(word) } }
    let child = argv.withUnsafeBufferPointer { argv in
      envp.withUnsafeBufferPointer { envp in
        ctest_pty_spawn(command[0], argv.baseAddress!, envp.baseAddress!, columns, rows)
      }
    }
    guard child.pid > 0 else { throw BenchError("'\(command[0])' cannot be run") }
    (name, pid, master) = (command[0], child.pid, child.master)
  }

  deinit {
    // Ladder exits and cleans up when its terminal is closed. Other programs are killed.
    close(master)
    for _ in 0..<200 {
      if ctest_pty_wait(pid, 0) != 0 { return }
      usleep(10_000)
    }
    kill(pid, SIGKILL)
    _ = ctest_pty_wait(pid, 1)
  }

  /// The process ID as text.
  var processID: String { "\(pid)" }

  /// The current time in nanoseconds on the monotonic clock.
  static var now: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  /// Types keys in one write.
  ///
  /// - Throws: ``BenchError`` if the program doesn't read them.
  func type(_ keys: String) throws {
    var bytes = Array(keys.utf8)[...]
    var stallDetector = StallDetector()
    while true {
      let count = bytes.withUnsafeBytes { csys_write(master, $0.baseAddress!, $0.count) }
      bytes = bytes.dropFirst(max(0, count))
      if bytes.isEmpty { return }
      var poller = pollfd(fd: master, events: Int16(POLLOUT), revents: 0)
      guard count >= 0, poll(&poller, 1, 250) > 0 || !stallDetector.isStalled(counts) else {
        throw BenchError("'\(name)' does not read its keys")
      }
    }
  }

  /// The number of bytes of output so far.
  var position: Int { output.count }

  /// Waits for output and reads it.
  ///
  /// - Returns: False if there was none within `time`, or the program has exited.
  func read(within time: Duration) -> Bool {
    var poller = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
    guard csys_poll(&poller, 1, Int64(time / .nanoseconds(1))) > 0 else { return false }
    let count = csys_read(master, &buffer, buffer.count)
    if count < 0 { isClosed = true }
    guard count > 0 else { return false }
    let instant = Self.now
    chunks.append(Chunk(instant: instant, bytes: output.count..<output.count + count))
    output += buffer[..<count]
    return true
  }

  /// Reads output until `time` has passed.
  func read(for time: Duration) {
    let end = ContinuousClock.now + time
    while case let left = end - .now, left > .zero { if !read(within: left) { return } }
  }

  /// Reads output until a condition, which is evaluated after each chunk, is met.
  ///
  /// - Parameter expected: A description of the condition for the error.
  /// - Throws: ``BenchError`` if the program exits first, or no longer makes progress.
  func read(until isDone: () -> Bool, _ expected: String) throws {
    var stallDetector = StallDetector()
    var chunks = 0
    var isStalled = false
    while !isDone() {
      if isStalled || isClosed { throw BenchError("'\(name)' does not show \(expected)") }
      if read(within: .milliseconds(250)) {
        chunks += 1
        // Output is progress. A program that prints forever is stopped by the limit on its CPU time, for which a check
        // after every hundredth chunk is enough.
        if chunks % 100 != 0 { continue }
      }
      isStalled = stallDetector.isStalled(counts)
    }
  }

  /// Reads output until the program has closed the terminal.
  ///
  /// - Throws: ``BenchError`` if it doesn't close the terminal.
  func readToEnd() throws { try read(until: { isClosed }, "the end of its output") }

  /// Stops the program and reads its remaining output, so that the counts and the output are consistent.
  func stop() {
    kill(pid, SIGSTOP)
    while !counts.isStopped, !isClosed { _ = read(within: .milliseconds(1)) }
    // The kernel delivers the last bytes with a delay.
    readUntilQuiet(for: .milliseconds(300))
  }

  /// Resumes a stopped program.
  func resume() { kill(pid, SIGCONT) }

  /// Reads output until there is none for `time`.
  func readUntilQuiet(for time: Duration) { while read(within: time) {} }

  /// Reads output until a text appears after a position.
  ///
  /// - Throws: ``BenchError`` if it doesn't appear.
  func wait(for text: String, after start: Int = 0) throws {
    let wanted = Array(text.utf8)
    var searched = start
    func hasText() -> Bool {
      defer { searched = max(start, output.count - wanted.count) }
      return output[searched...].contains(wanted)
    }
    try read(until: hasText, "'\(text)'")
  }

  /// Returns the end positions of the occurrences of a text after a position.
  func ends(of text: String, after start: Int) -> [Int] {
    let wanted = Array(text.utf8)
    return output[start...].indices.filter { output[$0...].starts(with: wanted) }
      .map { $0 + wanted.count }
  }

  /// Types a key and waits for the end of its frame.
  ///
  /// - Parameter end: The last bytes of a frame.
  /// - Returns: The time in nanoseconds.
  func responseTime(to key: String, endingWith end: String) throws -> Int64 {
    let start = position
    let typed = Self.now
    try type(key)
    try wait(for: end, after: start)
    return chunks[chunks.count - 1].instant - typed
  }

  /// The kernel's statistics of a process.
  struct Counts {
    /// The number of voluntary context switches of all threads, which equals the number of wake-ups.
    var switches = 0
    /// The number of `write` calls and similar ones by the main thread, which renders.
    var writes = 0
    /// The CPU time in nanoseconds.
    var cpu: Int64 = 0
    /// The state of each thread, as in `/proc`.
    var states: [Character] = []

    /// Whether all threads wait for events, and none for the disk or a processor.
    var isAsleep: Bool { states.allSatisfy { $0 == "S" } }
    /// Whether a thread is running, or waits for a processor or the disk.
    var isActive: Bool { !states.allSatisfy("STtZX".contains) }
    /// Whether all threads are stopped or have exited.
    var isStopped: Bool { states.allSatisfy("TtZX".contains) }
  }

  var counts: Counts {
    var clock = clockid_t()
    var time = timespec()
    if clock_getcpuclockid(pid, &clock) == 0 { clock_gettime(clock, &time) }
    var counts = Counts(cpu: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    counts.writes =
      Self.status("/proc/\(pid)/task/\(pid)/io")["syscw"].flatMap { Int($0) } ?? 0
    for task in TemporaryFolder.names(in: "/proc/\(pid)/task") {
      let status = Self.status("/proc/\(pid)/task/\(task)/status")
      counts.switches += status["voluntary_ctxt_switches"].flatMap { Int($0) } ?? 0
      if let state = status["State"]?.first { counts.states.append(state) }
    }
    return counts
  }

  /// Returns the fields of a status file in `/proc`.
  static func status(_ path: String) -> [Substring: Substring] {
    guard let file = fopen(path, "re") else { return [:] }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 16384)
    let count = fread(&bytes, 1, bytes.count, file)
    let lines = String(decoding: bytes[..<count], as: UTF8.self).split(separator: "\n")
    let pairs = lines.compactMap { line in
      line.firstIndex(of: ":").map { colon in
        (line[..<colon], line[colon...].dropFirst().drop { $0 == "\t" || $0 == " " })
      }
    }
    return Dictionary(pairs) { first, _ in first }
  }
}
