import CTestSupport
import Glibc
import SystemTestSupport
import Testing

/// Tests of crash reports: they contain source locations, but no personal data.
struct CrashReportTests {
  private let folder = TestFolder()

  private func start(_ options: String...) throws -> PtySession {
    let session = try PtySession(
      PtySession.probe, ["--report", folder.path] + options, environment: ["SECRET=Bob"])
    try session.wait(for: "PROBE 80x24")
    return session
  }

  private var report: String { folder.text(of: "crash-report.txt") }

  @Test func `a fatal error is reported with its line and the path of the report`() throws {
    let session = try start()
    session.resize(90, 30)
    try session.wait(for: "resize=90x30")
    session.type("f")
    let (_, signal) = session.finish()
    #expect([SIGILL, SIGTRAP].contains(signal))
    #expect(session.isRestored)

    // Swift's runtime may print more, for example in debug builds.
    let output = session.output.split(separator: "\r\n").map(String.init)
    let message = try #require(output.first { $0.contains("Fatal error: ") })
    #expect(message.contains("Probe.swift:"))
    #expect(message.hasSuffix("asked for by Bob?[31m"))
    #expect(
      output.last
        == "terminal-probe: this is a bug in Ladder; your workouts are saved. A report without names is in "
        + "\(folder.path)/crash-report.txt")

