import Synchronization

/// A buffer that a program renders into, with a record of the cells that have changed since they were shown.
///
/// A host keeps one frame, lets the program render into it, and shows the damaged cells.
public struct Frame: Sendable {
  /// The cells.
  public internal(set) var buffer: Buffer
  /// The columns of each row that may differ from the terminal's contents; empty if there are none.
  private var damage: [Range<Int>]
  /// The range from the first damaged row to the last.
  public private(set) var damagedRows = 0..<0
  /// The renderer's version of the contents. A renderer only updates the version that it drew last.
  var version: Version?

  /// A version of the contents that one renderer has drawn.
  struct Version: Hashable, Sendable {
    private static let drawings = Atomic<Int>(0)

    private let drawing: Int
    private var number = 0

    init() { drawing = Self.drawings.add(1, ordering: .relaxed).newValue }

    mutating func increment() { number += 1 }
  }

  /// Creates a frame of blank cells, all of them damaged.
  public init(_ size: Size) {
    buffer = Buffer(size)
    damage = Array(repeating: 0..<0, count: size.height)
    damageAll()
  }

  /// The number of columns and rows.
  public var size: Size { buffer.size }

  /// Changes the size and invalidates the contents.
  public mutating func resize(to size: Size) {
    if size != self.size { self = Frame(size) }
    invalidate()
  }

  /// Invalidates the contents, so that everything is rendered again.
  public mutating func invalidate() {
    version = nil
    damageAll()
  }

  /// Clears the buffer and draws everything.
  public mutating func drawAll(_ style: Style = .plain, _ draw: (inout Buffer) -> Void) {
    invalidate()
    buffer.clear(style)
    draw(&buffer)
  }

  /// Returns the damaged columns of a row.
  public func damagedColumns(of row: Int) -> Range<Int> { damage[row] }

  /// Marks the cells of a rectangle inside the frame as damaged.
  ///
  /// - Complexity: O(rows of the rectangle).
  mutating func markDamage(_ rect: Rect) {
    func union(_ known: Range<Int>, _ new: Range<Int>) -> Range<Int> {
      known.isEmpty
        ? new : min(known.lowerBound, new.lowerBound)..<max(known.upperBound, new.upperBound)
    }
    damagedRows = union(damagedRows, rect.minY..<rect.maxY)
    for row in rect.minY..<rect.maxY { damage[row] = union(damage[row], rect.minX..<rect.maxX) }
  }

  /// Marks all cells as damaged.
  public mutating func damageAll() {
    damagedRows = damage.indices
    for row in damage.indices { damage[row] = 0..<size.width }
  }

  /// Marks all cells as shown.
  ///
  /// - Complexity: O(damaged rows), without allocation.
  public mutating func clearDamage() {
    for row in damagedRows { damage[row] = 0..<0 }
    damagedRows = 0..<0
  }
}
