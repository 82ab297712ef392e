import CNcurses
import TerminalUI

/// What the terminal shows, and what makes it show the next frame.
///
/// terminfo, through ncurses, says how a terminal is spoken to; what to say is decided here, where it is known which cells
/// can have changed.
struct Screen: ~Copyable {
  private var pen: Pen
  /// What the terminal shows once it has taken every byte.
  private var shown: Buffer
  private var frame: Frame
  private var spans: [RowSpan] = []
  /// Whether the next frame is drawn whole.
  private var isInvalid = true
  /// Whether the last cell can be written without the whole screen moving up.
  private let hasLastCell: Bool

  /// - Throws: ``TerminalError`` when terminfo does not know the terminal, or nothing good of it.
  init(term: String?, size: Size, showsUnicode: Bool) throws(TerminalError) {
    guard let term, !term.isEmpty else { throw .noTerminalType }
    guard cnc_open(term) != 0 else { throw .unknownTerminalType(term) }
    guard !Capabilities.string("cup").isEmpty, !Capabilities.string("clear").isEmpty else {
      cnc_close()
      throw .tooDumb(term)
    }
    hasLastCell = cnc_flag("am") == 0 || cnc_flag("xenl") != 0
    pen = Pen(showsUnicode: showsUnicode)
    shown = Buffer(size)
    frame = Frame(size)
  }

  deinit { cnc_close() }

  var size: Size { frame.size }

  /// The terminal has another size now.
  mutating func resize(to size: Size) {
    shown.resize(to: size)
    frame.resize(to: size)
    isInvalid = true
  }

  /// Whatever the terminal shows is not ours any more.
  mutating func invalidate() { isInvalid = true }

  /// Has `program` render its frame and appends to `bytes` what shows it. Nothing when it is the same
  /// as the last one.
  ///
  /// - Complexity: O(damaged cells) to compare, O(changed cells) to draw.
  @MainActor
  mutating func draw(_ program: any Program, into bytes: inout [UInt8]) {
    let size = frame.size
    program.render(into: &frame)
    precondition(frame.size == size, "a frame keeps the size it is given")
    if isInvalid {
      isInvalid = false
      pen.clear(&bytes)
      shown.clear()
      frame.damageAll()
    }
    // Collected first: writing changes the pen, which is a part of this screen. Moved out for it, as the frame would be
    // copied for whoever changes another part of the screen meanwhile.
    var spans: [RowSpan] = []
    swap(&spans, &self.spans)
    frame.forEachChange(since: shown) { spans.append($0) }
    for index in spans.indices {
      pen.write(shownPart(of: spans[index]), of: frame.buffer, &bytes)
    }
    spans.removeAll(keepingCapacity: true)
    swap(&spans, &self.spans)
    frame.show(in: &shown)
  }

  /// A terminal that goes on to the next row behind the last cell of all would lose the first row: it goes without that
  /// cell.
  private func shownPart(of span: RowSpan) -> RowSpan {
    guard
      !hasLastCell, span.row == size.height - 1, span.columns.upperBound == size.width
    else { return span }
    let isWide = frame.buffer[size.width - 1, span.row].isContinuation
    return RowSpan(row: span.row, columns: span.columns.lowerBound..<size.width - (isWide ? 2 : 1))
  }
}
