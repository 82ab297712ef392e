extension TerminalHost {
  /// Copies text to the clipboard of the current terminal, by OSC 52. There is no confirmation that the terminal
  /// accepted it. Does nothing without a terminal.
  public static func sendToClipboard(_ text: String) {
    current?.sendDroppable(clipboardSequence(text))
  }

  /// Returns the sequence that copies text to a terminal's clipboard.
  ///
  /// - Complexity: O(n).
  package static func clipboardSequence(_ text: String) -> [UInt8] {
    Array("\u{1B}]52;c;\(base64(Array(text.utf8)))\u{1B}\\".utf8)
  }

  private static func base64(_ bytes: [UInt8]) -> String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var result: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
      for position in 0..<4 {
        result.append(
          position <= group.count
            ? alphabet[bits >> (18 - 6 * position) & 63] : UInt8(ascii: "="))
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
