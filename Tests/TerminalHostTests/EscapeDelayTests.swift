import Testing

@testable import TerminalHost

@MainActor
@Suite struct EscapeDelayTests {
  @Test(
    arguments: [
      (nil, 50), ("", 50), ("soon", 50), ("0", 0), ("25", 25), ("1000", 1000), ("-5", 0),
      ("99999999", 10_000),
    ] as [(String?, Int)])
  func `a lone Esc acts within 50 ms or ESCDELAY`(variable: String?, delay: Int) {
    #expect(TerminalHost.escapeDelay(variable) == .milliseconds(delay))
  }
}
