import Testing

@testable import TerminalUI

@MainActor
func draw(_ width: Int, _ height: Int, _ glyphs: GlyphSet = .unicode, _ view: some View)
  -> [String]
{
  var buffer = Buffer(Size(width, height))
  buffer.draw(view, Environment(glyphs: glyphs))
  return buffer.lines
}

@MainActor
@Suite struct ViewTests {
  private struct Reps: View {
    let count: Int
    var body: some View {
      HStack(spacing: 1) {
        Text("REPS").style(.dim)
        Text("\(count)").style(.accent)
      }
    }
  }

  @Test func aBodyIsDrawn() {
    #expect(draw(10, 1, .unicode, Reps(count: 12)) == ["REPS 12"])
  }

  @Test func stylesComeFromTheTheme() {
    var buffer = Buffer(Size(10, 1))
    buffer.draw(Reps(count: 12))
    #expect(
      buffer.styleLines == ["row 0, columns 0-3: dim", "row 0, columns 5-6: bold cyan"])
    buffer.clear()
    buffer.draw(Reps(count: 12), Environment(theme: .monochrome))
    #expect(buffer.styleLines == ["row 0, columns 0-3: dim", "row 0, columns 5-6: bold"])
  }

  @Test func longLinesEndInAnEllipsis() {
    #expect(draw(6, 1, .unicode, Text("burpees")) == ["burpe…"])
    #expect(draw(6, 1, .ascii, Text("burpees")) == ["bur..."])
    #expect(draw(4, 1, .unicode, Text("腕立て伏せ")) == ["腕 …"])
    #expect(draw(3, 1, .ascii, Text("burpees")) == ["bur"])
  }

  @Test func linesAlign() {
    #expect(draw(5, 2, .unicode, Text("a\nbcd", alignment: .trailing)) == ["    a", "  bcd"])
    #expect(draw(5, 1, .unicode, Text("abc", alignment: .center)) == [" abc"])
  }

  @Test func spacersDivideTheRemainingSpace() {
    let row = HStack {
      Text("a")
      Spacer()
      Text("b")
      Spacer()
      Text("c")
    }
    #expect(draw(9, 1, .unicode, row) == ["a   b   c"])
    #expect(draw(3, 1, .unicode, row) == ["abc"])
  }

  @Test func aSpacerGrowsOnlyAlongItsStack() {
    let screen = VStack {
      HStack {
        Text("l")
        Spacer()
        Text("r")
      }
      Text("x")
    }
    #expect(draw(4, 3, .unicode, screen) == ["l  r", "x", ""])
  }

  @Test func theLastChildIsClipped() {
    let column = VStack {
      Text("one")
      Text("two")
      Text("three")
    }
    #expect(draw(5, 2, .unicode, column) == ["one", "two"])
  }

  @Test(arguments: [0, 1, 2]) func branches(of kind: Int) {
    let view = VStack {
      if kind == 0 { Text("zero") }
      switch kind {
      case 1: Text("one")
      case 2: Text("two").bold()
      default: EmptyView()
      }
      Text("end")
    }
    let expected = [["zero", "end"], ["one", "end"], ["two", "end"]]
    #expect(draw(5, 2, .unicode, view) == expected[kind])
  }

  @Test func rowsOfACollection() {
    let view = VStack(spacing: 1) { ForEach(1...3) { Text("row \($0)") } }
    #expect(draw(6, 5, .unicode, view) == ["row 1", "", "row 2", "", "row 3"])
  }

  @Test func aStackCanExceedItsCache() {
    let view = VStack { ForEach(0..<40) { Text("\($0)") } }
    #expect(draw(2, 40, .unicode, view) == (0..<40).map(String.init))
  }

  @Test func bordersHoldATitle() {
    let view = Text("hi").border("Best")
    #expect(draw(12, 3, .unicode, view) == ["╭─ Best ───╮", "│hi        │", "╰──────────╯"])
    #expect(draw(5, 3, .ascii, view) == ["+---+", "|hi |", "+---+"])
    #expect(draw(1, 1, .ascii, view) == [""])
  }

  @Test func framesAndPadding() {
    let view = HStack {
      Text("ab").frame(width: 4, alignment: .trailing)
      Text("c").padding(2, 1)
    }
    #expect(draw(10, 3, .unicode, view) == ["  ab", "      c", ""])
    #expect(draw(5, 3, .unicode, Text("x").centered()) == ["", "  x", ""])
  }

  @Test func paragraphsWrapBetweenWords() {
    let text = "hands under shoulders\nback straight"
    #expect(
      draw(11, 4, .unicode, Paragraph(text)) == ["hands under", "shoulders", "back", "straight"])
    #expect(draw(4, 3, .unicode, Paragraph("abcdefghij")) == ["abcd", "efgh", "ij"])
    let layout = Paragraph(text).layout(in: Size(11, 9), Environment())
    #expect(layout.size == Size(11, 4))
  }

  @Test func anOverlayHidesWhatIsUnderIt() {
    let base = Text("aaaaaaa\naaaaaaa\naaaaaaa")
    let shown: String? = "b"
    let view = base.overlay { if let shown { Text(shown).border() } }
    #expect(draw(7, 3, .unicode, view) == ["aa╭─╮aa", "aa│b│aa", "aa╰─╯aa"])
    let none: String? = nil
    #expect(draw(7, 1, .unicode, base.overlay { if let none { Text(none) } }) == ["aaaaaaa"])
  }

  @Test func anAlertShowsItsKeys() {
    let view = EmptyView().overlay {
      Alert("Quit?", message: "A workout is running.", choices: [Hint("Enter", "quit")])
    }
    #expect(
      draw(27, 8, .ascii, view) == [
        " +- Quit? ---------------+",
        " |                       |",
        " | A workout is running. |",
        " |                       |",
        " | Enter quit            |",
        " |                       |",
        " +-----------------------+", "",
      ])
  }

  @Test func theFirstViewThatFitsIsDrawn() {
    let view = ViewThatFits {
      Text("a long form")
      Text("short")
      Text("s")
    }
    #expect(draw(11, 1, .unicode, view) == ["a long form"])
    #expect(draw(7, 1, .unicode, view) == ["short"])
    #expect(draw(2, 1, .unicode, view) == ["s"])
  }

  @Test func anyScreenSizeDraws() {
    let view = VStack {
      TabBar(["Workouts", "Leaderboard"], selection: 0)
      List(0..<50, selection: 20) { Text("row \($0)") }.border("List")
      BigText("00:12.34")
      HStack {
        ProgressBar(0.4)
        Sparkline([1, 2, 3])
      }
      HintBar([Hint("s", "start")])
    }
    for width in 0..<24 {
      for height in 0..<12 { #expect(draw(width, height, .unicode, view).count == height) }
    }
  }
}
