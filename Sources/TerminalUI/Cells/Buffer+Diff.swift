/// Some neighbouring cells of one row.
public struct RowSpan: Hashable, Sendable {
  public var row: Int
  public var columns: Range<Int>

  public init(row: Int, columns: Range<Int>) {
    self.row = row
    self.columns = columns
  }
}

extension Buffer {
  /// Calls `body` with each span of cells that differ from `old`, from the top and from the left.
  ///
  /// A span never cuts a wide character, old or new. With an `old` of another size everything has
  /// changed.
  ///
  /// - Complexity: O(cells), nothing allocated.
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

  /// The spans of ``forEachChange(since:_:)`` as an array.
  public func changes(since old: Buffer) -> [RowSpan] {
    var spans: [RowSpan] = []
    forEachChange(since: old) { spans.append($0) }
    return spans
  }
}

/// One row of two buffers.
private struct RowComparison {
  let row: Int
  let width: Int
  /// The row's first cells.
  let new: UnsafePointer<Cell>
  let old: UnsafePointer<Cell>

  /// Unchanged cells between two changes that are cheaper to draw again than to jump over: moving
  /// the cursor costs about as many bytes.
  private static let bridge = 6

  @inline(__always)
  private func isChanged(_ x: Int) -> Bool {
    UnsafeRawPointer(new + x).load(as: UInt64.self)
      != UnsafeRawPointer(old + x).load(as: UInt64.self)
  }

  /// Whether a span that ends or begins before column `x` would cut a wide character in two.
  private func cuts(_ x: Int) -> Bool {
    guard x > 0, x < width else { return false }
    return new[x].isContinuation || old[x].isContinuation
  }

  func changes(_ body: (RowSpan) -> Void) {
    var start: Int?
    var end = 0
    for x in 0..<width where isChanged(x) {
      if let from = start, x - end > Self.bridge {
        body(RowSpan(row: row, columns: from..<end))
        start = nil
      }
      if start == nil { start = cuts(x) ? x - 1 : x }
      end = cuts(x + 1) ? x + 2 : x + 1
    }
    if let start { body(RowSpan(row: row, columns: start..<end)) }
  }
}
