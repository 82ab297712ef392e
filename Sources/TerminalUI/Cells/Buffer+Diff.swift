/// A range of adjacent cells in one row.
public struct RowSpan: Hashable, Sendable {
  public var row: Int
  public var columns: Range<Int>

  public init(row: Int, columns: Range<Int>) {
    self.row = row
    self.columns = columns
  }
}

extension Buffer {
  /// Calls `body` with each span of cells that differ from `old`, top to bottom and left to right.
  ///
  /// A span never splits a wide character of either buffer. If the sizes differ, every row is a span.
  ///
  /// - Complexity: O(cells), without allocation.
  public func forEachChange(since old: Buffer, _ body: (RowSpan) -> Void) {
    guard old.size == size else {
      for row in 0..<size.height where size.width > 0 {
        body(RowSpan(row: row, columns: 0..<size.width))
      }
      return
    }
    cells.withUnsafeBufferPointer { new in
      old.cells.withUnsafeBufferPointer { old in
        for row in 0..<size.height where size.width > 0 {
          let start = row * size.width
          RowComparison(
            row: row, width: size.width, new: new.baseAddress! + start,
            old: old.baseAddress! + start
          )
          .changes(body)
        }
      }
    }
  }

  /// Returns the spans of ``forEachChange(since:_:)`` as an array.
  public func changes(since old: Buffer) -> [RowSpan] {
    var spans: [RowSpan] = []
    forEachChange(since: old) { spans.append($0) }
    return spans
  }
}

/// A comparison of one row of two buffers.
private struct RowComparison {
  let row: Int
  let width: Int
  /// The first cells of the row.
  let new: UnsafePointer<Cell>
  let old: UnsafePointer<Cell>

  /// The number of unchanged cells between two changes that are merged into one span.
  ///
  /// Moving the cursor across them would cost about as many bytes as drawing them.
  private static let maxMergedGap = 6

  @inline(__always)
  private func isChanged(_ x: Int) -> Bool {
    UnsafeRawPointer(new + x).load(as: UInt64.self)
      != UnsafeRawPointer(old + x).load(as: UInt64.self)
  }

  /// Whether a span that ends or begins before column `x` would cut a wide character in two.
  private func splitsWideCharacter(at x: Int) -> Bool {
    guard x > 0, x < width else { return false }
    return new[x].isContinuation || old[x].isContinuation
  }

  func changes(_ body: (RowSpan) -> Void) {
    var start: Int?
    var end = 0
    for x in 0..<width where isChanged(x) {
      if let from = start, x - end > Self.maxMergedGap {
        body(RowSpan(row: row, columns: from..<end))
        start = nil
      }
      if start == nil { start = splitsWideCharacter(at: x) ? x - 1 : x }
      end = splitsWideCharacter(at: x + 1) ? x + 2 : x + 1
    }
    if let start { body(RowSpan(row: row, columns: start..<end)) }
  }
}
