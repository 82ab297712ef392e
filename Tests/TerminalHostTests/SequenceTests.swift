import Testing

@testable import TerminalHost

@MainActor
struct ClipboardTests {
  @Test(arguments: [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
    ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"), ("\u{FF}é~", "w7/DqX4="),
  ])
  func `text is sent to the terminal in base 64`(text: String, encoded: String) {
    #expect(
      String(decoding: TerminalHost.clipboardSequence(text), as: UTF8.self)
        == "\u{1B}]52;c;\(encoded)\u{1B}\\")
  }
}

@MainActor
@Suite struct NotificationTests {
  private func sequence(_ text: String, _ form: TerminalHost.NotificationForm) -> String {
    String(decoding: TerminalHost.notificationSequence(text, as: form), as: UTF8.self)
  }

  @Test func `each form of notification has its own escape sequence`() {
    #expect(sequence("Rest is over", .osc9) == "\u{1B}]9;Rest is over\u{1B}\\")
    #expect(
      sequence("Rest is over", .osc777(title: "Ladder"))
        == "\u{1B}]777;notify;Ladder;Rest is over\u{1B}\\")
  }

  @Test func `a text can neither end the sequence nor control the terminal`() {
    #expect(sequence("a\u{7}b\u{1B}\\c\u{9C}d\ne", .osc9) == "\u{1B}]9;ab\\cd e\u{1B}\\")
    // OSC 9;4 is a progress bar in some terminals. In OSC 777, a semicolon separates the title and the text.
    #expect(sequence("4;1;\u{308}50", .osc9) == "\u{1B}]9;4,1,\u{308}50\u{1B}\\")
  }
}

@MainActor
@Suite struct EscapeDelayTests {
  @Test(
    arguments: [
      (nil, 50), ("", 50), ("soon", 50), ("0", 0), ("25", 25), ("1000", 1000), ("-5", 0),
      ("99999999", 10_000),
    ] as [(String?, Int)])
  func `a lone Esc acts within 50 ms or ESCDELAY`(variable: String?, delay: Int) {
    #expect(TerminalHost.escapeDelay(variable) == .milliseconds(delay))
  }
}
