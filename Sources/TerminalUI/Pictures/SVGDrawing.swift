extension Buffer {
  /// The contents as a picture: an SVG file, with light colors if its viewer prefers a light scheme.
  ///
  /// - Complexity: O(cells).
  public var svg: String { SVGDrawing(self).text }
}

/// A drawing of a frame that doesn't require a browser: a rectangle for each run of cells with a background, and a text
/// for each run of equally styled letters. Lines, blocks and dots are drawn as shapes, because fonts join them
/// differently.
package struct SVGDrawing {
  /// The size of a cell in user units.
  package static let cell = Size(9, 18)
  private static let margin = 12
  /// The CSS rule of shapes and backgrounds. It turns off antialiasing, which would show the edges between them.
  private static let edges = "g rect,path{shape-rendering:crispEdges}\n"
  private static let font = "'DejaVu Sans Mono', Menlo, Consolas, monospace"

  private let frame: Buffer

  package init(_ frame: Buffer) { self.frame = frame }

  /// The contents of the file.
  package var text: String {
    let parts = (0..<frame.size.height).flatMap(parts)
    // Backgrounds come first, because a letter may extend into the row above.
    let sorted = parts.filter(\.isBackground) + parts.filter { !$0.isBackground }
    return Self.document(frame.size, style: "", Self.elements(sorted))
  }

  /// Returns the contents of a file.
  ///
  /// - Parameters:
  ///   - size: The size of the screen in cells.
  ///   - style: CSS rules in addition to those of the colors.
  package static func document(_ size: Size, style: String, _ elements: [String]) -> String {
    let width = size.width * cell.width + 2 * margin
    let height = size.height * cell.height + 2 * margin
    return
      ([
        #"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \#(width) \#(height)" width="\#(width)" height="\#(height)">"#,
        "<style>\n\(edges)\(SVGPalette.rules)\(style)</style>",
        #"<rect width="100%" height="100%" rx="8" class="b"/>"#,
        #"<g class="f" transform="translate(\#(margin) \#(margin))" font-family="\#(font)" font-size="15" xml:space="preserve">"#,
      ] + elements + ["</g>", "</svg>", ""]).joined(separator: "\n")
  }

  /// A part of the picture with its position.
  package enum Part: Hashable {
    case background(String)
    case text(String)
    /// The outline of the shape in one cell.
    case shape(path: String, attributes: String)

    package var isBackground: Bool { if case .background = self { true } else { false } }
  }

  /// Returns the elements of parts: one for each background and text, and one for all shapes with the same attributes.
  package static func elements(_ parts: [Part]) -> [String] {
    var elements: [String] = []
    var shapes: [(path: String, attributes: String)] = []
    for part in parts {
      switch part {
      case .background(let element), .text(let element): elements.append(element)
      case .shape(let path, let attributes):
        if let index = shapes.firstIndex(where: { $0.attributes == attributes }) {
          shapes[index].path += path
        } else {
          shapes.append((path, attributes))
        }
      }
    }
    return elements + shapes.map { #"<path d="\#($0.path)" \#($0.attributes)/>"# }
  }

  /// Returns the backgrounds, texts and shapes of a row.
  package func parts(ofRow y: Int) -> [Part] {
    let runs = runs(y)
    return runs.compactMap(\.background).map(Part.background) + runs.flatMap(\.foreground)
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
  private var front: String { SVGPalette.name(style.foreground) ?? "f" }
  private var back: String? { SVGPalette.name(style.background) }

  private var color: String { isReversed ? back ?? "b" : front }

  private var x: Int { origin.x * SVGDrawing.cell.width }
  private var y: Int { origin.y * SVGDrawing.cell.height }

  /// The rectangle of the background, if it has a color.
  var background: String? {
    guard let fill = isReversed ? front : back else { return nil }
    let (cell, opacity) = (SVGDrawing.cell, isReversed ? fade : "")
    return
      #"<rect x="\#(x)" y="\#(y)" width="\#(width * cell.width)" height="\#(cell.height)" class="\#(fill)"\#(opacity)/>"#
  }

  private var fade: String {
    style.attributes.contains(.dim) ? #" opacity="0.7""# : ""
  }

  /// The letters and shapes.
  var foreground: [SVGDrawing.Part] {
    var parts: [SVGDrawing.Part] = []
    var word = ""
    var start = origin.x
    var x = origin.x
    func flush() {
      if !word.allSatisfy({ $0 == " " }) { parts.append(.text(text(word, start, x - start))) }
      word = ""
    }
    for cell in cells {
      if let scalar = cell.scalar, let shape = CellShape(scalar) {
        flush()
        let path = shape.path(at: x * SVGDrawing.cell.width, y)
        parts.append(.shape(path: path, attributes: #"class="\#(color)"\#(fade)"#))
        start = x + Int(cell.width)
      } else if cell.isWide || cell.scalar == nil {
        // A letter whose width differs between fonts gets a separate text.
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
    return parts
  }

  private func text(_ text: String, _ column: Int, _ columns: Int) -> String {
    let (cell, attributes) = (SVGDrawing.cell, style.attributes)
    var marks = ""
    if attributes.contains(.bold) { marks += #" font-weight="bold""# }
    if attributes.contains(.italic) { marks += #" font-style="italic""# }
    if attributes.contains(.underline) { marks += #" text-decoration="underline""# }
    return
      #"<text x="\#(column * cell.width)" y="\#(y + 14)" textLength="\#(columns * cell.width)" lengthAdjust="spacingAndGlyphs" class="\#(color)"\#(marks)\#(isReversed ? "" : fade)>\#(Self.escaped(text))</text>"#
  }

  /// Returns a text for use between tags. A buffer has no control characters.
  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      // XML collapses runs of spaces, but not of no-break spaces.
      case " ": result += "\u{A0}"
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      // XML doesn't allow these.
      case "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

/// The colors of the drawn terminal, as classes of CSS: `f` and `b` for the default foreground and background, and `c0`
/// to `c15`, and the shades of green. If the viewer prefers a light scheme, they show dark text on a light background.
enum SVGPalette {
  private static let dark = [
    "#23262d", "#c9394a", "#98c379", "#e5c07b", "#61afef", "#c678dd", "#56b6c2", "#c8ccd4",
    "#5c6370", "#ff7b85", "#b5e890", "#ffd787", "#7cc5ff", "#e29bf5", "#7fdbe4", "#ffffff",
    "#2f4a26", "#4d7a3d", "#73a85c", "#b5e890",
  ]

  private static let light = [
    "#24292f", "#cf222e", "#1a7f37", "#d4a72c", "#0969da", "#8250df", "#1b7c83", "#e8eaed",
    "#57606a", "#e5534b", "#2da44e", "#eac54f", "#218bff", "#a475f9", "#3192aa", "#ffffff",
    "#a6dfb4", "#5fc27a", "#2da44e", "#116329",
  ]

  /// The rules of the classes.
  static let rules = """
    \(fills("#d7dae0", on: "#16181d", dark))
    @media (prefers-color-scheme:light){\(fills("#24292f", on: "#f6f8fa", light))}

    """

  private static func fills(_ front: String, on back: String, _ colors: [String]) -> String {
    ".f{fill:\(front)}.b{fill:\(back)}"
      + colors.enumerated().map { ".c\($0){fill:\($1)}" }.joined()
  }

  /// Returns the class of a color, or `nil` for the terminal's default.
  static func name(_ color: Color) -> String? {
    color == .default ? nil : "c\(color.rawValue - 1)"
  }
}

// MARK: - Shapes

/// The rectangles of a character that fills its cell to the edges: box lines, blocks, and braille dots.
struct CellShape {
  /// A part of a cell, with coordinates from 0 to 1 and the origin at the top left.
  private struct Part {
    var x: Double
    var y: Double
    var width: Double
    var height: Double
  }

  private let parts: [Part]

  /// Creates the shape of a character.
  ///
  /// - Returns: `nil` for characters that fonts draw well enough.
  init?(_ scalar: Unicode.Scalar) {
    switch scalar.value {
    case 0x2500...0x257F:
      guard let parts = Self.lines(scalar) else { return nil }
      self.parts = parts
    case 0x2580: parts = [Part(x: 0, y: 0, width: 1, height: 0.5)]
    case 0x2581...0x2588:
      let height = Double(scalar.value - 0x2580) / 8
      parts = [Part(x: 0, y: 1 - height, width: 1, height: height)]
    case 0x2589...0x258F:
      parts = [Part(x: 0, y: 0, width: Double(0x2590 - scalar.value) / 8, height: 1)]
    case 0x2590: parts = [Part(x: 0.5, y: 0, width: 0.5, height: 1)]
    case 0x2591...0x2593: parts = Self.shade(quarters: Int(scalar.value - 0x2590))
    case 0x2596...0x259F: parts = Self.quadrants(scalar)
    case 0x2800...0x28FF: parts = Self.dots(scalar.value - 0x2800)
    default: return nil
    }
  }

  /// Returns the shape's outline, for the `d` attribute of a path.
  func path(at x: Int, _ y: Int) -> String {
    let cell = SVGDrawing.cell
    return parts.map { part in
      let left = Double(x) + part.x * Double(cell.width)
      let top = Double(y) + part.y * Double(cell.height)
      let (width, height) = (
        part.width * Double(cell.width), part.height * Double(cell.height)
      )
      return
        "M\(shortDecimal(left)) \(shortDecimal(top))h\(shortDecimal(width))v\(shortDecimal(height))h\(shortDecimal(-width))z"
    }.joined()
  }

  // MARK: Kinds

  /// Half the thickness of a line, as a fraction of the cell's width and height. A line exceeds a pixel, so that a
  /// smaller picture still shows the line.
  private static let half = (
    x: 0.75 / Double(SVGDrawing.cell.width), y: 0.75 / Double(SVGDrawing.cell.height)
  )

  /// Whether a line leads from the center of the cell in each direction: up, right, down and left.
  private static let arms: [Unicode.Scalar: [Bool]] = [
    "─": [false, true, false, true], "│": [true, false, true, false],
    "┌": [false, true, true, false], "┐": [false, false, true, true],
    "└": [true, true, false, false], "┘": [true, false, false, true],
    "╭": [false, true, true, false], "╮": [false, false, true, true],
    "╰": [true, true, false, false], "╯": [true, false, false, true],
    "├": [true, true, true, false], "┤": [true, false, true, true],
    "┬": [false, true, true, true], "┴": [true, true, false, true],
    "┼": [true, true, true, true],
  ]

  private static func lines(_ scalar: Unicode.Scalar) -> [Part]? {
    guard let arms = arms[scalar] else { return nil }
    var parts: [Part] = []
    if arms[0] || arms[2] {
      let (top, bottom) = (arms[0] ? 0 : 0.5 - half.y, arms[2] ? 1 : 0.5 + half.y)
      parts.append(Part(x: 0.5 - half.x, y: top, width: 2 * half.x, height: bottom - top))
    }
    if arms[1] || arms[3] {
      let (left, right) = (arms[3] ? 0 : 0.5 - half.x, arms[1] ? 1 : 0.5 + half.x)
      parts.append(Part(x: left, y: 0.5 - half.y, width: right - left, height: 2 * half.y))
    }
    return parts
  }

  /// Returns a shade: rectangles that cover one, two or three quarters of the cell, on a grid of 4 columns and 8 rows.
  ///
  /// The offset depends on the row, which spreads the rectangles over the cell.
  private static func shade(quarters: Int) -> [Part] {
    var parts: [Part] = []
    for row in 0..<8 {
      for column in 0..<4
      where (column * 2 + row % 2 * (quarters == 2 ? 1 : 2) + row / 2) % 4 < quarters {
        parts.append(Part(x: Double(column) / 4, y: Double(row) / 8, width: 0.25, height: 0.125))
      }
    }
    return parts
  }

  /// The quadrants of U+2596 to U+259F, as bits: upper left 1, upper right 2, lower left 4, lower right 8.
  private static let corners: [UInt8] = [4, 8, 1, 13, 9, 7, 11, 2, 6, 14]

  private static func quadrants(_ scalar: Unicode.Scalar) -> [Part] {
    let bits = corners[Int(scalar.value - 0x2596)]
    return (0..<4).filter { (corner: Int) in bits & (1 << corner) != 0 }.map { (corner: Int) in
      Part(x: corner % 2 == 0 ? 0 : 0.5, y: corner < 2 ? 0 : 0.5, width: 0.5, height: 0.5)
    }
  }

  /// The positions of braille dots: three down on the left, three on the right, then the two at the bottom.
  private static let places = [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (0, 3), (1, 3)]

  private static func dots(_ bits: UInt32) -> [Part] {
    places.indices.filter { (dot: Int) in bits & (1 << dot) != 0 }.map { (dot: Int) in
      let (column, row) = places[dot]
      return Part(
        x: 0.12 + Double(column) * 0.5, y: 0.06 + Double(row) * 0.25, width: 0.26, height: 0.13)
    }
  }
}

/// Returns a number with at most two decimals.
package func shortDecimal(_ number: Double) -> String {
  let hundredths = Int((number * 100).rounded())
  let (whole, rest) = (abs(hundredths) / 100, abs(hundredths) % 100)
  let sign = hundredths < 0 ? "-" : ""
  if rest == 0 { return "\(sign)\(whole)" }
  return rest % 10 == 0
    ? "\(sign)\(whole).\(rest / 10)" : "\(sign)\(whole).\(rest < 10 ? "0" : "")\(rest)"
}
