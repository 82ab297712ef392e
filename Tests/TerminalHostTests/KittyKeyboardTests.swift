import Glibc
import SystemTestSupport
import Testing

/// Tests that kitty's keyboard protocol is enabled once, and disabled at every exit.
struct KittyKeyboardTests {
  private static let push = "\u{1B}[>7u"
  private static let pop = "\u{1B}[<u"

  /// Returns the protocol's sequences and the screen switches in the output, in order. ncurses enters the alternate
  /// screen again with its first frame.
  private func steps(_ session: PtySession) -> [String] {
    let words = [Self.push, Self.pop, "\u{1B}[=7u", "\u{1B}[?1049h", "\u{1B}[?1049l"]
    return words.flatMap { word in
      session.output.ranges(of: word).map { ($0.lowerBound, word) }
    }
    .sorted { $0.0 < $1.0 }.map { String($0.1.dropFirst(2)) }
    .reduce(into: []) { steps, step in
      if step != "?1049h" || steps.last(where: { $0.hasPrefix("?") }) != step { steps.append(step) }
    }
  }

  @Test func `the kitty keyboard is enabled only while the program has the terminal`() throws {
    let session = try PtySession()
    try session.wait(for: "PROBE")
    session.type("q")
    #expect(session.finish() == (0, 0))
    #expect(steps(session) == ["?1049h", ">7u", "<u", "?1049l"])
  }

  private static let signals = [SIGTERM, SIGHUP, SIGSEGV, SIGABRT]

  @Test(arguments: TestSize.choose(test: [SIGSEGV], check: signals))
  func `signals and crashes disable the kitty keyboard`(signal: Int32) throws {
    let session = try PtySession()
    try session.wait(for: "PROBE")
    session.signal(signal)
    #expect(session.finish() == (-1, signal))
    #expect(steps(session) == ["?1049h", ">7u", "<u", "?1049l"])
  }

  @Test func `the kitty keyboard is disabled while the program is stopped`() throws {
    let session = try PtySession()
    try session.wait(for: "PROBE")
    session.type("\u{1B}[122;5u")
    try session.wait(for: "suspended resumed")
    session.type("q")
    #expect(session.finish() == (0, 0))
    let once = ["?1049h", ">7u", "<u", "?1049l"]
    #expect(steps(session) == once + once)
  }

  @Test func `after a stop from outside, the keyboard mode is set again`() throws {
    let session = try PtySession()
    try session.wait(for: "PROBE")
    let before = session.position
    session.signal(SIGSTOP)
    session.signal(SIGCONT)
    try session.wait(for: "PROBE 80x24", after: before)
    session.type("q")
    #expect(session.finish() == (0, 0))
    #expect(steps(session) == ["?1049h", ">7u", "=7u", "<u", "?1049l"])
  }

  @Test(arguments: [(["--no-kitty"], "xterm-256color"), ([], "linux"), ([], "vt100")])
  func `the kitty keyboard is not requested where it is off or unsupported`(
    arguments: [String], term: String
  ) throws {
    let session = try PtySession(PtySession.probe, arguments, term: term)
    try session.wait(for: "PROBE")
    session.type("q")
    #expect(session.finish() == (0, 0))
    #expect(!steps(session).contains { $0.hasSuffix("u") })
  }

  @Test func `keys are pressed, repeated and released, and a reply is not a key`() throws {
    let session = try PtySession()
    try session.wait(for: "PROBE")
    session.type("\u{1B}[?7u\u{1B}[1;1:2A\u{1B}[32;1:3u")
    try session.wait(for: "Up=held Space=up")
    session.type("\u{1B}[27u")
    try session.wait(for: "Esc")
    #expect(!session.output.contains("7u "))
  }
}
