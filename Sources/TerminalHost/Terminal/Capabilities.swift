import CNcurses
import TerminalUI

/// What terminfo says about the terminal; ask while a ``Screen`` is open.
enum Capabilities {
  static func string(_ name: String) -> [UInt8] {
    copy { cnc_capability(name, $0, $1) }
  }

  /// One that takes two: `cup` takes a row and a column.
  static func string(_ name: String, _ first: Int, _ second: Int) -> [UInt8] {
    copy { cnc_capability_2(name, Int32(first), Int32(second), $0, $1) }
  }

  private static func copy(_ fill: (UnsafeMutablePointer<CChar>, Int) -> Int) -> [UInt8] {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
      let count = fill(buffer.baseAddress!, buffer.count)
      return buffer[..<count].map { UInt8(bitPattern: $0) }
    }
  }

  /// Whether it is a terminal that can be trusted to ignore what it does not know.
  static var canHideCursor: Bool { !string("civis").isEmpty }

  /// Bracketed paste, focus reports and, where wanted, the mouse. Terminals without them ignore both; the Linux console and
  /// older emulators would too, but a terminal that cannot even tell its cursor to hide is spared.
  private static func reportsOn(mouse: Bool) -> [UInt8] {
    guard canHideCursor else { return [] }
    // The form of the reports first, so that not even one comes in the old form.
    let mouseOn = mouse ? "\u{1B}[?1006h\u{1B}[?1000h" : ""
    return Array("\u{1B}[?2004h\u{1B}[?1004h\(mouseOn)".utf8)
  }
  private static var reportsOff: [UInt8] {
    !canHideCursor
      ? [] : Array("\u{1B}[?1000l\u{1B}[?1006l\u{1B}[?1004l\u{1B}[?2004l".utf8)
  }

  /// What frames a frame that is to be shown at once; nothing for a terminal too plain for it.
  static var synchronizedBegin: [UInt8] {
    canHideCursor ? Array("\u{1B}[?2026h".utf8) : []
  }
  static var synchronizedEnd: [UInt8] {
    canHideCursor ? Array("\u{1B}[?2026l".utf8) : []
  }

  /// kitty's keyboard protocol, in flags: 1 gives Esc and Ctrl keys a form of their own, 2 tells when keys repeat and go
  /// up, 4 names the key of a Latin layout too, without which Ctrl-C would be lost on a Cyrillic one. Keys that type
  /// text still send it; 8 would end that, and with it what input methods compose.
  ///
  /// Each screen of a terminal has a stack of flags of its own: ours are pushed and popped on the alternate one. Nothing
  /// is asked, so that no answer can come when nobody reads it any more.
  enum Keyboard {
    static let push = Array("\u{1B}[>7u".utf8)
    /// For a screen that was never left, and so still has what was pushed.
    static let set = Array("\u{1B}[=7u".utf8)
    static let pop = Array("\u{1B}[<u".utf8)
  }

  /// No attributes and no colours, which is what ncurses goes out from.
  private static var plain: [UInt8] { string("sgr0") + string("op") }

  /// Takes the terminal: alternate screen, hidden cursor, reports. The keypad stays in its normal
  /// mode, so there is nothing of it to restore.
  static func enter(mouse: Bool, keyboard: Bool) -> [UInt8] {
    string("smcup") + plain + string("civis") + reportsOn(mouse: mouse)
      + (keyboard ? Keyboard.push : [])
  }

  /// The same for a screen that was never left.
  static func resume(mouse: Bool, keyboard: Bool) -> [UInt8] {
    plain + string("civis") + reportsOn(mouse: mouse) + (keyboard ? Keyboard.set : [])
  }

  /// Gives the terminal back. Without an alternate screen the picture stays, and the cursor goes
  /// below it.
  static func leave(rows: Int, keyboard: Bool) -> [UInt8] {
    // A frame may be cut where ncurses has a part of the screen scroll, or a last cell that does not wrap.
    let setsRegion = string("csr") == Array("\u{1B}[%i%p1%d;%p2%dr".utf8)
    let scrolling = setsRegion ? Array("\u{1B}[r".utf8) : []
    let wrapping = string("smam")
    let away = string("rmcup")
    let below = string("cup", rows - 1, 0) + Array("\r\n".utf8)
    let reportsOff = (keyboard ? Keyboard.pop : []) + reportsOff
    let whole = synchronizedEnd + reportsOff + plain + scrolling + wrapping
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
