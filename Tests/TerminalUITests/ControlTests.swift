import Testing

@testable import TerminalUI

@MainActor
@Suite struct ControlTests {
  @Test(arguments: [(0, 1, 1), (0, -1, 4), (4, 1, 0), (3, -10, 3), (2, 12, 4)])
  func `a choice continues at the other end`(index: Int, offset: Int, expected: Int) {
    #expect(index.wrapped(by: offset, in: 5) == expected)
  }

  @Test func aListKeepsItsSelectionVisible() {
    #expect(ListWindow(count: 10, selection: 0, capacity: 5).range == 0..<5)
    #expect(ListWindow(count: 10, selection: 5, capacity: 5).range == 3..<8)
    #expect(ListWindow(count: 10, selection: 9, capacity: 5).range == 5..<10)
    #expect(
      ListWindow(count: 3, selection: 99, capacity: 5) == .init(count: 3, selection: 2, capacity: 5)
    )
    #expect(ListWindow(count: 0, selection: 0, capacity: 5).selection == nil)
    for selection in 0..<10 {
      #expect(ListWindow(count: 10, selection: selection, capacity: 3).range.contains(selection))
    }
  }

  @Test func onlyVisibleRowsAreCreated() {
    final class Counter { var rows = 0 }
    let counter = Counter()
    let list = List(0..<1_000_000, selection: 500_000) { number in
      counter.rows += 1
      return Text("\(number)")
    }
    #expect(draw(10, 4, .ascii, list) == ["499999   ^", "500000", "500001", "500002   v"])
    #expect(counter.rows == 4)
  }

  @Test func `the selected row has one style`() {
    var buffer = Buffer(Size(9, 2))
    buffer.draw(
      List(0..<2, selection: 1) { _ in
        HStack {
          Text("dim").style(.dim)
          Text("own").style(.accent)
          Text("bad").style(.warning)
        }
      })
    #expect(
      buffer.styleLines.filter { $0.hasPrefix("row 1") } == [
        "row 1, columns 0-2: reverse",
        "row 1, columns 3-5: bold reverse",
        "row 1, columns 6-8: reverse",
      ])
  }

  @Test func `a hint that is always shown takes precedence over others`() {
    let bar = HintBar([Hint("s", "start"), Hint("n", "next"), Hint("q", "quit")], always: ["quit"])
    #expect(draw(31, 1, .unicode, bar) == ["s start  n next  q quit  ? help"])
    #expect(draw(30, 1, .unicode, bar) == ["s start  q quit         ? help"])
    #expect(draw(14, 1, .unicode, bar) == ["q quit  ? help"])
    let two = HintBar(
      [Hint("s", "start"), Hint("n", "next"), Hint("a", "add"), Hint("q", "quit")],
      always: ["quit", "add"], last: nil)
    #expect(draw(30, 1, .unicode, two) == ["s start  n next  a add  q quit"])
    #expect(draw(29, 1, .unicode, two) == ["s start  a add  q quit"])
    #expect(draw(13, 1, .unicode, two) == ["a add  q quit"])
  }

  @Test func `hints are shortened, starting with the last one, before any is omitted`() {
    let bar = HintBar(
      [
        Hint("s", "stop and save", short: "stop"), Hint("Space/Enter", "rep"),
        Hint("//n", "search"),
      ], last: Hint("?/x", "help"))
    #expect(
      draw(52, 1, .ascii, bar) == ["s stop and save  Space/Enter rep  //n search  ? help"])
    #expect(draw(51, 1, .ascii, bar) == ["s stop and save  Space/Enter rep  / search   ? help"])
    #expect(draw(45, 1, .ascii, bar) == ["s stop and save  Space rep  / search   ? help"])
    #expect(draw(40, 1, .ascii, bar) == ["s stop  Space rep  / search       ? help"])
    #expect(draw(30, 1, .ascii, bar) == ["s stop  Space rep       ? help"])
    // Beside other views, the bar takes at least the room of the last hint.
    #expect(bar.layout(in: Size(40, 1), Environment()).size == Size(6, 1))
  }

  @Test func `big figures are in a row if that makes them larger`() {
    let figures = BigFigures([
      .init("7", widest: "00", words: "REPS 7"), .init("1:2", words: "1:2 left"),
    ])
    #expect(
      draw(20, 6, .ascii, figures) == [
        "  ###       #    ###", "    #      ##  #   #", "    #       #    ###",
        "    #       #  # #", "    #      ###   ###", "REPS 7     1:2 left",
      ])
    #expect(draw(12, 12, .ascii, figures).filter { !$0.isEmpty }.count == 12)
    #expect(draw(24, 5, .ascii, figures) == ["    REPS 7  1:2 left", "", "", "", ""])
  }

  @Test func progressFillsPartsOfACell() {
    #expect(draw(4, 1, .unicode, ProgressBar(0.5)) == ["██░░"])
    #expect(draw(4, 1, .unicode, ProgressBar(0.4)) == ["█▌░░"])
    #expect(draw(4, 1, .ascii, ProgressBar(0.5)) == ["##.."])
    #expect(draw(2, 1, .unicode, ProgressBar(.nan)) == ["░░"])
    #expect(draw(9, 1, .ascii, ProgressBar(0.5, label: "5 s")) == ["##... 5 s"])
    #expect(draw(2, 1, .ascii, ProgressBar(0.5, label: "5 s")) == [" 5"])
    #expect(draw(3, 1, .unicode, Sparkline([0, 1, 2])) == ["▁▅█"])
  }

  @Test func `letters are drawn like digits`() {
    #expect(
      draw(34, 5, .ascii, BigText("rest 1/2", maxScale: 1)) == [
        "  ##  ###  ## ###     #    # ###", "  # # #   #    #     ##    #   #",
        "  ##  ##   #   #      #   #  ###", "  # # #     #  #      #  #   #",
        "  # # ### ##   #     ### #   ###",
      ])
  }

  @Test func `text with other characters is drawn as a line`() {
    #expect(draw(12, 5, .unicode, BigText("深蹲 20")) == ["  深蹲 20", "", "", "", ""])
  }

  @Test func bigDigitsFitTheirSpace() {
    #expect(draw(13, 5, .ascii, BigText("12")).first == "  ##   ######")
    #expect(draw(7, 5, .ascii, BigText("12")).first == " #  ###")
    #expect(
      draw(30, 12, .ascii, BigText("12"))[1...2].allSatisfy { $0.hasSuffix("############") })
    #expect(draw(6, 3, .ascii, BigText("12")) == ["  12", "", ""])
  }
}

