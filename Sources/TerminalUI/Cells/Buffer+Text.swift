extension Buffer {
  /// Returns a row as text, without trailing spaces.
  public func line(_ y: Int) -> String {
    var line = ""
    var blanks = 0
    for x in 0..<size.width {
      let cell = self[x, y]
      if cell.isContinuation { continue }
      if cell.scalar == " " {
        blanks += 1
      } else {
        line += String(repeating: " ", count: blanks) + cell.text
        blanks = 0
      }
    }
    return line
  }

  /// The rows as text, without trailing spaces.
  public var lines: [String] { (0..<size.height).map { line($0) } }

  /// The styles that are not plain, one per line: "row 2, columns 4-9: bold green".
  ///
  /// Goldens store these with the text, so that a reviewer reads words and not escape codes.
  public var styleLines: [String] {
    var lines: [String] = []
    for y in 0..<size.height {
      var x = 0
      while x < size.width {
        let style = self[x, y].style
        let start = x
        while x < size.width, self[x, y].style == style { x += 1 }
        if style != .plain { lines.append("row \(y), columns \(start)-\(x - 1): \(style)") }
      }
    }
    return lines
  }

  /// The contents as goldens store them: the text, a separator and the styles that are not plain.
  public var golden: String {
    (lines + ["", "--- styles"] + styleLines).joined(separator: "\n") + "\n"
  }
}
