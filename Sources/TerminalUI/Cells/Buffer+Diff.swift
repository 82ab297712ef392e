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
  /// Unchanged cells between two changes that are cheaper to draw again than to jump over: moving
  /// the cursor costs about as many bytes.
  private static let bridge = 6

  /// Calls `body` with each span of cells that differ from `old`, from the top and from the left.
  ///
  /// A span never cuts a wide character, old or new. With an `old` of another size everything has
  /// changed.
  ///
  /// - Complexity: O(cells), nothing allocated.
  public func forEachChange(since old: Buffer, _ body: (RowSpan) -> Void) {
    forEachChange(since: old, in: nil, body)
  }

  /// - Parameter damage: What may have changed; everything where it is not told.
  func forEachChange(since old: Buffer, in damage: Damage?, _ body: (RowSpan) -> Void) {
    guard old.size == size else {
      for row in 0..<size.height where size.width > 0 {
        body(RowSpan(row: row, columns: 0..<size.width))
      }
      return
    }
    cells.withUnsafeBufferPointer { new in
      old.cells.withUnsafeBufferPointer { old in
        for row in 0..<size.height {
          let columns = damage?[row] ?? 0..<size.width
          guard let first = Self.firstChange(in: row, columns, width: size.width, new, old) else {
            continue
          }
          Self.changes(in: row, first..<columns.upperBound, width: size.width, new, old, body)
        }
      }
    }
  }

  /// Where two rows begin to differ: most do nowhere, and are told so fast.
  private static func firstChange(
    in row: Int, _ columns: Range<Int>, width: Int, _ new: UnsafeBufferPointer<Cell>,
    _ old: UnsafeBufferPointer<Cell>
  ) -> Int? {
    let base = row * width
    return columns.first { new[base + $0].word != old[base + $0].word }
  }

  private static func changes(
    in row: Int, _ columns: Range<Int>, width: Int, _ new: UnsafeBufferPointer<Cell>,
    _ old: UnsafeBufferPointer<Cell>,
    _ body: (RowSpan) -> Void
  ) {
    let base = row * width
    func cuts(_ x: Int) -> Bool {
      x > 0 && x < width && (new[base + x].isContinuation || old[base + x].isContinuation)
    }
    var start: Int?
    var end = 0
    for x in columns where new[base + x].word != old[base + x].word {
      if let from = start, x - end > bridge {
        body(RowSpan(row: row, columns: from..<end))
        start = nil
      }
      if start == nil { start = cuts(x) ? x - 1 : x }
      end = cuts(x + 1) ? x + 2 : x + 1
    }
    if let start { body(RowSpan(row: row, columns: start..<end)) }
  }

  /// The spans of ``forEachChange(since:_:)`` as an array.
  public func changes(since old: Buffer) -> [RowSpan] {
    var spans: [RowSpan] = []
    forEachChange(since: old) { spans.append($0) }
    return spans
  }
}