@MainActor
@Suite struct TextFieldTests {
  private enum Action: Equatable { case edited(TextEdit) }

  private let keys = KeyMap<TextField, Action>.textEditing("type", Action.edited) { $0 }

  /// Returns the field after some keys, with the cursor as `|`.
  private func press(_ pressed: Key..., in field: TextField) -> String {
    var field = field
    for key in pressed {
      guard case .edited(let edit)? = keys.action(for: key, in: field) else { continue }
      field.edit(edit)
    }
    return field.text.prefix(field.cursor) + "|" + field.text.dropFirst(field.cursor)
  }

  @Test func `characters are inserted at the cursor`() {
    #expect(press("a", "b", .left, "c", .right, "d", in: "") == "acbd|")
    #expect(press(.home, "x", .end, " ", in: "100") == "x100 |")
    #expect(press(.control("a"), .right, .control("e"), "5", in: "100x") == "100x5|")
  }

  @Test func `the cursor stops at both ends`() {
    #expect(press(.left, .left, .left, in: "ab") == "|ab")
    #expect(press(.right, .controlRight, in: "ab") == "ab|")
  }

  @Test func `one key moves the cursor by a word`() {
    let sets: TextField = "100x5, 102.5x5 @9"
    #expect(press(.alt("b"), in: sets) == "100x5, 102.5x5 @|9")
    #expect(press(.alt("b"), .controlLeft, in: sets) == "100x5, 102.|5x5 @9")
    #expect(press(.alt("b"), .alt("b"), .alt("b"), .alt("b"), in: sets) == "|100x5, 102.5x5 @9")
    #expect(press(.home, .alt("f"), in: sets) == "100x5|, 102.5x5 @9")
    #expect(press(.home, .alt("f"), .controlRight, in: sets) == "100x5, 102|.5x5 @9")
  }

  @Test func `one key erases a part of the text`() {
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

  @Test func `typed scalars join into one character`() {
    #expect(press("👩", "\u{200D}", "👩", "\u{200D}", "👧", "x", in: "") == "👩‍👩‍👧x|")
    #expect(press("❤", "\u{FE0F}", .left, in: "") == "|❤️")
    #expect(press("\u{301}", "\u{200D}", in: "") == "|")
  }

  @Test func `a mark joins the last character of a full field, up to eight scalars`() {
    var field: TextField = "abe"
    for _ in 1...9 { field.edit(.typed("\u{301}"), maxLength: 3) }
    #expect(field.text == "abe" + String(repeating: "\u{301}", count: 7))
    #expect(field.cursor == 3)
  }

  @Test func `characters beyond the limit and invisible characters are ignored`() {
    var field: TextField = "ab"
    field.edit(.typed("c"), maxLength: 2)
    for character in ["\n", "\t", "\u{1B}", "\u{2028}", "\u{202E}", "\u{E0041}"] as [Character] {
      field.edit(.typed(character))
    }
    #expect(field == "ab")
  }

  @Test func `no edit moves the cursor out of the text or out of the view`() {
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
    // No wide character is split.
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
    #expect(
      draw(6, 2, .unicode, TextFieldView("0123456789", isFocused: false, errorColumn: 9))
        == ["56789", "   ^"])
  }
}

/// A random number generator with the same numbers in every run.
private struct RepeatableNumbers: RandomNumberGenerator {
  private var state: UInt64 = 1

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ (state >> 29)
  }
}
