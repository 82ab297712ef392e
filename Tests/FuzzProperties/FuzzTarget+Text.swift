import TerminalUI

extension FuzzTarget {
  /// Checks that drawing a text fills its width in cells, stays within its clip, splits no wide character, and writes
  /// no control characters.
  func checkText(_ bytes: [UInt8]) throws(PropertyViolation) {
    let text = bytes.dropFirst(4).map(\.self).asText
    let clean = TextSanitizer.sanitize(text)
    try expect(TextSanitizer.sanitize(clean) == clean, "sanitizing twice changes the text")
    let width = TextWidth.width(of: text)
    try expect(
      width <= 2 * text.unicodeScalars.count,
      "\(width) columns for \(text.unicodeScalars.count) scalars")
    guard width < 2000 else { return }
    var row = Buffer(Size(max(1, width), 1))
    try expect(
      row.write(text, at: .zero) == width, "the number of written columns is not the width")
    let cells = (0..<width).filter { !row[$0, 0].isContinuation }
      .reduce(0) { $0 + Int(row[$1, 0].width) }
    try expect(cells == width, "\(cells) cells for \(width) columns")
    try checkRows(of: row)
    try checkClip(text, bytes.prefix(4).map { Int($0) })
  }

  /// Checks that text at any position is drawn only within a clip of any size.
  private func checkClip(_ text: String, _ numbers: [Int]) throws(PropertyViolation) {
    guard numbers.count == 4 else { return }
    let size = Size(24, 4)
    let mark = Cell("#")
    var buffer = Buffer(size)
    buffer.fill(Rect(size), with: mark)
    let clip = Rect(x: numbers[0] % 24, y: numbers[1] % 4, width: numbers[2] % 24, height: 2)
    buffer.write(text, at: Point(numbers[3] % 60 - 30, clip.minY), within: clip)
    try checkRows(of: buffer)
    for y in 0..<size.height {
      for x in 0..<size.width where x < clip.minX || x >= clip.maxX || y != clip.minY {
        try expect(buffer[x, y] == mark, "\(x),\(y) outside the clip was drawn")
      }
    }
  }

  /// Checks that each wide character has both of its cells, and that each cell has visible text of the cell's width.
  func checkRows(of buffer: Buffer) throws(PropertyViolation) {
    for y in 0..<buffer.size.height {
      var x = 0
      while x < buffer.size.width {
        let cell = buffer[x, y]
        try expect(!cell.isContinuation, "half a wide character at \(x),\(y)")
        try expect(cell.text.isOnlyText, cell.text.debugDescription)
        try expect(TextWidth.width(of: cell.text) == Int(cell.width), cell.text.debugDescription)
        if cell.isWide {
          let isWhole = x + 1 < buffer.size.width && buffer[x + 1, y].isContinuation
          try expect(isWhole, "half a wide character at \(x),\(y)")
        }
        x += Int(cell.width)
      }
    }
  }
}
