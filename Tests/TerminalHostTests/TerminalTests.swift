import Glibc
import SystemTestSupport
import Testing

/// Tests of keys, sizes and frames on a pseudo-terminal.
struct TerminalTests {
  private static let names = [
    "xterm-256color", "linux", "xterm", "screen", "tmux-256color", "vt100", "rxvt-unicode",
    "screen-256color", "ansi",
  ]

  @Test(
    arguments: TestSize.choose(
      test: Array(names[..<2]), check: names))
  func `frames are drawn on known terminal types`(term: String) throws {
    let session = try PtySession(term: term)
    try session.wait(for: "PROBE 80x24")
    session.type("\u{1B}[A\u{1B}OB")
    try session.wait(for: "Up Down")
    session.type("q")
    #expect(session.finish() == (0, 0))
    #expect(session.isRestored)
  }

  @Test(arguments: [
    ("dumb", "cannot move its cursor"), ("xterm-ghostly", "is not known on this machine"),
    (nil, "TERM is not set"), ("", "TERM is not set"),
  ])
  func `unusable terminal types are rejected with one line`(term: String?, sentence: String) throws
  {
    let session = try PtySession(term: term)
    #expect(session.finish() == (2, 0))
    #expect(session.output.contains(sentence))
    #expect(session.output.split(separator: "\r\n").count == 1)
    #expect(session.isRestored)
  }

