import Testing

@testable import TerminalUI

@MainActor
@Suite struct ChartTests {
  private static let days = ["5 Jan", "12 Jan", "19 Jan", "26 Jan", "2 Feb", "9 Feb"]

  private func line(_ heights: [Double], best: Int? = nil) -> Chart {
    Chart(
      heights.enumerated().map { Chart.Value(Double($0), $1, isMarked: $0 == best) },
      value: { "\(Int($0))" }, name: { Self.days[$0] })
  }

  private func columns(_ heights: [Double]) -> Chart {
    Chart(columns: heights, value: { "\(Int($0))" }, name: { Self.days[$0] })
  }

  @Test func aLineGoesFromPointToPoint() {
    let chart = line([10, 20, 15, 30, 25, 40], best: 5)
    #expect(
      draw(24, 5, .unicode, chart) == [
        "40│                   ⡠•",
        "  │           ⢀⠔⠢⢄⣀ ⡠⠊",
        "  │   ⣀⠤⣀   ⡠⠒⠁    ⠉",
        "10│⡠⠔⠉   ⠉⠑⠊",
        "   5 Jan           9 Feb",
      ])
    #expect(
      draw(24, 5, .ascii, chart) == [
        "40|                   .*",
        "  |           .'..  .'",
        "  |   ...   .'    ''",
        "10|.''   '''",
        "   5 Jan           9 Feb",
      ])
  }

  @Test func `a minimum span keeps small differences small`() {
    let chart = Chart(
      [.init(0, 31), .init(1, 31.4), .init(2, 30.8)], minSpan: 10,
      value: { "\(Int($0.rounded()))" },
      name: { Self.days[$0] })
    #expect(
      draw(24, 4, .ascii, chart) == [
        "36|",
        "  |.....''''''''''......",
        "26|",
        "   5 Jan          19 Jan",
      ])
  }

  @Test func `a comparison is a dotted line on the same axes`() {
    let other = Chart.Comparison(
      [.init(0, 20), .init(4, 60)], title: "your best", name: { $0 == 0 ? "0:00" : "0:40" })
    let chart = Chart(
      [.init(0, 10), .init(2, 30)], comparedTo: other, value: { "\(Int($0))" },
      name: { $0 == 0 ? "0:00" : "0:20" })
    #expect(
      draw(24, 5, .ascii, chart) == [
        "60|                . . '",
        "  |          . ' '",
        "  |  . .....''",
        "10|..'''",
        "   0:00             0:40",
      ])
    var environment = Environment()
    environment.canDrawGraphics = false
    var buffer = Buffer(Size(60, 1))
    buffer.draw(chart, environment)
    #expect(
      buffer.lines == ["10 to 30, 0:00 to 0:20; your best 20 to 60, 0:00 to 0:40"])
  }

  @Test func columnsStartAtZero() {
    let chart = columns([10, 20, 0, 30, 1, 40])
    #expect(
      draw(24, 5, .unicode, chart) == [
        "40│                   ██",
        "  │             ██    ██",
        "  │       ██    ██    ██",
        " 0│    ██ ██    ██ ▁▁ ██",
        "       5 Jan       9 Feb",
      ])
    #expect(
      draw(24, 5, .ascii, chart) == [
        "40|                   ##",
        "  |             ##    ##",
        "  |       ##    ##    ##",
        " 0|    ## ##    ## __ ##",
        "       5 Jan       9 Feb",
      ])
  }

  @Test func theSmallestChartHasValuesAndDates() {
    #expect(
      draw(20, 3, .unicode, line([10, 20, 15, 30, 25, 40], best: 5)) == [
        "40│         ⣀⠤⣀⡀⢀⡠⠔•",
        "10│⣀⠤⠤⠒⠒⠤⠤⠒⠉   ⠈⠁",
        "   5 Jan       9 Feb",
      ])
    #expect(
      draw(20, 3, .unicode, columns([10, 20, 0, 30, 1, 40])) == [
        "40│         ▄▄    ██",
        " 0│▄▄ ██    ██ ▁▁ ██",
        "   5 Jan       9 Feb",
      ])
  }

  @Test func aChartWithoutValuesIsEmpty() {
    #expect(draw(20, 3, .unicode, line([])) == ["", "", ""])
    #expect(draw(20, 3, .unicode, columns([])) == ["", "", ""])
  }

  @Test func aSingleValueIsInTheMiddle() {
    #expect(
      draw(20, 4, .unicode, line([10])) == [
        "  │",
        "10│        •",
        "  │",
        "               5 Jan",
      ])
    #expect(
      draw(20, 4, .unicode, columns([10])) == [
        "10│             ████",
        "  │             ████",
        " 0│             ████",
        "               5 Jan",
      ])
  }

  @Test func equalValuesAreALevelLine() {
    #expect(
      draw(20, 4, .unicode, line([7, 7, 7])) == [
        " │",
        "7│⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤",
        " │",
        "  5 Jan       19 Jan",
      ])
    #expect(
      draw(20, 4, .unicode, columns([0, 0, 0])) == [
        " │",
        "0│",
        " │",
        "      5 Jan   19 Jan",
      ])
  }

  @Test func hugeAndNonFiniteValuesFit() {
    let most = Double.greatestFiniteMagnitude
    let huge = Chart(
      [
        .init(.nan, 1), .init(0, -most), .init(1, .nan), .init(-.infinity, 2),
        .init(2, .infinity), .init(3, most),
      ],
      value: { $0 > 0 ? "most" : "least" }, name: { "\($0)" })
    #expect(
      draw(20, 4, .unicode, huge) == [
        " most│         ⢀⡠⠤⠒⠉",
        "     │    ⢀⣀⠤⠒⠉⠁",
        "least│⣀⠤⠒⠊⠁",
        "      1            5",
      ])
    let columns = Chart(
      columns: [most, -most, .nan, .infinity, most / 2], value: { _ in "very, very much" },
      name: { "\($0)" })
    #expect(
      draw(20, 4, .unicode, columns) == [
        " ███",
        " ███             ▄▄▄",
        " ███             ███",
        " 0                 4",
      ])
  }

  @Test func pointsShareColumnsAndTheLastColumnsAreShown() {
    let many = (0..<400).map { Double($0 % 40) }
    let dots = Chart(
      many.enumerated().map { Chart.Value(Double($0), $1) }, value: { "\(Int($0))" },
      name: { "\($0)" })
    #expect(
      draw(20, 4, .unicode, dots) == [
        "39│ ⣸ ⣿⢰⡇⣼⢀⡇⢰⡇⣼⢀⡇⢰⡇⡼",
        "  │⢠⢿⣸⢸⡞⣧⢻⡸⢣⡎⣧⢻⡼⡇⡏⣷⠃",
        " 0│⡞⢸⠇⢸⠁⡟⢸⠇⢸⠁⡟⢸⠇⣿ ⡏",
        "   0             399",
      ])
    let columns = Chart(columns: many, value: { "\(Int($0))" }, name: { "\($0)" })
    #expect(
      draw(20, 4, .unicode, columns) == [
        "39│    ▁▁▂▂▃▄▄▅▆▆▇▇█",
        "  │▆▇▇██████████████",
        " 0│█████████████████",
        "   383           399",
      ])
  }

  @Test func chartsStayInsideEverySize() {
    for width in 0...30 {
      for height in 0...6 {
        for chart in [line([1, 5, 3]), columns([1, 5, 3]), line([2]), columns([2])] {
          let lines = draw(width, height, .unicode, chart)
          #expect(lines.allSatisfy { TextWidth.width(of: $0) <= width })
        }
      }
    }
  }

  @Test func theTextAlternativeNamesTheRange() {
    var environment = Environment()
    environment.canDrawGraphics = false
    var buffer = Buffer(Size(40, 1))
    buffer.draw(line([10, 20, 15]), environment)
    #expect(buffer.lines == ["10 to 20, 5 Jan to 19 Jan"])
  }
}
