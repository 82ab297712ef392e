import Testing

@testable import TerminalUI

@Suite struct KeyDecoderTests {
  /// Returns the events of `text`, which must be the same if it is fed byte by byte.
  private func decode(_ text: String, _ sequences: KeySequences = KeySequences()) -> [InputEvent] {
    decode(Array(text.utf8), sequences)
  }

  private func decode(_ bytes: [UInt8], _ sequences: KeySequences = KeySequences())
    -> [InputEvent]
  {
    var whole = KeyDecoder(sequences: sequences)
    var events: [InputEvent] = []
    whole.feed(bytes) { events.append($0) }
    var piecewise = KeyDecoder(sequences: sequences)
    var again: [InputEvent] = []
    for byte in bytes { piecewise.feed([byte]) { again.append($0) } }
    #expect(events == again)
    return events
  }

  private func keys(_ text: String) -> [Key] {
    decode(text).compactMap { if case .key(let key) = $0 { key } else { nil } }
  }

  @Test func plainCharacters() {
    #expect(keys("a+ é腕👍") == ["a", "+", .space, "é", "腕", "👍"])
    #expect(keys("\r\n\t\u{7F}\u{8}") == [.enter, .enter, .tab, .backspace, .backspace])
    #expect(keys("\u{3}\u{1A}\u{1}") == [.control("c"), .control("z"), .control("a")])
  }

  @Test func `scalars that extend the previous character are keys, and unsafe ones are not`() {
    #expect(keys("e\u{301}") == ["e", "\u{301}"])
    #expect(keys("👩\u{200D}👧") == ["👩", "\u{200D}", "👧"])
    #expect(keys("\u{1B}[769u") == ["\u{301}"])
    #expect(keys("a\u{202E}\u{200B}\u{85}\u{2028}\u{E0041}b") == ["a", "b"])
  }

  @Test func controlBytes() {
    // Each control byte is a Ctrl key, except Escape and the bytes of other keys.
    let keys = (0..<32).map { decode([$0]) }
    var expected = "@abcdefghijklmnopqrstuvwxyz\u{1B}\\]^_".map { [InputEvent.key(.control($0))] }
    expected[0x08] = [.key(.backspace)]
    expected[0x09] = [.key(.tab)]
    expected[0x0A] = [.key(.enter)]
    expected[0x0D] = [.key(.enter)]
    expected[0x1B] = []
    #expect(keys == expected)
  }

  @Test(arguments: [
    ("\u{1B}[A", Key.up), ("\u{1B}OA", .up), ("\u{1B}[B", .down), ("\u{1B}OC", .right),
    ("\u{1B}[D", .left), ("\u{1B}[H", .home), ("\u{1B}[1~", .home), ("\u{1B}OF", .end),
    ("\u{1B}[4~", .end), ("\u{1B}[2~", .insert), ("\u{1B}[3~", .delete), ("\u{1B}[5~", .pageUp),
    ("\u{1B}[6~", .pageDown), ("\u{1B}[Z", .backTab), ("\u{1B}OP", .function(1)),
    ("\u{1B}[[A", .function(1)), ("\u{1B}[11~", .function(1)), ("\u{1B}[15~", .function(5)),
    ("\u{1B}[24~", .function(12)), ("\u{1B}OM", .enter), ("\u{1B}Ok", "+"), ("\u{1B}Ow", "7"),
    ("\u{1B}[1;2A", .up), ("\u{1B}x", .alt("x")),
    // The keys that move by words and erase them
    ("\u{1B}[1;5D", .controlLeft), ("\u{1B}[1;5C", .controlRight), ("\u{1B}[1;3D", .controlLeft),
    ("\u{1B}[1;3C", .controlRight), ("\u{1B}Od", .controlLeft), ("\u{1B}Oc", .controlRight),
    ("\u{1B}b", .alt("b")), ("\u{1B}[98;3u", .alt("b")), ("\u{1B}\u{7F}", .control("w")),
    ("\u{1B}[127;3u", .control("w")), ("\u{1B}[127;5u", .control("w")),
    ("\u{1B}[57417;5u", .controlLeft), ("\u{1B}[1;69D", .controlLeft),
    // kitty and modifyOtherKeys
    ("\u{1B}[99;5u", .control("c")), ("\u{1B}[122;5u", .control("z")),
    ("\u{1B}[99;69u", .control("c")), ("\u{1B}[27;5;99~", .control("c")), ("\u{1B}[97u", "a"),
    ("\u{1B}[97;2u", "A"), ("\u{1B}[47:63;2u", "?"), ("\u{1B}[27u", .escape),
    ("\u{1B}[13u", .enter),
    ("\u{1B}[32;1u", .space), ("\u{1B}[9;2u", .backTab), ("\u{1B}[57400u", "1"),
  ])
  func specialKeys(sequence: String, key: Key) {
    #expect(decode(sequence) == [.key(key)])
  }