  @Test func `standard streams must be a terminal`() throws {
    let session = try PtySession("/bin/sh", ["-c", "\(PtySession.probe) < /dev/null"])
    #expect(session.finish() == (2, 0))
    #expect(
      session.output == "terminal-probe: standard input and output are not a terminal\r\n")
  }

  @Test func `keys arrive whole and in order`() throws {
    let session = try PtySession()
    try session.wait(for: "PROBE")
    session.type("\u{1B}[99~x\u{1B}[1;2Aé")
    try session.wait(for: "x Up é")
    session.type("\u{1B}")
    try session.wait(for: "Esc")
    session.type("\u{1B}[200~two\nlines\u{1B}[201~")
    try session.wait(for: "paste=two lines")
    session.type("\u{1B}[O")
    try session.wait(for: "unfocused")
    session.type("\u{3}")
    try session.wait(for: "Ctrl-C")
  }

  @Test func `ESCDELAY sets the escape delay`() throws {
    // The sequence of one key arrives in two halves, as over a slow connection. The delay is long enough for both. If
    // this process itself paused for longer, the attempt proves nothing and is repeated.
    var isInTime = false
    while !isInTime {
      let session = try PtySession(environment: ["ESCDELAY=10000"])
      try session.wait(for: "PROBE")
      let typed = ContinuousClock.now
      session.type("\u{1B}")
      try session.waitUntilRead()
      session.type("[A")
      try session.wait(
        until: { session.output.contains("Up") || session.output.contains("Esc") }, "Up or Esc")
      isInTime = ContinuousClock.now < typed + .seconds(10)
      #expect(!isInTime || !session.output.contains("Esc"))
    }
  }

  @Test func `the program follows a resize`() throws {
    let session = try PtySession()
    try session.wait(for: "PROBE 80x24")
    session.resize(60, 20)
    try session.wait(for: "resize=60x20")
    session.resize(3, 2)
    session.resize(90, 30)
    try session.wait(for: "resize=90x30")
    session.type("q")
    #expect(session.finish() == (0, 0))
  }

  @Test func `a frame is one write`() throws {
    let session = try PtySession(PtySession.probe, ["--run"])
    try session.wait(for: "ticking")
    // Reads until a number of frames have arrived.
    let start = session.position
    try session.wait(until: { session.position >= start + 4000 }, "4000 bytes of frames")
    session.type("c")
    #expect(session.finish() == (0, 0))
    let numbers =
      session.output.split(separator: "frames=").last?
      .split(whereSeparator: { !$0.isNumber }).prefix(2).compactMap { Int($0) } ?? []
    try #require(numbers.count == 2)
    #expect(numbers[0] > 20)
    // One more write entered the alternate screen. An unchanged frame writes nothing.
    #expect(numbers[1] <= numbers[0] + 1)
  }

  @Test func `a thousand keys at once are all handled, and need only a few frames`() throws {
    let session = try PtySession()
    try session.wait(for: "PROBE")
    // All keys arrive while the loop is blocked.
    session.type("b" + String(repeating: "\u{1B}[B", count: 1000) + "c")
    #expect(session.finish() == (0, 0))
    let numbers =
      session.output.split(separator: "keys=").last?
      .split(whereSeparator: { !$0.isNumber }).prefix(2).compactMap { Int($0) } ?? []
    try #require(numbers.count == 2)
    #expect(numbers[0] == 1002)
    // More than one frame, because the pseudo-terminal delivers the bytes in several chunks.
    #expect(numbers[1] < 20)
  }

  @Test func `a tick is painted before its effects run`() throws {
    let session = try PtySession()
    try session.wait(for: "PROBE")
    session.type("y")
    try session.wait(for: "shown-first")
    session.type("q")
    #expect(session.finish() == (0, 0))
  }

  @Test func `the instant of a key is the time of its arrival`() throws {
    let session = try PtySession()
    try session.wait(for: "PROBE")
    session.type("n")
    try session.wait(for: "fixed")
  }

  @Test func `other threads wake the loop`() throws {
    let session = try PtySession()
    try session.wait(for: "PROBE")
    for _ in 0..<3 {
      let before = session.position
      session.type("h")
      try session.wait(for: "hopped", after: before)
    }
    session.type("q")
    #expect(session.finish() == (0, 0))
  }

  @Test func `an answer from another thread is painted at once, but a tick is not`() throws {
    let session = try PtySession(PtySession.probe, ["--slow"])
    try session.wait(for: "PROBE")
    session.type("a")
    try session.wait(for: "late")
    // If the answer had waited for the next frame, both changes would have arrived as one text.
    #expect(session.output.contains("answered"))
    #expect(!session.output.contains("answered late"))
  }

  @Test func `an idle program sleeps`() throws {
    let session = try PtySession()
    try session.wait(for: "idle")
    session.type("K")
    try session.wait(for: "K")
    // The program may still be running. It is asleep if nothing has changed between two observations.
    var last: WaitPolicy.Observation?
    try session.wait(
      until: {
        let observation = WaitPolicy.Observation(session: session.pid)
        defer { last = observation }
        return !observation.isActive && observation == last
      }, "sleeping program", isReading: false, every: WaitPolicy.interval)
    while session.read(0) {}
    // The program must not have done anything, however long this process was delayed.
    #expect(!session.read(500))
    #expect(WaitPolicy.Observation(session: session.pid) == last)
  }

  // The kernel shows the timer slack of other processes only to root.
  @Test(.enabled(if: geteuid() == 0, "needs root"))
  func `timer slack is one nanosecond, so that due work is not delayed`() throws {
    let session = try PtySession()
    try session.wait(for: "PROBE")
    #expect(readFile("/proc/\(session.pid)/timerslack_ns") == "1\n")
  }

  @Test func `the program has one thread`() throws {
    let session = try PtySession(PtySession.probe, ["--run"])
    try session.wait(for: "ticking")
    session.type("z")
    try session.wait(for: "slept")
    #expect(session.kernelStatusNumber("Threads") == 1)
  }

  @Test func `an ASCII locale gets no Unicode`() throws {
    let session = try PtySession(environment: ["LC_ALL=C"])
    try session.wait(for: "PROBE")
    session.type("q")
    #expect(session.finish() == (0, 0))
    #expect(session.output.utf8.allSatisfy { $0 < 0x80 })
  }
}
