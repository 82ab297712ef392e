import Testing

@testable import TerminalUI

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

  @Test func nearbyChangesAreMergedIntoOneSpan() {
    let old = buffer("aaaaaaaaaaaaaaaaaaaa")
    #expect(buffer("baabaaaaaaaaaaaaaaaa").changes(since: old).map(\.columns) == [0..<4])
    #expect(buffer("baaaaaaaaaaaaaaabaaa").changes(since: old).map(\.columns) == [0..<1, 16..<17])
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
    // Only the second half differs. The span includes the first half.
    #expect(buffer("a脚b").changes(since: old).map(\.columns) == [1..<3])
  }

  @Test func anotherSizeChangesEverything() {
    let spans = Buffer(Size(3, 2)).changes(since: Buffer(Size(2, 2)))
    #expect(spans == [RowSpan(row: 0, columns: 0..<3), RowSpan(row: 1, columns: 0..<3)])
  }
}
