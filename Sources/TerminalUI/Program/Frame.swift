import Synchronization

/// A buffer that a program renders into, and the cells that have changed since they were shown.
///
/// A host keeps one frame, lets the program render into it, and shows the damaged cells.
public struct Frame: Sendable {
  public internal(set) var buffer: Buffer
  /// The cells that may differ from the terminal's contents.
  var damage: Damage
  /// The renderer's version of the contents. A renderer updates only the version that it drew last.
  var version: Version?

  /// A version of the contents that one renderer has drawn.
  struct Version: Hashable, Sendable {
    private static let drawings = Atomic<Int>(0)

    private let drawing: Int
    private var number = 0

    init() { drawing = Self.drawings.add(1, ordering: .relaxed).newValue }

    mutating func increment() { number += 1 }
  }

  public init(_ size: Size) {
    buffer = Buffer(size)
    damage = Damage(size)
    damage.markAll()
  }

  public var size: Size { buffer.size }

  /// Changes the size and invalidates the contents.
  public mutating func resize(to size: Size) {
    if size != self.size { self = Frame(size) }
    invalidate()
  }

  /// Invalidates the contents, so that everything is rendered again.
  public mutating func invalidate() {
    version = nil
    damage.markAll()
  }

  /// Clears the buffer and draws everything.
  public mutating func drawAll(_ style: Style = .plain, _ draw: (inout Buffer) -> Void) {
    version = nil
    damage.markAll()
    buffer.clear(style)
    draw(&buffer)
  }

  /// Marks all cells as damaged.
  public mutating func damageAll() { damage.markAll() }

  /// The range from the first damaged row to the last.
  public var damagedRows: Range<Int> { damage.damagedRows }

  /// Returns the damaged columns of a row.
  public func damagedColumns(of row: Int) -> Range<Int> { damage[row] }

  /// Marks all cells as shown.
  ///
  /// - Complexity: O(damaged rows), without allocation.
  public mutating func clearDamage() { damage.clear() }
}

// MARK: - Damage

/// The cells of a frame that may have changed, as a range of columns for each row.
struct Damage: Sendable {
  private var rows: [Range<Int>]
  /// The range from the first damaged row to the last.
  private(set) var damagedRows = 0..<0
  private let width: Int

  init(_ size: Size) {
    rows = Array(repeating: 0..<0, count: size.height)
    width = size.width
  }

  /// Marks the cells of a rectangle as changed.
  ///
  /// - Parameter rect: A rectangle inside the frame.
  /// - Complexity: O(rows of the rectangle).
  mutating func mark(_ rect: Rect) {
    cover(rect.minY..<rect.maxY)
    for row in rect.minY..<rect.maxY {
      let known = rows[row]
      rows[row] =
        known.isEmpty
        ? rect.minX..<rect.maxX
        : min(known.lowerBound, rect.minX)..<max(known.upperBound, rect.maxX)
    }
  }

  mutating func markAll() {
    damagedRows = rows.indices
    for row in rows.indices { rows[row] = 0..<width }
  }

  mutating func clear() {
    for row in damagedRows { rows[row] = 0..<0 }
    damagedRows = 0..<0
  }

  private mutating func cover(_ rows: Range<Int>) {
    damagedRows =
      damagedRows.isEmpty
      ? rows
      : min(damagedRows.lowerBound, rows.lowerBound)..<max(damagedRows.upperBound, rows.upperBound)
  }

  /// The changed columns of a row; empty if there are none.
  subscript(row: Int) -> Range<Int> { rows[row] }
}
