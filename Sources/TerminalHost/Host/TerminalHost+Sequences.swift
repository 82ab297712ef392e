import FoundationEssentials
import TerminalUI

extension TerminalHost {
  /// Rings the terminal's bell, even if the program runs line by line. Does nothing if no program runs in a terminal.
  ///
  /// The byte is written after the current frame, never inside one.
  public static func ring() {
    guard let host = current else { return PlainHost.ring() }
    if !host.isTerminating { host.sendDroppable([0x07]) }
  }

  // MARK: - Clipboard

  /// Copies text to the clipboard of the current terminal, by OSC 52. The terminal does not confirm it. Does nothing
  /// without a terminal.
  public static func sendToClipboard(_ text: String) {
    current?.sendDroppable(clipboardSequence(text))
  }

  /// Returns the sequence that copies text to a terminal's clipboard.
  ///
  /// - Complexity: O(n).
  package static func clipboardSequence(_ text: String) -> [UInt8] {
    Array("\u{1B}]52;c;\(Data(text.utf8).base64EncodedString())\u{1B}\\".utf8)
  }

  // MARK: - Notifications

  /// A form of the request for a desktop notification. Terminals answer neither form.
  public enum NotificationForm: Sendable {
    /// iTerm2's form, with a text.
    case osc9
    /// urxvt's form, with a text and a title, which must not contain a semicolon.
    case osc777(title: String)
  }

  /// Asks the terminal to show `text` as a desktop notification. Does nothing if no program runs in a terminal.
  ///
  /// The Linux console receives no request, because older versions print the sequence as text.
  public static func notify(_ text: String, as form: NotificationForm) {
    guard let host = current, !host.isTerminating, !host.isLinuxConsole else { return }
    host.sendDroppable(notificationSequence(text, as: form))
  }

  /// Returns the sequence for a notification. Text is sanitized, and semicolons, which separate fields, become commas.
  ///
  /// - Complexity: O(n).
  package static func notificationSequence(_ text: String, as form: NotificationForm) -> [UInt8] {
    let text = String(
      String.UnicodeScalarView(
        TextSanitizer.sanitize(text).unicodeScalars.map { $0 == ";" ? "," : $0 }))
    return switch form {
    case .osc9: Array("\u{1B}]9;\(text)\u{1B}\\".utf8)
    case .osc777(let title): Array("\u{1B}]777;notify;\(title);\(text)\u{1B}\\".utf8)
    }
  }
}
