import CNcurses
import TerminalUI

/// The terminal's capabilities from terminfo; available while a ``Screen`` is open.
enum Capabilities {
  static func string(_ name: String) -> [UInt8] {
    copy { cnc_capability(name, $0, $1) }
  }

  /// Returns a capability with two parameters, such as `cup` with a row and a column.
  static func string(_ name: String, _ first: Int, _ second: Int) -> [UInt8] {
    copy { cnc_capability_2(name, Int32(first), Int32(second), $0, $1) }
  }

  private static func copy(_ fill: (UnsafeMutablePointer<CChar>, Int) -> Int) -> [UInt8] {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
      let count = fill(buffer.baseAddress!, buffer.count)
      return buffer[..<count].map { UInt8(bitPattern: $0) }
    }
  }

  /// Whether the terminal can hide its cursor, and so probably ignores unknown sequences.
  static var canHideCursor: Bool { !string("civis").isEmpty }

  /// Returns the sequences that enable bracketed paste, focus reports and, if requested, the mouse. Terminals without
  /// these features ignore them. A terminal that cannot even hide its cursor receives none of them.
  private static func enableReports(mouse: Bool) -> [UInt8] {
    guard canHideCursor else { return [] }
    // The format of mouse reports is set first, so that no report arrives in the old format.
    let mouseOn = mouse ? "\u{1B}[?1006h\u{1B}[?1000h" : ""
    return Array("\u{1B}[?2004h\u{1B}[?1004h\(mouseOn)".utf8)
  }
  private static var disableReports: [UInt8] {
    !canHideCursor
      ? [] : Array("\u{1B}[?1000l\u{1B}[?1006l\u{1B}[?1004l\u{1B}[?2004l".utf8)
  }

  /// The sequence that begins a synchronized frame; empty for terminals with too few capabilities.
  static var synchronizedBegin: [UInt8] {
    canHideCursor ? Array("\u{1B}[?2026h".utf8) : []
  }
  static var synchronizedEnd: [UInt8] {
    canHideCursor ? Array("\u{1B}[?2026l".utf8) : []
  }

  /// The sequences of kitty's keyboard protocol. Its flags: 1 encodes Esc and Ctrl keys unambiguously, 2 reports
  /// repeats and releases, 4 adds the key of a Latin layout, without which Ctrl-C would not work on a Cyrillic layout.
  /// Keys that type text still send text; flag 8 would prevent that, and break input methods.
  ///
  /// Each screen of a terminal has its own stack of flags. The flags are pushed and popped on the alternate screen. The
  /// protocol is not queried, so that no answer can arrive after the program has exited.
  enum Keyboard {
    static let push = Array("\u{1B}[>7u".utf8)
    /// The sequence for a screen that was never left and still has the pushed flags.
    static let set = Array("\u{1B}[=7u".utf8)
    static let pop = Array("\u{1B}[<u".utf8)
  }

  /// The sequences that reset attributes and colors, the initial state that ncurses assumes.
  private static var resetAttributes: [UInt8] { string("sgr0") + string("op") }

  /// Returns the sequences that set up the terminal: alternate screen, hidden cursor, reports. The keypad mode is not
  /// changed, so it need not be restored.
  static func enter(mouse: Bool, keyboard: Bool) -> [UInt8] {
    string("smcup") + resetAttributes + string("civis") + enableReports(mouse: mouse)
      + (keyboard ? Keyboard.push : [])
  }

  /// Returns the sequences for a screen that was never left.
  static func resume(mouse: Bool, keyboard: Bool) -> [UInt8] {
    resetAttributes + string("civis") + enableReports(mouse: mouse) + (keyboard ? Keyboard.set : [])
  }

  /// Returns the sequences that restore the terminal. Without an alternate screen the last frame stays visible, and the
  /// cursor moves below it.
  static func leave(rows: Int, keyboard: Bool) -> [UInt8] {
    // A truncated frame may have left a scrolling region or disabled automatic wrapping.
    let setsRegion = string("csr") == Array("\u{1B}[%i%p1%d;%p2%dr".utf8)
    let scrolling = setsRegion ? Array("\u{1B}[r".utf8) : []
    let wrapping = string("smam")
    let away = string("rmcup")
    let below = string("cup", rows - 1, 0) + Array("\r\n".utf8)
    let disableReports = (keyboard ? Keyboard.pop : []) + disableReports
    let whole = synchronizedEnd + disableReports + resetAttributes + scrolling + wrapping
    return whole + (away.isEmpty ? below : away) + string("cnorm")
  }

  private static let keyNames: [(String, Key)] =
    [
      ("kcuu1", .up), ("kcud1", .down), ("kcub1", .left), ("kcuf1", .right), ("khome", .home),
      ("kend", .end), ("kpp", .pageUp), ("knp", .pageDown), ("kich1", .insert),
      ("kdch1", .delete), ("kcbt", .backTab), ("kent", .enter), ("kRIT", .right),
      ("kLFT", .left), ("kind", .down), ("kri", .up),
    ] + (1...12).map { ("kf\($0)", .function($0)) }

  /// The sequences of the special keys.
  static var keys: KeySequences {
    var sequences = KeySequences()
    for (name, key) in keyNames { sequences.add(string(name), key) }
    return sequences
  }
}
