import Models
import ReducerTestSupport
import Testing

@testable import Features
@testable import TerminalUI

/// Tests of the lists and charts of an exercise as text.
@Suite(.checksForLeaks)
@MainActor
struct ExerciseFiguresTests {
  @Test func `a screen reader gets the charts as lines of their own`() {
    #expect(
      lines(of: .sample("squat", ["100x5 80x8", "w60x5 102.5x5 102.5x5"])) == [
        "Best by reps", "5 reps   102.5 kg    1970-01-02", "8 reps   80 kg       1970-01-01",
        "Last sessions", "1970-01-02 w60x5 102.5x5,5", "1970-01-01 100x5 80x8",
        "Estimated maximum, kg", "116.7 to 119.6, 1 Jan to 2 Jan",
        "Volume a week, kg", "0 to 2165, 29 Dec to 29 Dec",
      ])
  }

  @Test func `assisted exercises have a chart of the load, and others of the reps`() {
    let assisted = lines(of: .sample("pull-up", ["-20x8 -22.5x8", "-12.5x8", "w+10x2"]))
    #expect(assisted.contains("Load, kg (0: body weight)"))
    #expect(assisted.contains("-20 to -12.5, 1 Jan to 2 Jan"))
    #expect(assisted.contains("Reps a week"))
    let free = lines(of: .sample("dip", ["x10 x8", "x12"]))
    #expect(free.contains("Most reps in a set"))
    #expect(free.contains("10 to 12, 1 Jan to 2 Jan"))
    #expect(free.contains("12 reps  body weight 1970-01-02"))
  }

  @Test func `an exercise without sets has no figures`() {
    #expect(
      lines(of: .sample("squat", [])) == [
        "Best by reps", "Last sessions", "Most reps in a set", "none yet", "Reps a week",
      ])
  }

  private func lines(of history: StrengthHistory) -> [String] {
    var environment = Environment()
    environment.canDrawGraphics = false
    var buffer = Buffer(Size(80, 30))
    buffer.draw(
      ExerciseFigures(history: history, records: history.records(weekStart: .monday)), environment)
    return buffer.lines.map { line in
      String(line.reversed().drop { $0 == " " }.reversed())
    }.filter { !$0.isEmpty }
  }
}
