import CNcurses
import TerminalUI

/// The terminal's screen, which draws each frame over the last one.
///
/// ncurses draws: it receives the cells that may have changed, and it knows the terminal's content and control
/// sequences.
struct Screen: ~Copyable {
  private var writer: RowWriter
  private var frame: Frame
  /// Whether the next frame is drawn completely.
  private var isInvalid = true

  /// Opens the screen.
  ///
  /// - Throws: ``TerminalError`` if terminfo does not know the terminal, or the terminal lacks necessary capabilities.
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
    // If there is not enough memory, ncurses keeps the old size and draws nothing outside it.
    _ = cnc_resize(Int32(size.height), Int32(size.width))
    frame.resize(to: size)
    isInvalid = true
  }

  /// Marks the terminal's content as unknown.
  mutating func invalidate() { isInvalid = true }

  /// Renders the next frame of `program`, and appends to `bytes` the output that shows it; none if it is unchanged.
  ///
  /// - Complexity: O(cells of the damaged rows).
  @MainActor
  mutating func draw(_ program: any Program, into bytes: inout [UInt8]) {
    let size = frame.size
    program.render(into: &frame)
    precondition(frame.size == size, "a program must not change the size of its frame")
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

// MARK: - Rows

/// A writer that puts cells on the ncurses screen, with characters and colors that the terminal supports.
struct RowWriter {
  /// Whether characters beyond ASCII can be shown.
  private let showsUnicode: Bool
  private var palette = Palette()
  /// A buffer for the characters of a row, reused so that a frame allocates nothing.
  private var characters: [cnc_cell] = []

  init(showsUnicode: Bool) {
    self.showsUnicode = showsUnicode
  }

  /// Writes `span` of `buffer` to the screen. If `span` begins inside a wide character, its left half is included.
  ///
  /// - Complexity: O(cells); allocates only when a row is wider than any before.
  mutating func put(_ span: RowSpan, of buffer: Buffer) {
    let missing = span.columns.count + 1 - characters.count
    if missing > 0 { characters += repeatElement(cnc_cell(), count: missing) }
    // Moved out of `self`, which the loop changes, and accessed without checks.
    var row: [cnc_cell] = []
    swap(&row, &characters)
    buffer.withRow(span.row) { cells in
      let isCut = cells[span.columns.lowerBound].isContinuation
      let start = span.columns.lowerBound - (isCut ? 1 : 0)
      let cells = UnsafeBufferPointer(rebasing: cells[start..<span.columns.upperBound])
      row.withUnsafeMutableBufferPointer { row in
        let count = fill(row, with: cells)
        cnc_put(Int32(span.row), Int32(start), row.baseAddress, count)
      }
    }
    swap(&row, &characters)
  }

  /// Fills `row` with the characters of `cells`.
  ///
  /// - Returns: The number of characters.
  private mutating func fill(
    _ row: UnsafeMutableBufferPointer<cnc_cell>, with cells: UnsafeBufferPointer<Cell>
  ) -> Int {
    // Styles that look the same are merged, because each change of style is sent to the terminal.
    var first = 0
    while first < cells.count - 1, cells[first].ascii == 0x20 { first += 1 }
    var style = cells[first].style
    var number = palette.number(of: style)
    var count = 0
    for index in cells.indices where !cells[index].isContinuation {
      let cell = cells[index]
      // Neighbors are often equal, as in a bar.
      if index > 0, cell == cells[index - 1], !cell.isWide {
        row[count] = row[count - 1]
        count += 1
        continue
      }
      if !cell.hasSameAppearance(in: style) {
        style = cell.style
        number = palette.number(of: style)
      }
      if let ascii = cell.ascii {
        row[count] = cnc_cell(scalars: (UInt32(ascii), 0, 0, 0, 0), style: number)
        count += 1
        continue
      }
      let characters = shown(for: cell)
      for _ in 0..<characters.count {
        row[count] = cnc_cell(scalars: characters.scalars, style: number)
        count += 1
      }
    }
    return count
  }

  /// Returns the characters for a cell. If the C library, and so presumably the terminal, disagrees about the width of
  /// a character, a substitute of the right width keeps the row aligned.
  private func shown(for cell: Cell) -> ShownCharacter {
    let single = cell.scalar
    // Only a character of several scalars needs an array.
    let scalars = single == nil ? cell.scalars : []
    let first = single ?? scalars[0]
    guard showsUnicode, cnc_width(first.value) == Int32(cell.width) else {
      return ShownCharacter(repeating: first.asciiSubstitute, count: Int(cell.width))
    }
    return single == nil ? ShownCharacter(scalars) : ShownCharacter(repeating: first, count: 1)
  }
}

/// The characters shown for a cell: its own, or a substitute in each of its columns.
private struct ShownCharacter {
  private(set) var scalars: (UInt32, UInt32, UInt32, UInt32, UInt32) = (0x20, 0, 0, 0, 0)
  private(set) var count = 1

  init(repeating scalar: Unicode.Scalar, count: Int) {
    scalars.0 = scalar.value
    self.count = count
  }

  /// Creates the characters of a cell.
  ///
  /// - Parameter all: At most as many scalars as a cell holds.
  init(_ all: [Unicode.Scalar]) {
    withUnsafeMutableBytes(of: &scalars) {
      for (index, scalar) in all.enumerated() {
        $0.storeBytes(of: scalar.value, toByteOffset: index * 4, as: UInt32.self)
      }
    }
  }
}

/// The styles used so far, with their ncurses numbers.
private struct Palette {
  /// The number of colors. If the terminal has the terminfo flag `RGB`, color numbers are RGB values, and only the
  /// first eight are palette colors.
  private let colorCount = cnc_flag("RGB") != 0 ? 8 : Int(cnc_number("colors"))
  // Searched linearly: a theme has about a dozen styles, and a frame of a running clock draws two.
  private var styles: [(style: Style, number: Int32)] = []

  private static let attributes: [(Style.Attributes, cnc_attribute)] = [
    (.bold, CNC_BOLD), (.dim, CNC_DIM), (.reverse, CNC_REVERSE), (.underline, CNC_UNDERLINE),
    (.italic, CNC_ITALIC),
  ]

  /// Returns the ncurses number of a style.
  ///
  /// - Complexity: O(styles used so far).
  mutating func number(of style: Style) -> Int32 {
    for index in styles.indices where styles[index].style == style { return styles[index].number }
    let number = cnc_style(
      attributes(of: style), color(style.foreground), color(style.background))
    styles.append((style, number))
    return number
  }

  private func attributes(of style: Style) -> UInt32 {
    var attributes = style.attributes
    // A terminal with fewer than 16 colors shows a bright color as bold text.
    if (8..<16).contains(colorCount), style.foreground.index >= 8 { attributes.insert(.bold) }
    return Self.attributes.reduce(0) { attributes.contains($1.0) ? $0 | $1.1.rawValue : $0 }
  }

  private func color(_ color: Color) -> Int32 {
    guard colorCount >= 8, color != .default else { return -1 }
    if color.index >= 16, colorCount < 256 { return self.color(.green) }
    return Int32(colorCount < 16 ? color.index % 8 : color.index)
  }
}

extension Unicode.Scalar {
  /// The ASCII character that resembles this punctuation, or a question mark.
  fileprivate var asciiSubstitute: Unicode.Scalar {
    switch self {
    case "‘", "’", "‚": "'"
    case "“", "”", "„", "«", "»": "\""
    case "‐", "‑", "–", "—", "−": "-"
    case "…": "."
    case "•", "·", "×": "*"
    case "\u{A0}", "\u{202F}": " "
    default: "?"
    }
  }
}
