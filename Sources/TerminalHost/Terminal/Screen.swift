import CNcurses
import CSystem
import Glibc
import TerminalUI

/// ncurses as a function from frames to bytes: it decides how to move and what to draw; what it says
/// lands in a memfd, from which each frame's bytes are taken in one piece.
///
/// ncurses has one screen a process, and so has this.
struct Screen: ~Copyable {
  private let output: Int32
  private var styles: StyleTable
  /// What the terminal shows once it has taken every byte.
  private var shown: Buffer
  private var frame: Frame
  private var spans: [RowSpan] = []
  /// Whether the next frame is drawn whole.
  private var isInvalid = true

  /// - Throws: ``TerminalError`` when terminfo does not know the terminal, or nothing good of it.
  init(term: String?, size: Size) throws(TerminalError) {
    guard let term, !term.isEmpty else { throw .noTerminalType }
    let file = csys_memfd("ladder-screen")
    guard file >= 0 else { throw .unavailable(errno: errno) }
    let result = cnc_open(term, file, Int32(size.height), Int32(size.width))
    guard result == Int32(CNC_OPENED.rawValue) else {
      close(file)
      throw result == Int32(CNC_TOO_DUMB.rawValue) ? .tooDumb(term) : .unknownTerminalType(term)
    }
    output = file
    styles = StyleTable()
    shown = Buffer(size)
    frame = Frame(size)
    // Opening a screen says "take the terminal" by itself; the host says so when it is ready.
    lseek(output, 0, SEEK_SET)
  }

  deinit {
    cnc_close()
    close(output)
  }

  var size: Size { frame.size }

  /// The terminal has another size now.
  mutating func resize(to size: Size) {
    cnc_resize(Int32(size.height), Int32(size.width))
    shown.resize(to: size)
    frame.resize(to: size)
    isInvalid = true
  }

  /// Whatever the terminal shows is not ours any more.
  mutating func invalidate() {
    cnc_invalidate()
    isInvalid = true
  }

  /// Has `program` render its frame and appends to `bytes` what shows it. Nothing when it is the same
  /// as the last one.
  ///
  /// - Complexity: O(damaged cells) to compare, O(changed cells) to draw.
  @MainActor
  mutating func draw(_ program: any Program, into bytes: inout [UInt8]) {
    let size = frame.size
    program.render(into: &frame)
    precondition(frame.size == size, "a frame keeps the size it is given")
    var isChanged = isInvalid
    if isInvalid {
      for row in 0..<size.height { put(RowSpan(row: row, columns: 0..<size.width)) }
    } else {
      // Collected first: drawing a span looks styles up, which changes this screen.
      spans.removeAll(keepingCapacity: true)
      frame.forEachChange(since: shown) { spans.append($0) }
      isChanged = !spans.isEmpty
      for index in spans.indices { put(spans[index]) }
    }
    frame.clearDamage()
    guard isChanged else { return }
    cnc_update()
    isInvalid = false
    takeOutput(&bytes)
  }

  /// Makes one call of ncurses for a span.
  private mutating func put(_ span: RowSpan) {
    shown.copy(span, of: frame.buffer)
    var count: Int32 = 0
    for x in span.columns {
      let cell = frame.buffer[x, span.row]
      if cell.isContinuation { continue }
      let look = styles.look(of: cell.style)
      if let scalar = cell.scalar {
        if scalar.isASCII || cnc_width(scalar.value) == Int32(cell.width) {
          cnc_cell(count, scalar.value, look.attributes, look.pair)
          count += 1
        } else {
          // The C library disagrees about the width, or does not know the character: the row must
          // not shift, so something of the right width stands in.
          for _ in 0..<cell.width {
            cnc_cell(count, 0x3F, look.attributes, look.pair)
            count += 1
          }
        }
      } else {
        let scalars = cell.scalars.map(\.value)
        cnc_cluster(count, scalars, Int32(scalars.count), look.attributes, look.pair)
        count += 1
      }
    }
    cnc_draw_row(Int32(span.row), Int32(span.columns.lowerBound), count)
  }

  private func takeOutput(_ bytes: inout [UInt8]) {
    let count = Int(lseek(output, 0, SEEK_CUR))
    guard count > 0 else { return }
    let start = bytes.count
    bytes.append(contentsOf: repeatElement(0, count: count))
    let output = output
    bytes.withUnsafeMutableBytes { bytes in
      _ = pread(output, bytes.baseAddress! + start, count, 0)
    }
    lseek(output, 0, SEEK_SET)
  }
}
