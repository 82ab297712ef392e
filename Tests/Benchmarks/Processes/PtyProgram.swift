import CSystem
import CTestSupport
import Glibc

/// A program on a pseudo-terminal of its own, and the instants at which its output came.
final class PtyProgram {
  /// What one read of the terminal took.
  struct Chunk {
    /// Nanoseconds on the monotonic clock.
    let instant: Int64
    let bytes: Range<Int>
  }

  private let name: String
  private let pid: pid_t
  private let master: Int32
  private(set) var chunks: [Chunk] = []
  /// All that it wrote.
  private var output: [UInt8] = []
  private var buffer = [UInt8](repeating: 0, count: 65_536)

  /// Whether the program has closed the terminal: nothing more will come.
  private var isClosed = false

  /// - Parameter folder: The home that it finds: nothing of the person's own is read or written.
  /// - Throws: ``BenchError`` when there is no such program.
  init(
    _ words: [String], home folder: TemporaryFolder, environment: [String] = [],
    columns: Int32 = 100, rows: Int32 = 30
  ) throws {
    let environment =
      [
        "TERM=xterm-256color", "LC_ALL=C.UTF-8", "PATH=/usr/bin:/bin", "HOME=\(folder.path)",
      ] + environment
    let argv = words.map { strdup($0) } + [nil]
    let envp = environment.map { strdup($0) } + [nil]
    defer { for word in argv + envp { free(word) } }
    let child = argv.withUnsafeBufferPointer { argv in
      envp.withUnsafeBufferPointer { envp in
        ctest_pty_spawn(words[0], argv.baseAddress!, envp.baseAddress!, columns, rows)
      }
    }
    guard child.pid > 0 else { throw BenchError("'\(words[0])' cannot be run") }
    (name, pid, master) = (words[0], child.pid, child.master)
  }

  deinit {
    // A terminal that goes away is a reason to leave, and Ladder clears up then; who stays is made to go.
    close(master)
    for _ in 0..<200 {
      if ctest_pty_wait(pid, 0) != 0 { return }
      usleep(10_000)
    }
    kill(pid, SIGKILL)
    _ = ctest_pty_wait(pid, 1)
  }

  /// Its number, as the kernel's files name it.
  var process: String { "\(pid)" }

  /// Nanoseconds on the clock of the pieces.
  static var now: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  /// Types keys, all of them at once.
  ///
  /// - Throws: ``BenchError`` when the program does not read them.
  func type(_ keys: String) throws {
    var bytes = Array(keys.utf8)[...]
    var stallDetector = StallDetector()
    while true {
      let count = bytes.withUnsafeBytes { csys_write(master, $0.baseAddress!, $0.count) }
      bytes = bytes.dropFirst(max(0, count))
      if bytes.isEmpty { return }
      var poller = pollfd(fd: master, events: Int16(POLLOUT), revents: 0)
      guard count >= 0, poll(&poller, 1, 250) > 0 || !stallDetector.isStalled(counts) else {
        throw BenchError("'\(name)' does not take its keys")
      }
    }
  }

  /// Where the output ends for now.
  var position: Int { output.count }

  /// Waits until there is output, and reads it.
  ///
  /// - Returns: False when none came within `time`, or the program is gone.
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

  /// Reads whatever comes until `time` has passed.
  func read(for time: Duration) {
    let end = ContinuousClock.now + time
    while case let left = end - .now, left > .zero { if !read(within: left) { return } }
  }

  /// Reads until `isDone`, which is asked again after each piece.
  ///
  /// - Parameter expected: What is waited for, for the error.
  /// - Throws: ``BenchError`` when the program ends before, or makes no progress any more.
  func read(until isDone: () -> Bool, _ expected: String) throws {
    var stallDetector = StallDetector()
    var chunks = 0
    var isStalled = false
    while !isDone() {
      if isStalled || isClosed { throw BenchError("'\(name)' does not show \(expected)") }
      if read(within: .milliseconds(250)) {
        chunks += 1
        // A program that shows something for ever is looked at now and then.
        if chunks % 100 != 0 { continue }
      }
      isStalled = stallDetector.isStalled(counts)
    }
  }

  /// Reads until the program has closed the terminal, as it does when it ends.
  ///
  /// - Throws: ``BenchError`` when it does not.
  func readToEnd() throws { try read(until: { isClosed }, "its end") }

  /// Stops the program and reads what it wrote before, so that its counts and its output belong to the same moment.
  func stop() {
    kill(pid, SIGSTOP)
    while !counts.isStopped, !isClosed { _ = read(within: .milliseconds(1)) }
    // The kernel passes the last bytes on in its own time.
    readUntilQuiet(for: .milliseconds(300))
  }

  /// Lets a stopped program go on.
  func resume() { kill(pid, SIGCONT) }

  /// Reads until the program has written nothing for `time`.
  func readUntilQuiet(for time: Duration) { while read(within: time) {} }

  /// Reads until `text` has come after position `start`.
  ///
  /// - Throws: ``BenchError`` when it does not come.
  func wait(for text: String, after start: Int = 0) throws {
    let wanted = Array(text.utf8)
    var searched = start
    func hasCome() -> Bool {
      defer { searched = max(start, output.count - wanted.count) }
      return output[searched...].contains(wanted)
    }
    try read(until: hasCome, "'\(text)'")
  }

  /// Where each occurrence of `text` behind position `start` ends.
  func ends(of text: String, after start: Int) -> [Int] {
    let wanted = Array(text.utf8)
    return output[start...].indices.filter { output[$0...].starts(with: wanted) }
      .map { $0 + wanted.count }
  }

  /// Types a key and waits for the end of what it draws.
  ///
  /// - Parameter end: What the drawing ends with.
  /// - Returns: The nanoseconds between.
  func responseTime(to key: String, endingWith end: String) throws -> Int64 {
    let start = position
    let typed = Self.now
    try type(key)
    try wait(for: end, after: start)
    return chunks[chunks.count - 1].instant - typed
  }

  /// What the kernel counts of the process, on all of its threads.
  struct Counts {
    /// How often a thread went to sleep, and so was woken.
    var switches = 0
    /// Calls of `write` and its like by the first thread, which paints.
    var writes = 0
    /// Nanoseconds.
    var cpu: Int64 = 0
    /// The state of each thread, by the kernel's letters.
    var states: [Character] = []

    /// Whether every thread waits for something to come, and none for the disk or for its turn.
    var isAsleep: Bool { states.allSatisfy { $0 == "S" } }
    /// Whether a thread runs, or waits for a processor or the disk.
    var isActive: Bool { !states.allSatisfy("STtZX".contains) }
    /// Whether every thread is stopped, or there is none left to stop.
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

  /// What the kernel says of a thread, by its names.
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
