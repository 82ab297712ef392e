import ReducerTestSupport
import Testing

@testable import Scripting

@Suite(.checksForLeaks)
struct ExpectationTests {
  @Test func `an unmet expectation is a short line`() {
    let long = String(repeating: "a", count: 10_000)
    let short = String(repeating: "a", count: 39)
    #expect(
      "\(Expectation(.pattern("Pu\u{1}.*")))" == #"expected /Pu\u{1}.*/ on the screen"#)
    #expect(
      "\(Expectation(.text("\u{1b}\(long)"), .new))"
        == #"expected "\u{1b}\#(short)…" to appear on the screen"#)
    #expect(
      "\(Expectation(.pattern("\n\(long)"), .absent))"
        == #"expected no /\u{a}\#(short)…/ on the screen"#)
  }
}
