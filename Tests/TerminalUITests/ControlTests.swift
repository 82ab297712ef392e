import Testing

@testable import TerminalUI

@MainActor
@Suite struct ControlTests {
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

  @Test func aTableAlignsItsColumns() {
    let rows = [(1, "Ada"), (12, "Grace")]
    let table = Table(
      rows, selection: 1,
      columns: [
        Column("#", .fixed(3), alignment: .trailing) { "\($0.0)" },
        Column("Name") { $0.1 },
      ])
    #expect(draw(12, 4, .unicode, table) == ["  #  Name", "  1  Ada", " 12  Grace", ""])
  }

  @Test func theSelectedTabIsHighlighted() {
    var buffer = Buffer(Size(30, 1))
    buffer.draw(TabBar(["Workouts", "Profile"], selection: 1))
    #expect(buffer.lines == [" 1 Workouts   2 Profile"])
    #expect(buffer.styleLines.contains("row 0, columns 13-13: reverse"))
  }

  @Test func hintsThatDoNotFitAreLeftOutExceptHelp() {
    let bar = HintBar([Hint("s", "start"), Hint("q", "quit")])
    #expect(draw(30, 1, .unicode, bar) == ["s start  q quit         ? help"])
    #expect(draw(16, 1, .unicode, bar) == ["s start   ? help"])
    #expect(draw(6, 1, .unicode, bar) == ["? help"])
  }

  @Test func `a hint that is always shown takes precedence over others`() {
    let bar = HintBar([Hint("s", "start"), Hint("n", "next"), Hint("q", "quit")], always: "quit")
    #expect(draw(31, 1, .unicode, bar) == ["s start  n next  q quit  ? help"])
    #expect(draw(30, 1, .unicode, bar) == ["s start  q quit         ? help"])
    #expect(draw(14, 1, .unicode, bar) == ["q quit  ? help"])
  }

  @Test func `hints are shortened from the end on before they are left out`() {
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

  @Test func bigDigitsAreDrawn() {
    #expect(
      draw(40, 5, .ascii, BigText("12:0.9", maxScale: 1)) == [
        "     ##   ######    ######    ######",
        "   ####       ## ## ##  ##    ##  ##",
        "     ##   ######    ##  ##    ######",
        "     ##   ##     ## ##  ##        ##",
        "   ###### ######    ###### ## ######",
      ])
  }

  @Test func `letters are drawn like digits`() {
    #expect(
      draw(34, 5, .ascii, BigText("rest 1/2", maxScale: 1)) == [
        "  ##  ###  ## ###     #    # ###", "  # # #   #    #     ##    #   #",
        "  ##  ##   #   #      #   #  ###", "  # # #     #  #      #  #   #",
        "  # # ### ##   #     ### #   ###",
      ])
  }

  @Test func `a text with other characters is a line`() {
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
