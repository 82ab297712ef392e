import CNcurses
import TerminalUI

/// Styles as what makes a terminal write in them, from terminfo, made when a style is first seen.
struct LookTable {
  private let colors = Int(cnc_number("colors"))
  /// Ends every style. It takes colours away where what sets them is of the same kind; else they are told to go.
  private let plain: [UInt8]
  // Searched one by one: a theme has a dozen, and what a tick writes has two.
  private var looks: [(style: Style, bytes: [UInt8])] = []

  init() {
    let reset = Capabilities.string("sgr0")
    // xterm's also leaves a set of line-drawing characters that is never entered here.
    let usual = Array("\u{1B}(B\u{1B}[m".utf8)
    let isUsual = reset == usual || reset == Array(usual.dropFirst(3))
    plain = isUsual ? Array(usual.dropFirst(3)) : reset + Capabilities.string("op")
  }

  /// What makes a terminal write in `style`, whatever it wrote in before.
  ///
  /// - Complexity: O(styles seen so far).
  mutating func look(of style: Style) -> [UInt8] {
    for look in looks where look.style == style { return look.bytes }
    let bytes = GraphicRendition.joined([plain] + attributes(of: style) + colors(of: style))
    looks.append((style, bytes))
    return bytes
  }

  private static let names: [(Style.Attributes, String)] = [
    (.bold, "bold"), (.dim, "dim"), (.reverse, "rev"), (.underline, "smul"), (.italic, "sitm"),
  ]

  private func attributes(of style: Style) -> [[UInt8]] {
    var attributes = style.attributes
    // Eight colours show a bright one as a bold one.
    if (8..<16).contains(colors), style.foreground.index >= 8 { attributes.insert(.bold) }
    return Self.names.filter { attributes.contains($0.0) }.map { Capabilities.string($0.1) }
  }

  private func colors(of style: Style) -> [[UInt8]] {
    [color("setaf", style.foreground), color("setab", style.background)]
  }

  private func color(_ capability: String, _ color: Color) -> [UInt8] {
    guard colors >= 8, color != .default else { return [] }
    return Capabilities.string(capability, colors < 16 ? color.index % 8 : color.index)
  }
}

/// The sequences that set how text looks (SGR).
enum GraphicRendition {
  /// Several as one, as far as they are of the usual form: what every frame says is said shortly.
  static func joined(_ sequences: [[UInt8]]) -> [UInt8] {
    let sequences = sequences.filter { !$0.isEmpty }
    let parameters = sequences.compactMap(parameters)
    guard sequences.count > 1, parameters.count == sequences.count else {
      return Array(sequences.joined())
    }
    let all = parameters.map { $0.isEmpty ? [UInt8(ascii: "0")] : Array($0) }
    return Array("\u{1B}[".utf8) + Array(all.joined(separator: [UInt8(ascii: ";")]))
      + [UInt8(ascii: "m")]
  }

  private static func parameters(_ sequence: [UInt8]) -> ArraySlice<UInt8>? {
    guard
      sequence.starts(with: Array("\u{1B}[".utf8)), sequence.last == UInt8(ascii: "m"),
      sequence.dropFirst(2).dropLast().allSatisfy({ (0x30...0x3B).contains($0) })
    else { return nil }
    return sequence.dropFirst(2).dropLast()
  }
}
