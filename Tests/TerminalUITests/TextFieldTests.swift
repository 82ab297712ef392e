import Testing

@testable import TerminalUI

@MainActor
@Suite struct TextFieldTests {
  private enum Action: Equatable { case edited(TextEdit) }

  private let keys = KeyMap<TextField, Action>.textEditing("type", Action.edited) { $0 }

  /// Returns the field after keys, with the cursor as `|`.
  private func press(_ pressed: Key..., in field: TextField) -> String {
    var field = field
    for key in pressed {
      guard case .edited(let edit)? = keys.action(for: key, in: field) else { continue }
      field.edit(edit)
    }
    return field.text.prefix(field.cursor) + "|" + field.text.dropFirst(field.cursor)
  }

  @Test func `characters go in at the cursor`() {
    #expect(press("a", "b", .left, "c", .right, "d", in: "") == "acbd|")
    #expect(press(.home, "x", .end, " ", in: "100") == "x100 |")
    #expect(press(.control("a"), .right, .control("e"), "5", in: "100x") == "100x5|")
  }

  @Test func `the cursor stops at both ends`() {
    #expect(press(.left, .left, .left, in: "ab") == "|ab")
    #expect(press(.right, .controlRight, in: "ab") == "ab|")
  }

  @Test func `a word is one key away`() {
    let sets: TextField = "100x5, 102.5x5 @9"
    #expect(press(.alt("b"), in: sets) == "100x5, 102.5x5 @|9")
    #expect(press(.alt("b"), .controlLeft, in: sets) == "100x5, 102.|5x5 @9")
    #expect(press(.alt("b"), .alt("b"), .alt("b"), .alt("b"), in: sets) == "|100x5, 102.5x5 @9")
    #expect(press(.home, .alt("f"), in: sets) == "100x5|, 102.5x5 @9")
    #expect(press(.home, .alt("f"), .controlRight, in: sets) == "100x5, 102|.5x5 @9")
  }

  @Test func `a part is erased with one key`() {
    let sets: TextField = "100x5 102.5x5"
    #expect(press(.backspace, in: sets) == "100x5 102.5x|")
    #expect(press(.home, .delete, in: sets) == "|00x5 102.5x5")
    #expect(press(.control("w"), in: sets) == "100x5 |")
    #expect(press(.control("w"), .control("w"), in: sets) == "|")
    #expect(press(.alt("b"), .control("k"), in: sets) == "100x5 102.|")
    #expect(press(.alt("b"), .control("u"), in: sets) == "|5x5")
    #expect(press(.delete, in: sets) == "100x5 102.5x5|")
    #expect(press(.home, .backspace, .control("u"), .control("w"), in: sets) == "|100x5 102.5x5")
  }

  @Test func `in an empty field only characters and Backspace have an action`() {
    for key in [Key.left, .right, .home, .end, .delete, .control("u"), .alt("b"), .controlLeft] {
      #expect(keys.action(for: key, in: "") == nil)
      #expect(keys.action(for: key, in: "a") != nil)
    }
    #expect(keys.action(for: .backspace, in: "") == .edited(.erased(.left)))
  }

  @Test func `the first character replaces a default, and any other key keeps it`() {
    let time = TextField("2:00", isDefault: true)
    #expect(press("3", "0", in: time) == "30|")
    #expect(press(.left, "3", in: time) == "2:03|0")
    #expect(press(.end, "3", in: time) == "2:003|")
    #expect(press(.backspace, "5", in: time) == "2:05|")
  }

  @Test func `a combining mark belongs to the character before it`() {
    #expect(press("e", "\u{301}", "x", in: "") == "e\u{301}x|")
    #expect(press(.left, .left, .delete, in: "ae\u{301}x") == "a|x")
    #expect(press(.left, .backspace, in: "a👨‍👩‍👧x") == "a|x")
  }

  @Test func `a character too many is ignored, as are invisible ones`() {
    var field: TextField = "ab"
    field.edit(.typed("c"), maxLength: 2)
    for character in ["\n", "\t", "\u{1B}", "\u{2028}"] as [Character] {
      field.edit(.typed(character))
    }
    #expect(field == "ab")
  }

  @Test func `no edits move the cursor out of the text, or show it outside the view`() {
    let places: [TextEdit.Destination] = [
      .left, .right, .wordLeft, .wordRight, .blankLeft, .start, .end,
    ]
    let characters: [Character] = ["a", " ", "5", ".", "腕", "e\u{301}", "\u{301}", "🇩", "👍"]
    var generator = RepeatableNumbers()
    var field: TextField = ""
    for _ in 0..<5000 {
      switch Int.random(in: 0..<4, using: &generator) {
      case 0: field.edit(.moved(places.randomElement(using: &generator) ?? .end))
      case 1: field.edit(.erased(places.randomElement(using: &generator) ?? .end), maxLength: 20)
      default: field.edit(.typed(characters.randomElement(using: &generator) ?? "a"), maxLength: 20)
      }
      #expect((0...field.text.count).contains(field.cursor) && field.text.count <= 20)
      var buffer = Buffer(Size(9, 1))
      buffer.draw(TextFieldView(field))
      #expect(buffer.styleLines.filter { $0.contains("reverse") }.count == 1, "\(field)")
    }
  }

  @Test func `the text scrolls so that the cursor has text on both sides`() {
    var field: TextField = "abcdefghijklmnopqrst"
    #expect(draw(8, 1, .unicode, TextFieldView(field)) == ["nopqrst"])
    for _ in 0..<10 { field.edit(.moved(.left)) }
    #expect(draw(8, 1, .unicode, TextFieldView(field)) == ["ghijklmn"])
    field.edit(.moved(.start))
    #expect(draw(8, 1, .unicode, TextFieldView(field)) == ["abcdefgh"])
    // No wide character is cut in two.
    #expect(draw(6, 1, .unicode, TextFieldView("ab腕立て伏せ")) == ["伏せ"])
  }

  @Test func `the cursor covers a whole character`() {
    var field: TextField = "a腕b"
    field.edit(.moved(.start))
    field.edit(.moved(.right))
    var buffer = Buffer(Size(6, 1))
    buffer.draw(TextFieldView(field))
    #expect(buffer.styleLines == ["row 0, columns 1-2: reverse"])
    field.edit(.moved(.end))
    buffer.clear()
    buffer.draw(TextFieldView(field))
    #expect(buffer.styleLines == ["row 0, columns 4-4: reverse"])
    buffer.clear()
    buffer.draw(TextFieldView(field, isFocused: false))
    #expect(buffer.styleLines == [])
  }

  @Test func `a caret is below the error, also in ASCII and in a scrolled text`() {
    let field: TextField = "腕x5 8x"
    #expect(draw(12, 2, .ascii, TextFieldView(field, errorColumn: 7)) == ["腕x5 8x", "       ^"])
    #expect(draw(12, 2, .unicode, TextFieldView(field, errorColumn: 2)) == ["腕x5 8x", "  ^"])
    #expect(
      draw(6, 2, .unicode, TextFieldView("0123456789", isFocused: false, errorColumn: 2))
        == ["012345", " ^"])
  }
}

/// The same random numbers in every run.
private struct RepeatableNumbers: RandomNumberGenerator {
  private var state: UInt64 = 1

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ (state >> 29)
  }
}
