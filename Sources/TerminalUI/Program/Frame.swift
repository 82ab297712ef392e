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

  /// Calls `body` with each span of cells that differ from `shown`, from the top and from the left.
  ///
  /// - Complexity: O(damaged cells), nothing allocated.
  public func forEachChange(since shown: Buffer, _ body: (RowSpan) -> Void) {
    buffer.forEachChange(since: shown, in: damage, body)
  }

  /// Everything may differ from what is shown.
  public mutating func damageAll() { damage.markAll() }

  /// Takes what has changed over into `shown`, which is of the same size: then nothing is damaged any more.
  ///
  /// - Complexity: O(damaged cells), nothing allocated.
  public mutating func show(in shown: inout Buffer) {
    for row in damage.damagedRows { shown.copy(row, damage[row], of: buffer) }
    damage.clear()
  }
}
