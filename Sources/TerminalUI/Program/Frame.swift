import Synchronization

/// A program's picture, kept from one rendering to the next, and what of it has changed.
///
/// A host keeps one, lets the program render into it, and shows what is damaged.
public struct Frame: Sendable {
  public internal(set) var buffer: Buffer
  /// What may differ from what the host has shown.
  var damage: Damage
  /// Who drew it last: a drawing goes on only where it has left off.
  var stamp: Stamp?

  /// One state of one drawing's frame.
  struct Stamp: Hashable, Sendable {
    private static let drawings = Atomic<Int>(0)

    private let drawing: Int
    private var version = 0

    init() { drawing = Self.drawings.add(1, ordering: .relaxed).newValue }

    mutating func count() { version += 1 }
  }

  public init(_ size: Size) {
    buffer = Buffer(size)
    damage = Damage(size)
    damage.markAll()
  }

  public var size: Size { buffer.size }

  /// Changes the size: everything is to be rendered again.
  public mutating func resize(to size: Size) {
    if size != self.size { self = Frame(size) }
    invalidate()
  }

  /// Whatever is in it is nobody's any more: everything is to be rendered again.
  public mutating func invalidate() {
    stamp = nil
    damage.markAll()
  }

  /// Draws everything, over cells that are blank.
  public mutating func drawWhole(_ style: Style = .plain, _ draw: (inout Buffer) -> Void) {
    stamp = nil
    damage.markAll()
    buffer.clear(style)
    draw(&buffer)
  }

  /// Everything may differ from what is shown.
  public mutating func damageAll() { damage.markAll() }

  /// From the first row that may differ from what is shown to the last.
  public var damagedRows: Range<Int> { damage.damagedRows }

  /// The columns of a row that may differ from what is shown.
  public func damagedColumns(of row: Int) -> Range<Int> { damage[row] }

  /// Everything is shown.
  ///
  /// - Complexity: O(damaged rows), nothing allocated.
  public mutating func clearDamage() { damage.clear() }
}