  @Test(arguments: [
    "\u{1B}[?62;4c", "\u{1B}[99~", "\u{1B}[1;5A", "\u{1B}[<35;3;4M", "\u{1B}[12;40R",
    "\u{1B}]11;rgb:0000/0000/0000\u{7}", "\u{1B}]11;rgb:ffff/ffff/ffff\u{1B}\\",
    "\u{1B}P>|XTerm(370)\u{1B}\\", "\u{1B}_Gi=1;OK\u{1B}\\", "\u{1B}[99999999999999999999u",
    "\u{1B}Oz", "\u{1B}[[Z", "\u{0}\u{1B}[200",
  ])
  func unknownSequencesAreDiscardedCompletely(sequence: String) {
    #expect(decode(sequence).filter { $0 != .key(.control("@")) } == [])
  }

  @Test func bytesAfterADiscardedSequenceAreDecoded() {
    #expect(keys("\u{1B}[99~s") == ["s"])
    #expect(keys("\u{1B}[12\u{1B}[A") == [.up])
    #expect(keys("\u{1B}]0;never ended\u{3}") == [.control("c")])
    #expect(keys("\u{1B}]0;cancelled\u{18}a\u{1B}]0;again\u{1A}b") == ["a", "b"])
  }

  @Test func invalidBytesAreDiscarded() {
    #expect(decode([0xFF, 0xC0, 0x80, 0x61]) == [.key("a")])
    #expect(decode([0xE2, 0x82, 0x61]) == [.key("a")])
    #expect(decode([0xED, 0xA0, 0x80, 0x62]) == [.key("b")])
    #expect(decode([0xE2, 0x1B, 0x5B, 0x41]) == [.key(.up)])
    #expect(decode("\u{202E}\u{9B}a") == [.key("a")])
  }

  @Test func aLoneEscapeWaitsForItsDeadline() {
    var decoder = KeyDecoder()
    var events: [InputEvent] = []
    decoder.feed([0x1B]) { events.append($0) }
    #expect(events.isEmpty)
    #expect(decoder.timeoutDelay(escape: .milliseconds(50)) == .milliseconds(50))
    decoder.timeout { events.append($0) }
    #expect(events == [.key(.escape)])
    #expect(decoder.timeoutDelay(escape: .milliseconds(50)) == nil)
    decoder.feed([0x61]) { events.append($0) }
    #expect(events == [.key(.escape), .key("a")])
  }

  @Test func escapeAndAnotherKeyInOneChunk() {
    #expect(keys("\u{1B}\r") == [.escape, .enter])
    #expect(keys("\u{1B}\u{1B}[A") == [.escape, .up])
    #expect(keys("\u{1B}\u{3}") == [.escape, .control("c")])
  }

  @Test func aSequenceWithParametersHasNoDeadline() {
    var decoder = KeyDecoder()
    var events: [InputEvent] = []
    decoder.feed(Array("\u{1B}[1".utf8)) { events.append($0) }
    #expect(decoder.timeoutDelay(escape: .milliseconds(50)) == nil)
    decoder.timeout { events.append($0) }
    decoder.feed(Array(";2A".utf8)) { events.append($0) }
    #expect(events == [.key(.up)])
  }

