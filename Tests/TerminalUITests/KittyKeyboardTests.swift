import Testing

@testable import TerminalUI

/// Tests of the kitty keyboard protocol with the flags that the host requests.
@Suite struct KittyKeyboardTests {
  /// Returns the events of `text`, which must be the same wherever it is split into two chunks.
  private func decode(_ text: String) -> [InputEvent] {
    let bytes = Array(text.utf8)
    func events(cutAt cut: Int) -> [InputEvent] {
      var decoder = KeyDecoder()
      var events: [InputEvent] = []
      for part in [bytes[..<cut], bytes[cut...]] { decoder.feed(part) { events.append($0) } }
      #expect(decoder.timeoutDelay(escape: .zero) == nil)
      return events
    }
    let whole = events(cutAt: 0)
    for cut in bytes.indices { #expect(events(cutAt: cut) == whole, "cut at \(cut)") }
    return whole
  }

  @Test(arguments: [
    ("\u{1B}[32;1:3u", InputEvent.released(.space)), ("\u{1B}[97;1:3u", .released("a")),
    ("\u{1B}[97:65;2:3u", .released("A")), ("\u{1B}[61:43;2:3u", .released("+")),
    ("\u{1B}[97;129:3u", .released("a")), ("\u{1B}[27;1:3u", .released(.escape)),
    ("\u{1B}[13;1:3u", .released(.enter)), ("\u{1B}[57414;1:3u", .released(.enter)),
    ("\u{1B}[1;1:3A", .released(.up)), ("\u{1B}[1;1:3H", .released(.home)),
    ("\u{1B}[1;1:3P", .released(.function(1))), ("\u{1B}[5;1:3~", .released(.pageUp)),
    ("\u{1B}[13;1:3~", .released(.function(3))),
    ("\u{1B}[32;1:2u", .repeated(.space)), ("\u{1B}[1;1:2B", .repeated(.down)),
    ("\u{1B}[6;1:2~", .repeated(.pageDown)), ("\u{1B}[27;1:2u", .repeated(.escape)),
    ("\u{1B}[1;1:1C", .key(.right)), ("\u{1B}[99;5:1u", .key(.control("c"))),
  ])
  func `presses, repeats and releases are decoded`(sequence: String, event: InputEvent) {
    #expect(decode(sequence) == [event])
    #expect(decode(sequence + "x") == [event, .key("x")])
  }

  @Test func `a lone Esc needs no deadline`() {
    #expect(decode("\u{1B}[27u") == [.key(.escape)])
    #expect(decode("\u{1B}[27u\u{1B}[27;1:3u") == [.key(.escape), .released(.escape)])
  }

  @Test func `typed characters are followed by their release`() {
    #expect(
      decode("é\u{1B}[233;1:3u \u{1B}[32;1:3u")
        == [.key("é"), .released("é"), .key(.space), .released(.space)])
  }

  @Test(arguments: [
    // Ctrl-C on layouts where the C key types another character: Cyrillic es and Greek psi.
    ("\u{1B}[1089::99;5u", Key.control("c")), ("\u{1B}[968::99;5u", .control("c")),
    ("\u{1B}[1103::122;5u", .control("z")),
    ("\u{1B}[91;5u", .escape), ("\u{1B}[105;5u", .tab), ("\u{1B}[109;5u", .enter),
    ("\u{1B}[106;5u", .enter), ("\u{1B}[104;5u", .backspace), ("\u{1B}[32;5u", .control("@")),
    ("\u{1B}[97;5u", .control("a")),
  ])
  func `Ctrl keys are the same as their control bytes`(sequence: String, key: Key) {
    #expect(decode(sequence) == [.key(key)])
  }

  @Test(arguments: [
    ("\u{1B}[57415u", Key("=")), ("\u{1B}[57409u", "."), ("\u{1B}[57413u", "+"),
    ("\u{1B}[57376u", .function(13)), ("\u{1B}[57398u", .function(35)),
  ])
  func `functional keys are decoded by their code point`(sequence: String, key: Key) {
    #expect(decode(sequence) == [.key(key)])
  }

  @Test(arguments: [
    // Caps Lock, Print Screen, the menu key, volume up, Shift by itself.
    "\u{1B}[57358u", "\u{1B}[57361u", "\u{1B}[57363u", "\u{1B}[57439u", "\u{1B}[57441;2u",
    // The reply to a query that wasn't sent, and a sequence from program to terminal.
    "\u{1B}[?7u", "\u{1B}[?0u", "\u{1B}[>7u", "\u{1B}[=7u", "\u{1B}[<u", "\u{1B}[<1u",
    // Super, Hyper, Ctrl with Shift.
    "\u{1B}[97;9u", "\u{1B}[97;17u", "\u{1B}[99;6u", "\u{1B}[1089;5u",
  ])
  func `unsupported sequences are discarded`(sequence: String) {
    #expect(decode(sequence) == [])
    #expect(decode(sequence + "x") == [.key("x")])
  }
}
