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
  /// Checks that every wide cell is followed by its continuation, and that there are no others.
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
