import CNcurses
import TerminalUI

/// Writes cells as bytes for the terminal, and knows where its cursor is and how it writes, so that neither is said twice.
struct Pen {
  private var looks = LookTable()
  private var place: Point?
  private var style: Style?
  /// Whether a cursor is moved as every terminal of today has it moved: then it need not be looked up.
  private let movesAsUsual = Capabilities.string("cup") == Array("\u{1B}[%i%p1%d;%p2%dH".utf8)
  /// Whether characters beyond ASCII are understood.
  private let showsUnicode: Bool
  /// The last character beyond ASCII that was written: a picture repeats few.
  private var known = KnownCharacter(cell: .blank())

  init(showsUnicode: Bool) { self.showsUnicode = showsUnicode }

  /// Nothing is known any more of what the terminal is up to.
  mutating func forget() {
    place = nil
    style = nil
  }

  /// Makes the whole screen blank.
  mutating func clear(_ bytes: inout [UInt8]) {
    forget()
    write(style: .plain, &bytes)
    bytes += Capabilities.string("clear")
  }

  /// Writes neighbouring cells of a row.
  ///
  /// - Complexity: O(cells); allocates only for a style or a cluster that was never seen before.
  mutating func write(_ span: RowSpan, of buffer: Buffer, _ bytes: inout [UInt8]) {
    move(to: Point(span.columns.lowerBound, span.row), &bytes)
    buffer.withRow(span.row) { row in
      // An optional style is not compared for each cell.
      var current = style ?? row[span.columns.lowerBound].style
      if style == nil { write(style: current, &bytes) }
      for x in span.columns where !row[x].isContinuation {
        let cell = row[x]
        if cell.style != current, !cell.looksSame(in: current) {
          current = cell.style
          write(style: current, &bytes)
        }
        write(cell, &bytes)
      }
    }
    // In the last column a cursor stands on the edge, or is on its way to the next row.
    place =
      span.columns.upperBound < buffer.size.width
      ? Point(span.columns.upperBound, span.row) : nil
  }

  private mutating func write(style: Style, _ bytes: inout [UInt8]) {
    bytes += looks.look(of: style)
    self.style = style
  }

  private mutating func write(_ cell: Cell, _ bytes: inout [UInt8]) {
    if let ascii = cell.ascii { return bytes.append(ascii) }
    if !known.cell.showsSame(as: cell) { known = character(of: cell) }
    for index in 0..<known.count { bytes.append(known.bytes[index]) }
  }

  /// A character in UTF-8. Where the C library, and with it the terminal as far as one can tell, does not give it the
  /// width that it has here, the row must not shift: something of the right width stands in.
  private func character(of cell: Cell) -> KnownCharacter {
    var known = KnownCharacter(cell: cell)
    if !showsUnicode || cell.scalar.map({ cnc_width($0.value) != Int32(cell.width) }) ?? false {
      for _ in 0..<cell.width { known.append("?") }
    } else if let scalar = cell.scalar {
      known.append(scalar)
    } else {
      for scalar in cell.scalars { known.append(scalar) }
    }
    return known
  }

  private mutating func move(to target: Point, _ bytes: inout [UInt8]) {
    guard place != target else { return }
    guard movesAsUsual else {
      bytes += Capabilities.string("cup", target.y, target.x)
      return
    }
    bytes.append(0x1B)
    bytes.append(UInt8(ascii: "["))
    bytes.append(decimal: target.y + 1)
    bytes.append(UInt8(ascii: ";"))
    bytes.append(decimal: target.x + 1)
    bytes.append(UInt8(ascii: "H"))
  }
}

/// A character in UTF-8, without a reference: of five scalars at most, which is what a cell holds.
private struct KnownCharacter {
  let cell: Cell
  private(set) var bytes = InlineArray<20, UInt8>(repeating: 0)
  private(set) var count = 0

  init(cell: Cell) { self.cell = cell }

  mutating func append(_ scalar: Unicode.Scalar) {
    for byte in UTF8.encode(scalar)! {
      bytes[count] = byte
      count += 1
    }
  }
}

extension [UInt8] {
  /// Appends a number that is not below zero.
  fileprivate mutating func append(decimal number: Int) {
    if number >= 10 { append(decimal: number / 10) }
    append(UInt8(ascii: "0") + UInt8(number % 10))
  }
}
