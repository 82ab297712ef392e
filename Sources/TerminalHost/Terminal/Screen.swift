import CNcurses
import TerminalUI

/// The terminal's screen, which draws the next frame on top of the last one.
///
/// ncurses draws: it gets the cells that may have changed, and knows the terminal's content and its control
/// sequences.
struct Screen: ~Copyable {
  private var writer: RowWriter
  private var frame: Frame
  /// Whether the next frame is drawn completely.
  private var isInvalid = true

  /// Opens the screen.
  ///
  /// - Throws: ``TerminalError`` if terminfo does not know the terminal, or lacks necessary capabilities.
  init(term: String?, size: Size, showsUnicode: Bool) throws(TerminalError) {
    guard let term, !term.isEmpty else { throw .noTerminalType }
    guard cnc_open(term, Int32(size.height), Int32(size.width)) != 0 else {
      throw .unknownTerminalType(term)
    }
    guard !Capabilities.string("cup").isEmpty, !Capabilities.string("clear").isEmpty else {
      cnc_close()
      throw .insufficientCapabilities(term)
    }
    writer = RowWriter(showsUnicode: showsUnicode)
    frame = Frame(size)
  }

  deinit { cnc_close() }

  var size: Size { frame.size }

  /// Adapts to a new size of the terminal.
  mutating func resize(to size: Size) {
    // If memory runs out, ncurses keeps the old size and draws nothing outside it.
    _ = cnc_resize(Int32(size.height), Int32(size.width))
    frame.resize(to: size)
    isInvalid = true
  }

  /// Marks the terminal's content as unknown.
  mutating func invalidate() { isInvalid = true }

  /// Renders the next frame of `program` and appends the bytes that show it to `bytes`; none if it equals the last
  /// frame.
  ///
  /// - Complexity: O(cells of the damaged rows).
  @MainActor
  mutating func draw(_ program: any Program, into bytes: inout [UInt8]) {
    let size = frame.size
    program.render(into: &frame)
    precondition(frame.size == size, "a frame keeps the size it is given")
    if isInvalid {
      isInvalid = false
      cnc_redraw()
      frame.damageAll()
    }
    for row in frame.damagedRows {
      let columns = frame.damagedColumns(of: row)
      if !columns.isEmpty { writer.put(RowSpan(row: row, columns: columns), of: frame.buffer) }
    }
    frame.clearDamage()
    var drawn: UnsafePointer<CChar>?
    let count = cnc_draw(&drawn)
    bytes.append(contentsOf: UnsafeRawBufferPointer(start: drawn, count: count))
  }
}
