import CNcurses
import TerminalUI

/// What the terminal shows, and what makes it show the next frame.
///
/// ncurses draws: it is handed the cells that can have changed, knows what the terminal shows, and how it is spoken to.
struct Screen: ~Copyable {
  private var writer: RowWriter
  private var frame: Frame
  /// Whether the next frame is drawn whole.
  private var isInvalid = true

  /// - Throws: ``TerminalError`` when terminfo does not know the terminal, or nothing good of it.
  init(term: String?, size: Size, showsUnicode: Bool) throws(TerminalError) {
    guard let term, !term.isEmpty else { throw .noTerminalType }
    guard cnc_open(term, Int32(size.height), Int32(size.width)) != 0 else {
      throw .unknownTerminalType(term)
    }
    guard !Capabilities.string("cup").isEmpty, !Capabilities.string("clear").isEmpty else {
      cnc_close()
      throw .tooDumb(term)
    }
    writer = RowWriter(showsUnicode: showsUnicode)
    frame = Frame(size)
  }

  deinit { cnc_close() }

  var size: Size { frame.size }

  /// The terminal has another size now.
  mutating func resize(to size: Size) {
    // If memory runs out, ncurses keeps the old size and draws nothing outside it.
    _ = cnc_resize(Int32(size.height), Int32(size.width))
    frame.resize(to: size)
    isInvalid = true
  }

  /// Whatever the terminal shows is not ours any more.
  mutating func invalidate() { isInvalid = true }

  /// Has `program` render its frame and appends to `bytes` what shows it. Nothing when it is the same
  /// as the last one.
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
