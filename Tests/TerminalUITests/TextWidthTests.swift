import Testing

@testable import TerminalUI

@Suite struct TextWidthTests {
  @Test(arguments: [
    ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("腕立て伏せ", 10), ("한", 2), ("ᄀ\u{1161}", 2),
    ("👍", 2), ("─█▏", 3), ("…", 1), ("\u{1B}[1m", 3), ("a\u{202E}b", 2), ("\u{FE0F}", 0),
    // Assigned in Unicode 16, in Unicode 15, and unassigned.
    ("\u{13FE9}", 1), ("\u{1FA75}", 2), ("\u{1249}", 1),
  ])
  func cellsTaken(text: String, width: Int) {
    #expect(TextWidth.width(of: text) == width)
  }

  @Test func unsafeScalars() {
    let unsafe: [Unicode.Scalar] = [
      "\u{0}", "\u{7}", "\u{1B}", "\u{7F}", "\u{85}", "\u{9B}", "\u{AD}", "\u{61C}", "\u{200B}",
      "\u{200E}", "\u{2028}", "\u{202A}", "\u{202E}", "\u{2066}", "\u{2069}", "\u{FEFF}",
      "\u{FE0F}", "\u{E0001}", "\u{E007F}", "\u{E0100}",
    ]
    for scalar in unsafe { #expect(TextWidth.isUnsafe(scalar), "U+\(scalar.value)") }
    for scalar in "aé腕👍\u{301}".unicodeScalars { #expect(!TextWidth.isUnsafe(scalar)) }
  }

  @Test func wideRangesAreSortedAndApart() {
    for (a, b) in zip(TextWidth.wide, TextWidth.wide.dropFirst()) {
      #expect(a.upperBound < b.lowerBound)
    }
  }
}

@Suite struct TextSanitizerTests {
  @Test func removesControlsAndKeepsText() {
    #expect(TextSanitizer.sanitize("Al\u{202E}ice\u{1B}]0;x\u{7}") == "Alice]0;x")
    #expect(TextSanitizer.sanitize("one\ttwo\r\nthree\nfour") == "one two three four")
  }
}
