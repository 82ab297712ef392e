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
      var x = span.columns.lowerBound
      while x < span.columns.upperBound {
        let start = x
        while x < span.columns.upperBound, row[x].isWritten(in: current) { x += 1 }
        write(UnsafeBufferPointer(rebasing: row[start..<x]), &bytes)
        if x < span.columns.upperBound {
          current = row[x].style
          write(style: current, &bytes)
        }
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

  private mutating func write(_ cells: UnsafeBufferPointer<Cell>, _ bytes: inout [UInt8]) {
    bytes.append(addingCapacity: cells.count * KnownCharacter.mostBytes) { output in
      for cell in cells where !cell.isContinuation {
        if let ascii = cell.ascii {
          output.append(ascii)
        } else {
          if !known.cell.showsSame(as: cell) { known = character(of: cell) }
          for index in 0..<known.count { output.append(known.bytes[index]) }
        }
      }
    }
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
    // No number has more than nineteen digits.
    bytes.append(addingCapacity: 4 + 2 * 19) { output in
      output.append(0x1B)
      output.append(UInt8(ascii: "["))
      output.append(decimal: target.y + 1)
      output.append(UInt8(ascii: ";"))
      output.append(decimal: target.x + 1)
      output.append(UInt8(ascii: "H"))
    }
  }
}

/// A character in UTF-8, without a reference: of five scalars at most, which is what a cell holds.
private struct KnownCharacter {
  let cell: Cell
  static let mostBytes = 20

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

extension Cell {
  /// Whether it needs no other style than the one the terminal writes in.
  fileprivate func isWritten(in style: Style) -> Bool {
    self.style == style || isContinuation || looksSame(in: style)
  }
}

extension OutputSpan<UInt8> {
  /// Appends a number that is not below zero.
  fileprivate mutating func append(decimal number: Int) {
    if number >= 10 { append(decimal: number / 10) }
    append(UInt8(ascii: "0") + UInt8(number % 10))
  }
}
