import Models
import TerminalUI
import Testing

@testable import Features

/// What each screen looks like: the files beside this one are there to be read.
@MainActor
struct ScreenTests {
  @Test(arguments: [Size(80, 24), Size(40, 12)])
  func `the catalogue`(size: Size) {
    expectGolden(VirtualApp(size: size).screen.golden, "catalogue-\(size.width)x\(size.height)")
  }

  @Test func `a search in the catalogue`() {
    let app = VirtualApp()
    app.press("/", "m", "i", "n")
    expectGolden(app.screen.golden, "search-80x24")
  }

  @Test(arguments: [Size(80, 24), Size(40, 12)])
  func `the history after a deletion`(size: Size) {
    let app = VirtualApp(size: size)
    app.memory.kept.withLock { kept in
      kept.finished = (0..<4).map { .sample($0, at: .monday.addingTimeInterval(Double($0) * 3600)) }
    }
    app.press("h", "j", "d")
    expectGolden(app.screen.golden, "history-\(size.width)x\(size.height)")
  }

  @Test(arguments: [Size(80, 24), Size(40, 12)])
  func `a challenge of your own in the making`(size: Size) {
    let app = VirtualApp(size: size)
    app.press("a", "R", "u", "n", .down)
    expectGolden(app.screen.golden, "own-challenge-\(size.width)x\(size.height)")
  }

  @Test func `a workout that is corrected`() {
    let app = VirtualApp()
    app.memory.kept.withLock { $0.finished = [.sample()] }
    app.press("h", .enter, "x", .enter)
    expectGolden(app.screen.golden, "editor-80x24")
  }

  @Test(arguments: [Size(80, 24), Size(40, 12)])
  func `a challenge`(size: Size) {
    let app = VirtualApp(size: size)
    app.press(.enter)
    expectGolden(app.screen.golden, "challenge-\(size.width)x\(size.height)")
  }

  @Test(arguments: [Size(80, 24), Size(40, 12)])
  func `a workout that runs`(size: Size) async {
    let app = VirtualApp(size: size)
    app.press(.enter, "s", "s")
    for gap in [900, 850, 1000, 1400] {
      await app.advance(by: .milliseconds(gap))
      app.press(.space)
    }
    expectGolden(app.screen.golden, "workout-\(size.width)x\(size.height)")
  }

  @Test func `the question on the way out`() async {
    let app = VirtualApp()
    app.press(.enter, "s", "s")
    await app.advance(by: .seconds(2))
    app.press(.space, .escape)
    expectGolden(app.screen.golden, "leaving-80x24")
  }

  @Test func `a workout that was saved, in plain characters and without colour`() async {
    let app = VirtualApp(environment: Environment(theme: .monochrome, glyphs: .ascii))
    app.press(.enter, "s", "s")
    await app.advance(by: .seconds(2))
    app.press(.space, "s")
    expectGolden(app.screen.golden, "saved-ascii-80x24")
  }

  @Test func `the leaderboard`() async {
    let app = VirtualApp()
    app.press(.enter, "s", "s")
    await app.advance(by: .seconds(2))
    app.press(.space, "s", "2")
    expectGolden(app.screen.golden, "leaderboard-80x24")
  }

  @Test(arguments: [
    (Size(100, 30), Environment(), "profile-100x30"),
    (Size(80, 24), Environment(), "profile-80x24"), (Size(60, 20), Environment(), "profile-60x20"),
    (Size(40, 12), Environment(), "profile-40x12"),
    (
      Size(80, 24), Environment(theme: .monochrome, glyphs: .ascii), "profile-ascii-80x24"
    ),
  ])
  func `the profile`(size: Size, environment: Environment, name: String) {
    let app = VirtualApp(size: size, environment: environment) {
      $0.statistics.summary = { _ in .sample }
    }
    app.memory.kept.withLock { $0.finished = [.sample()] }
    app.press("3")
    expectGolden(app.screen.golden, name)
  }
}

extension TrainingSummary {
  /// Half a year of training every other day, harder at the weekend, and every day of the last week.
  fileprivate static let sample: TrainingSummary = {
    var summary = TrainingSummary()
    summary.today = LocalTime(.monday).date.daysSince1970
    summary.days = (summary.today - 170...summary.today)
      .filter { $0 % 2 == 0 || $0 > summary.today - 7 }
      .map { Day(number: $0, workouts: 1, duration: .seconds(200 * ($0 % 11))) }
    // Monday it is: this week has just begun.
    summary.weeks = (0..<TrainingSummary.weekCount).map { index in
      let firstDay = summary.today - Int64(TrainingSummary.weekCount - 1 - index) * 7
      let days = summary.days.filter { (firstDay..<firstDay + 7).contains($0.number) }
      return CalendarWeek(
        firstDay: firstDay, reps: days.count * (20 + index % 7),
        duration: days.reduce(.zero) { $0 + $1.duration })
    }
    summary.dayStreak = Streak(current: 7, longest: 9)
    summary.weekStreak = Streak(current: 26, longest: 26)
    summary.workouts = summary.days.count
    summary.reps = 4210
    summary.duration = summary.days.reduce(.zero) { $0 + $1.duration }
    summary.records = [
      Record(
        challenge: "pushups-2min",
        score: Score(reps: 61, duration: .seconds(120), rankKey: -61), achievedAt: .monday),
      Record(
        challenge: "plank-hold",
        score: Score(reps: 0, duration: .seconds(191), rankKey: -19_100), achievedAt: .monday),
    ]
    return summary
  }()
}
