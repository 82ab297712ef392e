import TerminalUI

extension TerminalHost {
  /// The two ways in which terminals are asked for a note on the desktop; neither is answered.
  public enum NotificationForm: Sendable {
    /// iTerm2's: a text.
    case osc9
    /// urxvt's: a title and a text.
    case osc777
  }

  /// Asks the terminal that a program runs in to show `text` on the desktop; nothing where none does.
  ///
  /// Linux's console is spared: older ones take the sequence for text.
  public static func notify(_ text: String, as form: NotificationForm) {
    guard let host = current, !host.isTerminating, !host.isLinuxConsole else { return }
    host.sendInPassing(notificationSequence(text, as: form))
  }

  /// The sequence that asks for a note: harmless text, without the semicolons that part one field from the next.
  ///
  /// - Complexity: O(n).
  package static func notificationSequence(_ text: String, as form: NotificationForm) -> [UInt8] {
    let text = TextSanitizer.sanitize(text).replacing(";", with: ",")
    return switch form {
    case .osc9: Array("\u{1B}]9;\(text)\u{1B}\\".utf8)
    case .osc777: Array("\u{1B}]777;notify;Ladder;\(text)\u{1B}\\".utf8)
    }
  }
}