    let lines = report.split(separator: "\n")
    #expect(["Ladder crashed: SIGILL", "Ladder crashed: SIGTRAP"].contains(lines.first))
    #expect(
      lines.contains { $0.firstMatch(of: /^where: terminal_probe\/Probe\.swift:\d+$/) != nil })
    #expect(lines.contains { $0.firstMatch(of: /^time: 20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ$/) != nil })
    #expect(lines.contains("version: probe"))
    #expect(lines.contains("terminal: 90x30"))
    #expect(lines.contains { $0.firstMatch(of: /^build: ([0-9a-f]{32,40}|unknown)$/) != nil })
    #expect(
      report.firstMatch(of: /calls, innermost first:\n(  0x[0-9a-f]+( outside the program)?\n){3}/)
        != nil)
    for text in ["Bob", "asked for", "SECRET", folder.path, "/home", "/tmp", "/root"] {
      #expect(!report.contains(text))
    }
    #expect(lines.last?.hasPrefix("addr2line -fie terminal-probe NUMBER.") == true)
    #expect(folder.mode(of: "crash-report.txt") == 0o600)
  }

  /// A program may be started under any name. The report has the name in its last line.
  @Test(arguments: [("probe-2.0", "probe-2.0"), ("Bob's \u{1B}[31m", "ladder"), ("", "ladder")])
  func `the report names the program as it was started`(
    given: String, name: String
  ) throws {
    let session = try PtySession(
      PtySession.probe, ["--report", folder.path], name: given)
    try session.wait(for: "PROBE 80x24")
    session.type("f")
    _ = session.finish()
    #expect(report.contains("\naddr2line -fie \(name) NUMBER."))
    #expect(session.output.contains("\(name): this is a bug in Ladder"))
  }

  @Test(.needs("addr2line"))
  func `the report names functions that have symbols`() throws {
    let session = try start()
    session.type("o")
    _ = session.finish()
    let addresses = report.matches(of: /\n  (0x[0-9a-f]+)(?=\n)/).map { String($0.1) }
    let names = try addressNames(addresses)
    #expect(names.contains("Probe"))
  }

  /// Returns the output of `addr2line` for addresses in the probe.
  private func addressNames(_ addresses: [String]) throws -> String {
    let arguments = ["-fe", PtySession.probe] + addresses
    let path = try #require(Tools.path(of: "addr2line"))
    let session = try PtySession(path, arguments, columns: 500)
    _ = session.finish()
    return session.output
  }

  @Test(arguments: [("o", "SIGILL"), ("v", "SIGSEGV"), ("r", "SIGSEGV")])
  func `traps, bad pointers and stack overflows are reported`(key: String, name: String) throws {
    let session = try start()
    session.type(key)
    let (_, signal) = session.finish()
    #expect(signal != 0)
    #expect(session.isRestored)
    #expect(report.hasPrefix("Ladder crashed: "))
    #if arch(x86_64)
    #expect(report.hasPrefix("Ladder crashed: \(name)\n"))
    #endif
  }

  /// Swift's backtracer prints the address. It is a handler that was installed before that of the report.
  @Test func `an earlier handler receives the address of the fault`() throws {
    let session = try start("--fault-status")
    session.type("v")
    // The probe writes to address 8.
    #expect(session.finish() == (8, 0))
    #expect(report.hasPrefix("Ladder crashed: "))
  }

  private static let signals = [SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS]

  @Test(arguments: TestSize.choose(test: [SIGSEGV], check: signals))
  func `a fatal signal from outside is reported`(signal: Int32) throws {
    let session = try start()
    session.signal(signal)
    #expect(session.finish() == (-1, signal))
    #expect(session.isRestored)
    #expect(report.split(separator: "\n").first?.hasSuffix(", sent by another program") == true)
    #expect(!report.contains("where:"))
  }

  /// The first report is complete when its thread begins to restore the handlers. A later crash may end the process.
  @Test(.checkOnly, .enabled(if: PtySession.canTrace, "programs may not be traced here"))
  func `if two threads crash, the first one writes the report`()
    throws
  {
    for moment in stride(from: 0, to: .max, by: TestSize.current == .torture ? 1 : 6) {
      let session = try start()
      session.type("t")
      try session.wait(for: "thread")
      let second = try #require(session.threads.first { $0 != session.pid })
      try session.hold()
      session.signal(SIGABRT, thread: session.pid)
      // Runs to the first system call of the handler, and then a number of calls further.
      #expect(session.run(to: ctest_call_sigprocmask))
      if session.run(to: ctest_call_sigaction, within: moment) {
        session.release()
        #expect(session.finish() == (-1, SIGABRT))
        #expect(moment > 20, "the handler ended early")
        return
      }
      try session.hold(thread: second)
      session.signal(SIGABRT, thread: second)
      #expect(session.run(thread: second, to: ctest_call_sigsuspend), "at \(moment)")
      session.release(thread: second)
      session.release()
      #expect(session.finish() == (-1, SIGABRT), "at \(moment)")
      #expect(session.isRestored, "at \(moment)")
      #expect(report.hasPrefix("Ladder crashed: SIGABRT"), "at \(moment)")
      #expect(session.output.ranges(of: "this is a bug").count == 1, "at \(moment)")
      unlink("\(folder.path)/crash-report.txt")
    }
  }

  @Test func `the two newest reports are kept, and links are not followed`() throws {
    let elsewhere = TestFolder()
    elsewhere.write("mine", to: "precious")
    symlink("\(elsewhere.path)/precious", "\(folder.path)/crash-report.txt")
    for key in ["f", "v", "o"] {
      let session = try start()
      session.type(key)
      _ = session.finish()
    }
    #expect(folder.contents == ["crash-report.old.txt", "crash-report.txt"])
    #expect(report.contains("calls"))
    #expect(folder.text(of: "crash-report.old.txt").hasPrefix("Ladder crashed: SIG"))
    #expect(elsewhere.text(of: "precious") == "mine")
  }

  @Test func `an issue is recorded, and repeated in a later report`() throws {
    let session = try start()
    session.type("i")
    try session.wait(for: "noted")
    #expect(report.hasPrefix("Ladder reported an internal issue and continued.\n"))
    #expect(report.contains("issues:\n  terminal_probe/Probe.swift:"))
    #expect(!report.contains("calls"))
    session.type("f")
    _ = session.finish()
    #expect(report.hasPrefix("Ladder crashed"))
    #expect(report.contains("issues:\n  terminal_probe/Probe.swift:"))
    #expect(folder.contents == ["crash-report.txt"])
  }

  @Test func `without a folder for reports, the terminal is still restored`() throws {
    let session = try PtySession(PtySession.probe, ["--report", "/no/such/folder"])
    try session.wait(for: "PROBE")
    session.type("f")
    _ = session.finish()
    #expect(session.isRestored)
    #expect(session.output.contains("Fatal error: asked for by Bob?[31m\r\n"))
    #expect(!session.output.contains("this is a bug"))
  }

  @Test func `other output on standard error is buffered until the end`() throws {
    let session = try start()
    let before = session.position
    session.type("wX")
    try session.wait(for: "X", after: before)
    #expect(!session.output.contains("Bob"))
    session.type("q")
    #expect(session.finish() == (0, 0))
    #expect(session.isRestored)
    #expect(session.output.contains("Bob ?[31m: "))
  }
}