  @Test func pastesAreOneEvent() {
    #expect(
      decode("\u{1B}[200~two\r\nlines\u{1B}[31m q\u{1B}[201~s") == [
        .paste("two lines[31m q"), .key("s"),
      ])
  }

  @Test func aLongPasteIsTruncated() {
    let text = String(repeating: "a", count: 3 * KeyDecoder.maxPasteLength)
    let events = decode("\u{1B}[200~" + text + "\u{1B}[201~q")
    #expect(events == [.paste(String(text.prefix(KeyDecoder.maxPasteLength))), .key("q")])
  }

  @Test func `a paste without its end is complete after a second without bytes`() {
    var decoder = KeyDecoder()
    var events: [InputEvent] = []
    for text in ["\u{1B}[200~two", " lines"] {
      decoder.feed(Array(text.utf8)) { events.append($0) }
      #expect(decoder.timeoutDelay(escape: .milliseconds(50)) == .seconds(1))
    }
    #expect(events == [])
    decoder.timeout { events.append($0) }
    decoder.feed(Array("q".utf8)) { events.append($0) }
    #expect(events == [.paste("two lines"), .key("q")])
    #expect(decoder.timeoutDelay(escape: .milliseconds(50)) == nil)
  }

  @Test(arguments: [
    "\u{3}", "\u{1B}[99;5u", "\u{1B}[99:67:99;133:1u", "\u{1B}[27;5;99~",
  ])
  func `Ctrl-C is decoded in any state`(key: String) {
    #expect(
      decode("\u{1B}[200~two\(key) lines\u{1B}[201~s") == [
        .key(.control("c")), .paste("two lines"), .key("s"),
      ])
    let long = String(repeating: "au~", count: KeyDecoder.maxPasteLength)
    #expect(decode("\u{1B}[200~\(long)\(key)") == [.key(.control("c"))])
    for start in ["\u{1B}]52;c;", "\u{1B}P", "\u{1B}_", "\u{1B}^"] {
      #expect(decode("\(start)text\(key)s") == [.key(.control("c")), .key("s")])
    }
    for start in ["\u{1B}O1", "\u{1B}[1;", "\u{1B}[[", "\u{C3}"] {
      #expect(decode("\(start)\u{3}").last == .key(.control("c")))
    }
  }

  @Test(arguments: ["\u{1B}]52;c;text", "\u{1B}[M", "\u{1B}[M!"])
  func `a sequence that hides keys ends after a second without bytes`(start: String) {
    var decoder = KeyDecoder()
    var events: [InputEvent] = []
    decoder.feed(Array(start.utf8)) { events.append($0) }
    #expect(decoder.timeoutDelay(escape: .zero) == .seconds(1))
    decoder.timeout { events.append($0) }
    decoder.feed(Array("q".utf8)) { events.append($0) }
    #expect(events == [.key("q")])
  }

  @Test func `a mouse report in the old format does not hide Ctrl-C`() {
    #expect(decode("\u{1B}[M!\u{3}q") == [.key(.control("c")), .key("q")])
  }

  @Test func focusIsReported() {
    #expect(decode("\u{1B}[I\u{1B}[O") == [.focus(true), .focus(false)])
  }

  @Test func pressesAndTheWheelAreReported() {
    #expect(
      decode("\u{1B}[<0;5;3M\u{1B}[<0;5;3m\u{1B}[<64;1;1M\u{1B}[<69;200;50M")
        == [
          .mouse(MouseEvent(.press, at: Point(4, 2))),
          .mouse(MouseEvent(.wheelUp, at: Point(0, 0))),
          .mouse(MouseEvent(.wheelDown, at: Point(199, 49))),
        ])
  }

  @Test(arguments: [
    "\u{1B}[<2;5;3M", "\u{1B}[<32;5;3M", "\u{1B}[<0;0;3M", "\u{1B}[<0M", "\u{1B}[<M",
    "\u{1B}[<0;5;3m",
    "\u{1B}[M !!", "\u{1B}[<99999999999999;1;1M",
  ])
  func otherMouseReportsAreDiscarded(report: String) {
    #expect(decode(report + "x") == [.key("x")])
  }

  @Test func theTerminalsOwnSequencesTakePrecedence() {
    var sequences = KeySequences()
    sequences.add(Array("\u{1B}[H".utf8), .function(9))
    sequences.add(Array("\u{1B}j".utf8), .insert)
    sequences.add(Array("\u{1B}[".utf8), .delete)
    sequences.add(Array("x".utf8), .delete)
    #expect(
      decode("\u{1B}[H\u{1B}jx", sequences) == [.key(.function(9)), .key(.insert), .key("x")])
  }

  @Test func noiseNeverTraps() {
    var random = SplitMix(state: 7)
    let favorites: [UInt8] = [0x1B, 0x5B, 0x4F, 0x3B, 0x3A, 0x7E, 0x75, 0x32, 0x30, 0xE2, 0x5D]
    for _ in 0..<300 {
      var bytes: [UInt8] = []
      for _ in 0..<60 {
        bytes.append(
          random.next(3) == 0
            ? UInt8(random.next(256)) : favorites[random.next(favorites.count)])
      }
      _ = decode(bytes)
    }
  }
}

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
    // The reply to a query that was not sent, and a sequence that only programs send.
    "\u{1B}[?7u", "\u{1B}[?0u", "\u{1B}[>7u", "\u{1B}[=7u", "\u{1B}[<u", "\u{1B}[<1u",
    // Super, Hyper, Ctrl with Shift.
    "\u{1B}[97;9u", "\u{1B}[97;17u", "\u{1B}[99;6u", "\u{1B}[1089;5u",
  ])
  func `unsupported sequences are discarded`(sequence: String) {
    #expect(decode(sequence) == [])
    #expect(decode(sequence + "x") == [.key("x")])
  }
}
