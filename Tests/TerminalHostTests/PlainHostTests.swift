import SystemTestSupport
import Testing

/// Tests of the host for lines of text, with a program of its own.
struct PlainHostTests {
  @Test func `the program begins with a size before it prints its first screen`() throws {
    let session = try PtySession(PtySession.probe, ["--plain"])
    try session.wait(for: "size=100x40")
    session.type("q\n")
    #expect(session.finish() == (0, 0))
  }
}
