import Testing

@testable import TerminalUI

@Suite struct BufferTests {
  @Test func writesAndClips() {
    var buffer = Buffer(Size(5, 2))
    let width = buffer.write("workout", at: Point(2, 0))
    buffer.write("workout", at: Point(-4, 1), within: Rect(x: 0, y: 0, width: 2, height: 2))
    buffer.write("gone", at: Point(0, 2))
    #expect(width == 7)
    #expect(buffer.lines == ["  wor", "ou"])
  }

  @Test func controlAndFormatCharactersAreDropped() {
    var buffer = Buffer(Size(12, 1))
    buffer.write("a\u{1B}[31m\u{07}\u{9B}b\u{202E}c\u{200D}\u{AD}\u{2028}\n", at: .zero)
    #expect(buffer.lines == ["a[31mbc"])
  }

  @Test func wideCharactersOccupyTwoCells() {
    var buffer = Buffer(Size(5, 1))
    buffer.write("a腕b", at: .zero)
    #expect(buffer[1, 0].isWide)
    #expect(buffer[2, 0].isContinuation)
    #expect(buffer.line(0) == "a腕b")
  }

  @Test(arguments: 0..<5) func overwritingHalfAWideCharacterLeavesASpace(x: Int) {
    var buffer = Buffer(Size(5, 1))
    buffer.write("腕腕", at: Point(0, 0))
    buffer.write("x", at: Point(x, 0))
    #expect(buffer.isWhole)
    #expect(buffer[x, 0].scalar == "x")
  }

  @Test func aWideCharacterOverTheEdgeBecomesASpace() {
    var buffer = Buffer(Size(3, 1))
    buffer.write("ab腕", at: .zero)
    #expect(buffer.line(0) == "ab")
    buffer.write("腕", at: Point(1, 0), within: Rect(x: 0, y: 0, width: 2, height: 1))
    #expect(buffer.line(0) == "a")
    #expect(buffer.isWhole)
  }

  @Test func combiningMarksAreAddedToTheirCharacter() {
    var buffer = Buffer(Size(4, 1))
    let width = buffer.write("e\u{301}x", at: .zero)
    #expect(width == 2)
    #expect(buffer[0, 0].text == "e\u{301}")
    #expect(buffer[0, 0].scalars.count == 2)
  }

  @Test func excessCombiningMarksAreDropped() {
    var buffer = Buffer(Size(4, 1))
    buffer.write("a" + String(repeating: "\u{301}", count: 40) + "b", at: .zero)
    #expect(buffer[0, 0].scalars.count == 5)
    #expect(buffer[1, 0].scalar == "b")
  }

  @Test func aMarkWithoutACharacterIsDropped() {
    var buffer = Buffer(Size(3, 1))
    buffer.write("\u{301}a", at: .zero)
    #expect(buffer[0, 0] == Cell("a"))
  }

  @Test func randomWritesNeverSplitWideCharacters() {
    let pieces = ["腕", "a", "e\u{301}", "👩\u{200D}👧", "\u{1B}", "가", "ᄀ\u{1161}", "x腕"]
    var random = SplitMix(state: 42)
    var buffer = Buffer(Size(7, 3))
    for _ in 0..<2000 {
      let clip = Rect(
        x: random.next(9) - 1, y: random.next(3), width: random.next(8), height: random.next(4))
      buffer.write(
        pieces[random.next(pieces.count)], at: Point(random.next(10) - 1, random.next(4)),
        within: random.next(2) == 0 ? clip : nil)
      #expect(buffer.isWhole)
    }
  }

  @Test func aCellHasEightBytes() {
    #expect(MemoryLayout<Cell>.size == 8)
  }
}

extension Buffer {
  /// Checks that every wide cell is followed by its continuation, and that there are no other continuations.
  var isWhole: Bool {
    for y in 0..<size.height {
      for x in 0..<size.width {
        let cell = self[x, y]
        if cell.isWide, x + 1 >= size.width || !self[x + 1, y].isContinuation { return false }
        if cell.isContinuation, x == 0 || !self[x - 1, y].isWide { return false }
      }
    }
    return true
  }
}

/// A seeded random number generator, so that failures are reproducible.
struct SplitMix {
  var state: UInt64

  mutating func next(_ bound: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((z ^ (z >> 31)) % UInt64(bound))
  }
}

@Suite struct BufferDiffTests {
  private func buffer(_ text: String) -> Buffer {
    var buffer = Buffer(Size(20, 1))
    buffer.write(text, at: .zero)
    return buffer
  }

  @Test func equalBuffersHaveNoChanges() {
    #expect(buffer("same").changes(since: buffer("same")).isEmpty)
  }

  @Test func onlyDifferingCellsAreReported() {
    let spans = buffer("00:12.35").changes(since: buffer("00:12.34"))
    #expect(spans == [RowSpan(row: 0, columns: 7..<8)])
  }

  @Test func theChangesOfARowAreOneSpan() {
    let old = buffer("aaaaaaaaaaaaaaaaaaaa")
    #expect(buffer("abaaaaaaaaaaaaaabaaa").changes(since: old).map(\.columns) == [1..<17])
  }

  @Test func styleAloneIsAChange() {
    var new = buffer("abc")
    new.restyle(Rect(x: 1, y: 0, width: 1, height: 1)) { _ in .bold }
    #expect(new.changes(since: buffer("abc")).map(\.columns) == [1..<2])
  }

