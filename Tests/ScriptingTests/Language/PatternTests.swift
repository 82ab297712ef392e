import ReducerTestSupport
import Testing

@testable import Scripting

@Suite(.checksForLeaks)
struct PatternTests {
  @Test(arguments: [
    ("Saved", "It is Saved now"), ("", ""), ("^a", "ab"), ("b$", "ab"), ("^$", ""), ("a.c", "xabc"),
    (#"REPS \d+/5"#, "│ REPS 12/5 │"), (#"\d\d:\d\d"#, "at 07:30"), (#"\w{3}"#, "é_1"),
    (#"(\d+ \w{3}) +\d+ Jan +\1"#, "12 Jan  5 Jan  12 Jan"), (#"\bcat\b"#, "a cat."),
    ("none|0 s|off", "Rest 0 s"), ("(a|b)+c", "abac"), ("(?:ab)*c", "ababc"), ("a{2}", "aa"),
    ("^a{2,}$", "aaaa"), ("^a{1,2}b", "aab"), ("a+?b", "aaab"), ("^(a|ab)(c|bcd)(d*)$", "abcd"),
    ("[^a-z ]", "abc D"), (#"[\]]"#, "]"), (#"\/"#, "/"), (#"^\X$"#, "👨‍👩‍👧"), (#"^\d$"#, "٣"),
    ("(?i)SAVED", "Saved"), (#"(?<=\+)\d+(?= reps)"#, "+12 reps"),
    (#"^(\((?:a|(?1))*\))$"#, "(a(a)a)"),
    ("a(?C1)b", "ab"), (#"^.{500}$"#, String(repeating: "é", count: 500)),
  ])
  func `a pattern is found in a row`(pattern: String, row: String) throws {
    #expect(try Pattern(pattern).isFound(in: row))
  }

  @Test(arguments: [
    ("saved", "Saved"), ("^b", "ab"), (".", ""), (#"\d"#, "四 ½ x"), (#"\bcat\b"#, "concat"),
    ("^a{2}$", "aaa"), ("[^a-z]", "abc"), (#"\."#, "abc"), (#"(\d+) \1$"#, "12 13"), ("a|b", "c"),
  ])
  func `a pattern that does not match is not found`(pattern: String, row: String) throws {
    #expect(try !Pattern(pattern).isFound(in: row))
  }

  @Test(arguments: [
    ("(", "missing closing parenthesis (at character 1)"),
    ("é)a", "unmatched closing parenthesis (at character 1)"),
    ("*a", "quantifier does not follow a repeatable item"),
    (#"(a)\2"#, "reference to non-existent subpattern (at character 4)"),
    (#"a\C"#, #"using \C is disabled by the application (at character 3)"#),
    ("(?<=a*)b", "lookbehind assertion is not fixed length"),
    (
      "((a{1000}){1000}){1000}",
      "regular expression is too large (at character 23)"
    ),
    (
      String(repeating: "(", count: 100),
      "parentheses are too deeply nested (at character 33)"
    ),
    (String(repeating: "a", count: 16 << 10), "it has more than 256 bytes"),
    ("\u{1b}[", "missing terminating ] for character class (at character 2)"),
  ])
  func `an invalid pattern is reported with PCRE2's message`(text: String, reason: String) {
    #expect(
      throws: Pattern.Problem(description: "/\(text.shortened)/ is not a valid pattern: \(reason)")
    ) {
      try Pattern(text)
    }
  }

  /// Without a limit, each search would take seconds to hours.
  @Test(arguments: [
    ("(.*)*(.*)*(.*)*[YZ]$", "match limit exceeded"), ("(a|a)*b?c?[bc]", "match limit exceeded"),
    ("(.+)+[YZ]", "match limit exceeded"), (#"(.*)(.*)(.*)\3\2\1[YZ]"#, "match limit exceeded"),
    ("(a+(?1)?|a)+[YZ]", "match limit exceeded"),
    ("(?R)", "nested recursion at the same subject position"),
    (String(repeating: "()", count: 110) + "(a|a)*[YZ]", "match limit exceeded"),
    ("(*LIMIT_MATCH=4000000000)(a|a)*[YZ]", "match limit exceeded"),
    // PCRE2's match limit counts a repeated class with many members only once per path.
    (
      "(?:[^" + String(repeating: "аб", count: 50) + "]*+[YZ]|.|.)*[YZ]", "match limit exceeded"
    ),
    // The match limit starts again at each possible start of a match.
    ("(?:a|a){0,9}(?:a|a){0,7}[YZ]", "match limit exceeded"),
  ])
  func `a search beyond the budget is aborted`(pattern: String, reason: String) throws {
    let row = String(repeating: "a", count: 500)
    #expect(
      throws: Pattern.TooManySteps(
        description: "/\(pattern.shortened)/ takes more than 10000000 steps per row of the screen "
          + "(\(reason)); don't nest repetitions")
    ) {
      try Pattern(pattern).isFound(in: row)
    }
  }

  @Test(arguments: [
    #"^(.*) +(\d+) reps.*\1$"#, #"(\S+) +(\S+) +.*\d+:\d\d\.\d\d.*x"#, "(.*)─(.*)x",
  ])
  func `realistic patterns fit the budget in the widest row`(pattern: String) throws {
    let row = String(repeating: "─ a 12 reps 0:33.00 ", count: 25)
    #expect(try !Pattern(pattern).isFound(in: row))
  }
}

@Suite(.checksForLeaks)
struct ExpectationTests {
  @Test func `the description of an expectation is a short line`() throws {
    let long = String(repeating: "a", count: 200)
    let short = String(repeating: "a", count: 39)
    #expect(
      "\(Expectation(.pattern(try Pattern("Pu\u{1}.*"))))" == #"expected /Pu\u{1}.*/ on the screen"#
    )
    #expect(
      "\(Expectation(.text("\u{1b}\(long)"), .new))"
        == #"expected "\u{1b}\#(short)…" to appear on the screen"#)
    #expect(
      "\(Expectation(.pattern(try Pattern("\n\(long)")), .absent))"
        == #"expected no /\u{a}\#(short)…/ on the screen"#)
  }

  @MainActor
  @Test func `a search yields before each row`() async throws {
    let rows = Array(repeating: String(repeating: "a", count: 80), count: 24)
    let expectation = Expectation(.pattern(try Pattern("b")), .absent)
    var yields = 0
    #expect(try await expectation.isMet(by: rows, before: []) { yields += 1 })
    #expect(yields == rows.count)
    await #expect(throws: CancellationError.self) {
      _ = try await expectation.isMet(by: rows, before: []) { throw CancellationError() }
    }
  }
}
