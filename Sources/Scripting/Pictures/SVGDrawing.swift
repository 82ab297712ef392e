import TerminalUI

/// A drawing of a frame that needs no browser: a rectangle for each run of cells with a background, and a text for
/// each run of equally styled letters. Lines, blocks and dots are drawn as shapes, because fonts join them
/// differently.
struct SVGDrawing {
  /// The size of a cell in user units.
  static let cell = Size(9, 18)
  private static let margin = 12
  private static let font = "'DejaVu Sans Mono', Menlo, Consolas, monospace"

  private let frame: Buffer

  init(_ frame: Buffer) { self.frame = frame }

  /// The contents of the file.
  ///
  /// - Complexity: O(cells).
  var text: String {
    let width = frame.size.width * Self.cell.width + 2 * Self.margin
    let height = frame.size.height * Self.cell.height + 2 * Self.margin
    var lines = [
      #"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \#(width) \#(height)" width="\#(width)" height="\#(height)">"#,
      #"<rect width="100%" height="100%" rx="8" fill="\#(SVGPalette.background)"/>"#,
      #"<g transform="translate(\#(Self.margin) \#(Self.margin))" font-family="\#(Self.font)" font-size="15" xml:space="preserve">"#,
    ]
    let rows = (0..<frame.size.height).map(runs)
    // Backgrounds first, because a letter may extend into the row above.
    lines += rows.joined().compactMap(\.background)
    lines += rows.joined().flatMap(\.foreground)
    return (lines + ["</g>", "</svg>", ""]).joined(separator: "\n")
  }

  /// Returns the runs of equally styled cells in a row.
  private func runs(_ y: Int) -> [Run] {
    var runs: [Run] = []
    for x in 0..<frame.size.width where !frame[x, y].isContinuation {
      let cell = frame[x, y]
      if runs.last?.canAppend(cell) != true {
        runs.append(Run(origin: Point(x, y), style: cell.style))
      }
      runs[runs.count - 1].append(cell)
    }
    return runs
  }
}

/// A run of equally styled cells in one row.
private struct Run {
  let origin: Point
  let style: Style
  private var cells: [Cell] = []
  private var width = 0

  init(origin: Point, style: Style) {
    self.origin = origin
    self.style = style
  }

  func canAppend(_ cell: Cell) -> Bool { cell.style == style }

  mutating func append(_ cell: Cell) {
    cells.append(cell)
    width += Int(cell.width)
  }

  private var isReversed: Bool { style.attributes.contains(.reverse) }
  private var front: String { SVGPalette.hex(style.foreground) ?? SVGPalette.foreground }
  private var back: String? { SVGPalette.hex(style.background) }

  private var color: String { isReversed ? back ?? SVGPalette.background : front }

  private var x: Int { origin.x * SVGDrawing.cell.width }
  private var y: Int { origin.y * SVGDrawing.cell.height }

  /// The rectangle of the background, if it has a color.
  var background: String? {
    guard let fill = isReversed ? front : back else { return nil }
    let (cell, opacity) = (SVGDrawing.cell, isReversed ? fade : "")
    return
      #"<rect x="\#(x)" y="\#(y)" width="\#(width * cell.width)" height="\#(cell.height)" fill="\#(fill)"\#(opacity)/>"#
  }

  private var fade: String {
    style.attributes.contains(.dim) ? #" opacity="0.6""# : ""
  }

  /// The letters and shapes.
  var foreground: [String] {
    var elements: [String] = []
    var path = ""
    var word = ""
    var start = origin.x
    var x = origin.x
    func flush() {
      if !word.allSatisfy({ $0 == " " }) { elements.append(text(word, start, x - start)) }
      word = ""
    }
    for cell in cells {
      if let scalar = cell.scalar, let shape = CellShape(scalar) {
        flush()
        path += shape.path(at: x * SVGDrawing.cell.width, y)
        start = x + Int(cell.width)
      } else if cell.isWide || cell.scalar == nil {
        // A letter whose width differs between fonts gets a text of its own.
        flush()
        start = x
        word = cell.text
        x += Int(cell.width)
        flush()
        start = x
        continue
      } else {
        word += cell.text
      }
      x += Int(cell.width)
    }
    flush()
    if !path.isEmpty {
      // Without antialiasing, which would show where two shapes meet.
      elements.append(
        #"<path d="\#(path)" fill="\#(color)"\#(fade) shape-rendering="crispEdges"/>"#)
    }
    return elements
  }

  private func text(_ text: String, _ column: Int, _ columns: Int) -> String {
    let (cell, attributes) = (SVGDrawing.cell, style.attributes)
    var marks = ""
    if attributes.contains(.bold) { marks += #" font-weight="bold""# }
    if attributes.contains(.italic) { marks += #" font-style="italic""# }
    if attributes.contains(.underline) { marks += #" text-decoration="underline""# }
    return
      #"<text x="\#(column * cell.width)" y="\#(y + 14)" textLength="\#(columns * cell.width)" lengthAdjust="spacingAndGlyphs" fill="\#(color)"\#(marks)\#(isReversed ? "" : fade)>\#(text.escapedForXML)</text>"#
  }
}

extension String {
  /// The text with references for the special characters of XML.
  fileprivate var escapedForXML: String {
    var result = ""
    // By scalars, because a special character with a combining mark is a different character but still special.
    for scalar in unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      // No-break spaces, because XML collapses runs of spaces.
      case " ": result += "\u{A0}"
      // XML does not allow these two, even as references.
      case "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

/// The colors of the drawn terminal, with a dark background.
enum SVGPalette {
  static let background = "#16181d"
  static let foreground = "#d7dae0"

  /// The 16 colors, in the terminal's order.
  private static let colors = [
    "#23262d", "#e06c75", "#98c379", "#e5c07b", "#61afef", "#c678dd", "#56b6c2", "#c8ccd4",
    "#5c6370", "#ff7b85", "#b5e890", "#ffd787", "#7cc5ff", "#e29bf5", "#7fdbe4", "#ffffff",
  ]

  static func hex(_ color: Color) -> String? {
    color.index < 0 ? nil : colors[color.index]
  }
}
