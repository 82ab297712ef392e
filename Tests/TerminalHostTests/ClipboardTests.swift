import Testing

@testable import TerminalHost

@MainActor
struct ClipboardTests {
  @Test(arguments: [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
    ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"), ("\u{FF}é~", "w7/DqX4="),
  ])
  func `text goes to the terminal in base 64`(text: String, encoded: String) {
    #expect(
      String(decoding: TerminalHost.clipboardSequence(text), as: UTF8.self)
        == "\u{1B}]52;c;\(encoded)\u{1B}\\")
  }
}
