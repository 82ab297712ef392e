import CNcurses
import TerminalUI

/// What terminfo says about the terminal; ask while a ``Screen`` is open.
enum Capabilities {
  static func string(_ name: String) -> [UInt8] {
    copy { cnc_capability(name, $0, $1) }
  }

  private static func copy(_ fill: (UnsafeMutablePointer<CChar>, Int) -> Int) -> [UInt8] {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
      let count = fill(buffer.baseAddress!, buffer.count)
      return buffer[..<count].map { UInt8(bitPattern: $0) }
    }
  }

  /// Bracketed paste, focus reports and, where wanted, the mouse. Terminals without them ignore both; the Linux console and
  /// older emulators would too, but a terminal that cannot even tell its cursor to hide is spared.
  private static func reportsOn(mouse: Bool) -> [UInt8] {
    guard !string("civis").isEmpty else { return [] }
    // The form of the reports first, so that not even one comes in the old form.
    let mouseOn = mouse ? "\u{1B}[?1006h\u{1B}[?1000h" : ""
    return Array("\u{1B}[?2004h\u{1B}[?1004h\(mouseOn)".utf8)
  }
  private static var reportsOff: [UInt8] {
    string("civis").isEmpty
      ? [] : Array("\u{1B}[?1000l\u{1B}[?1006l\u{1B}[?1004l\u{1B}[?2004l".utf8)
  }

  /// What frames a frame that is to be shown at once; nothing for a terminal too plain for it.
  static var synchronizedBegin: [UInt8] {
    string("civis").isEmpty ? [] : Array("\u{1B}[?2026h".utf8)
  }
  static var synchronizedEnd: [UInt8] {
    string("civis").isEmpty ? [] : Array("\u{1B}[?2026l".utf8)
  }

  /// Takes the terminal: alternate screen, hidden cursor, reports. The keypad stays in its normal
  /// mode, so there is nothing of it to restore.
  static func enter(mouse: Bool) -> [UInt8] { string("smcup") + resume(mouse: mouse) }

  /// The same for a screen that was never left.
  static func resume(mouse: Bool) -> [UInt8] { string("civis") + reportsOn(mouse: mouse) }

  /// Gives the terminal back. Without an alternate screen the picture stays, and the cursor goes
  /// below it.
  static func leave(rows: Int) -> [UInt8] {
    let plain = string("sgr0") + string("op")
    let away = string("rmcup")
    let below = copy { cnc_cursor_address(Int32(rows - 1), 0, $0, $1) } + Array("\r\n".utf8)
    return synchronizedEnd + reportsOff + plain + (away.isEmpty ? below : away) + string("cnorm")
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
