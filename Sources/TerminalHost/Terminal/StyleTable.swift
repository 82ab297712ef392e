import CNcurses
import TerminalUI

/// Styles in ncurses' terms: attribute bits and a colour pair, made when a style is first seen.
struct StyleTable {
  struct Look {
    let attributes: UInt32
    let pair: Int32
  }

  private let colors: Int
  private let pairs: Int
  private let hasDefaultColors: Bool
  private var looks: [Style: Look] = [:]
  private var pairNumbers: [Int: Int32] = [:]

  init() {
    colors = Int(cnc_colors())
    pairs = Int(cnc_color_pairs())
    hasDefaultColors = cnc_has_default_colors() != 0
  }

  /// - Complexity: O(1).
  mutating func look(of style: Style) -> Look {
    if let look = looks[style] { return look }
    var attributes = UInt32(style.attributes.rawValue)
    let foreground = number(of: style.foreground, fallback: 7)
    // Eight colours show a bright one as a bold one.
    if colors < 16, style.foreground.index >= 8 { attributes |= UInt32(CNC_BOLD.rawValue) }
    let background = number(of: style.background, fallback: 0)
    let look = Look(attributes: attributes, pair: pair(foreground, background))
    looks[style] = look
    return look
  }

  private func number(of color: Color, fallback: Int) -> Int {
    if color == .default { return hasDefaultColors ? -1 : fallback }
    return colors < 16 ? color.index % 8 : color.index
  }

  private mutating func pair(_ foreground: Int, _ background: Int) -> Int32 {
    let isDefault =
      foreground == (hasDefaultColors ? -1 : 7)
      && background == (hasDefaultColors ? -1 : 0)
    guard colors >= 8, !isDefault else { return 0 }
    let key = (foreground + 1) * 32 + background + 1
    if let known = pairNumbers[key] { return known }
    // A palette too small for everything shows the rest without colour.
    guard pairNumbers.count + 1 < pairs else { return 0 }
    let number = Int32(pairNumbers.count + 1)
    cnc_set_pair(number, Int32(foreground), Int32(background))
    pairNumbers[key] = number
    return number
  }
}
