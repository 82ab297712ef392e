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
