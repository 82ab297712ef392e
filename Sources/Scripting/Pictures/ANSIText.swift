import TerminalUI

/// An encoder of frames as terminal output, with only those control sequences that every terminal supports.
enum ANSIText {
  /// Returns the output that turns a screen that shows `old` into one that shows `new`; `nil` for unknown content.
  ///
  /// - Complexity: O(cells).
  static func text(for new: Buffer, over old: Buffer?) -> String {
    var text = ""
    var style = Style.plain
    func put(_ span: RowSpan) {
      text += "\u{1B}[\(span.row + 1);\(span.columns.lowerBound + 1)H"
      for x in span.columns {
        let cell = new[x, span.row]
        if cell.isContinuation { continue }
        if cell.style != style {
          style = cell.style
          text += sequence(for: style)
        }
        text += cell.text
      }
    }
    if let old, old.size == new.size {
      new.forEachChange(since: old, put)
    } else {
      text += "\u{1B}[2J"
      for row in 0..<new.size.height { put(RowSpan(row: row, columns: 0..<new.size.width)) }
    }
    if style != .plain { text += sequence(for: .plain) }
    return text
  }

  /// Returns the frame line by line, as a file that can be printed in a terminal.
  static func page(_ frame: Buffer) -> String {
    var text = ""
    for y in 0..<frame.size.height {
      var style = Style.plain
      for x in 0..<frame.size.width where !frame[x, y].isContinuation {
        let cell = frame[x, y]
        if cell.style != style {
          style = cell.style
          text += sequence(for: style)
        }
        text += cell.text
      }
      text += (style == .plain ? "" : sequence(for: .plain)) + "\n"
    }
    return text
  }

  /// Returns a Select Graphic Rendition sequence that first resets all attributes.
  private static func sequence(for style: Style) -> String {
    var codes = ["0"]
    let attributes: [(Style.Attributes, String)] = [
      (.bold, "1"), (.dim, "2"), (.italic, "3"), (.underline, "4"), (.reverse, "7"),
    ]
    codes += attributes.filter { style.attributes.contains($0.0) }.map(\.1)
    if style.foreground != .default { codes.append(code(of: style.foreground, 30, 90)) }
    if style.background != .default { codes.append(code(of: style.background, 40, 100)) }
    return "\u{1B}[\(codes.joined(separator: ";"))m"
  }

  private static func code(of color: Color, _ normal: Int, _ bright: Int) -> String {
    "\(color.index < 8 ? normal + color.index : bright + color.index - 8)"
  }
}
