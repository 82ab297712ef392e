import TerminalUI

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

  /// Half the thickness of a line of one pixel, as a fraction of the cell's width and height.
  private static let half = (
    x: 0.5 / Double(SVGDrawing.cell.width), y: 0.5 / Double(SVGDrawing.cell.height)
  )

  /// Whether a line leads from the center of the cell up, right, down and left.
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
private func shortDecimal(_ number: Double) -> String {
  let hundredths = Int((number * 100).rounded())
  let (whole, rest) = (abs(hundredths) / 100, abs(hundredths) % 100)
  let sign = hundredths < 0 ? "-" : ""
  if rest == 0 { return "\(sign)\(whole)" }
  return rest % 10 == 0
    ? "\(sign)\(whole).\(rest / 10)" : "\(sign)\(whole).\(rest < 10 ? "0" : "")\(rest)"
}