  @Test func aSpanNeverSplitsAWideCharacter() {
    let old = buffer("a腕b")
    #expect(buffer("axyb").changes(since: old).map(\.columns) == [1..<3])
    #expect(old.changes(since: buffer("axyb")).map(\.columns) == [1..<3])
    // Only the first half differs. The span includes the second half.
    #expect(buffer("a脚b").changes(since: old).map(\.columns) == [1..<3])
  }

  @Test func anotherSizeChangesEverything() {
    let spans = Buffer(Size(3, 2)).changes(since: Buffer(Size(2, 2)))
    #expect(spans == [RowSpan(row: 0, columns: 0..<3), RowSpan(row: 1, columns: 0..<3)])
  }
}

/// Tests of terminals that are wider than a readable line.
@MainActor
@Suite struct WideTests {
  private func row(_ view: some View, _ row: Int = 0) -> String {
    draw(200, 4, .ascii, view)[row]
  }

  @Test func `a table is limited to the readable width`() {
    let table = Table(
      [("Ada", "71 reps")], selection: 0,
      columns: [
        Column("Name") { $0.0 }, Column("Result", .fixed(10), alignment: .trailing) { $0.1 },
      ])
    #expect(row(table, 1).count == ReadableWidth.columns - 1)
    var buffer = Buffer(Size(200, 4))
    buffer.draw(table)
    #expect(buffer.styleLines.contains("row 1, columns 0-99: reverse"))
  }

  @Test func `a paragraph wraps at the readable width`() {
    let text = String(repeating: "word ", count: 30)
    #expect(row(Paragraph(text)).count == ReadableWidth.columns - 1)
    #expect(row(Paragraph(text), 1).count == 49)
  }

  @Test func `notes stay within the readable width`() {
    let title = TitleLine("note", style: .dim, shouldTruncateTitle: true) { Text("Title") }
    #expect(row(title).count == ReadableWidth.columns)
  }

  @Test func `a view can be limited to another width`() {
    #expect(row(HintBar([Hint("q", "quit")]).readable(60)).count == 60)
    #expect(row(SizeReader { Text("\($0.width)") }.readable(167)) == "167")
  }

  @Test func `a readable view is limited in width and aligned to the left`() {
    #expect(row(SizeReader { Text("\($0.width)") }.readable()) == "100")
    #expect(draw(40, 1, .ascii, SizeReader { Text("\($0.width)") }.readable()) == ["40"])
  }

  @Test func `a list has a page beside it in 118 or more columns`() {
    #expect(SplitColumns(of: 117) == nil)
    for width in 118...300 {
      let columns = SplitColumns(of: width)
      #expect((columns?.list ?? 0) >= 53 && (columns?.page ?? 0) >= 62, "\(width)")
      #expect((columns?.page ?? 0) <= ReadableWidth.columns, "\(width)")
      #expect((columns.map { $0.list + 3 + $0.page } ?? 0) <= width, "\(width)")
    }
    let split = SplitView { room in
      Text(room.hasPage ? "beside" : "alone")
    } page: { size in
      Text("page \(size.width)")
    }
    #expect(draw(100, 1, .ascii, split) == ["alone"])
    #expect(
      draw(118, 2, .ascii, split) == [
        "beside" + String(repeating: " ", count: 48) + "| page 62",
        String(repeating: " ", count: 54) + "|",
      ])
  }

  @Test func `a bar shows its share and the distance to its target`() {
    #expect(draw(10, 1, .unicode, ShareBar(0.55, words: "55%")) == ["━━━━━╸"])
    #expect(draw(10, 1, .unicode, ShareBar(0.55, target: 0.8, words: "")) == ["━━━━━╸┄┄"])
    #expect(draw(10, 1, .ascii, ShareBar(0.5, target: 0.51, words: "")) == ["=====."])
    #expect(draw(10, 1, .unicode, ShareBar(0.001, words: "")) == ["╸"])
    #expect(draw(10, 1, .unicode, ShareBar(.nan, words: "")) == [""])
    #expect(draw(10, 1, .unicode, ShareBar(7, target: .infinity, words: "")) == ["━━━━━━━━━━"])
  }

  @Test func `a sparkline scaled from its minimum shows small differences`() {
    #expect(draw(4, 1, .unicode, Sparkline([40, 42, 44, 47])) == ["▇▇██"])
    #expect(
      draw(4, 1, .unicode, Sparkline([40, 42, 44, 47], isScaledFromMinimum: true)) == ["▁▃▅█"])
    #expect(draw(4, 1, .unicode, Sparkline([40, 40], isScaledFromMinimum: true)) == ["██"])
  }

  @Test func `charts have a text alternative`() {
    var environment = Environment()
    environment.canDrawGraphics = false
    var buffer = Buffer(Size(20, 1))
    buffer.draw(ShareBar(0.55, target: 0.8, words: "55%"), environment)
    #expect(buffer.lines == ["55%"])
    buffer.clear()
    buffer.draw(Sparkline([1, 2], words: "1 to 2"), environment)
    #expect(buffer.lines == ["1 to 2"])
  }
}

@Suite struct TextWidthTests {
  @Test(arguments: [
    ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("腕立て伏せ", 10), ("한", 2), ("ᄀ\u{1161}", 2),
    ("👍", 2), ("─█▏", 3), ("…", 1), ("\u{1B}[1m", 3), ("a\u{202E}b", 2), ("a\u{7F}b", 2),
    ("\u{FE0F}", 0),
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
