import Clients
import FoundationEssentials
import Models
import SQLite
import SystemTestSupport
import Testing

@testable import ClientsLive

struct StatisticsStoreTests {
  private let folder = TestFolder()
  private let database: Database
  private let ann: WorkoutsClient
  private let statistics: StatisticsClient

  init() throws {
    database = try Database(Connection.open(in: folder.data))
    ann = .live(database: database, person: .sample("Ann"), now: { .sunday })
    statistics = .live(database: database, person: .sample("Ann"), now: { .sunday })
  }

  @Test func `a person without workouts has an empty summary`() async throws {
    let summary = try await statistics.summary(SummaryRequest())
    #expect(summary.workoutCount == 0 && summary.days.isEmpty && summary.records.isEmpty)
    #expect(summary.today == LocalTime(.sunday).date.daysSince1970)
    #expect(summary.dayStreak == Streak() && summary.weekStreak == Streak())
    #expect(summary.weeks.count == TrainingSummary.weekCount)
    #expect(summary.weeks.allSatisfy { $0.reps == 0 && $0.duration == .zero })
  }

  @Test func `workouts are summed by day`() async throws {
    let today = LocalTime(.sunday).date.daysSince1970
    let best = try await ann.finish(.sample(reps: 5))
    _ = try await ann.finish(.sample(reps: 3))
    let earlier = try await ann.finish(
      .hold(.seconds(60), at: .sunday.addingTimeInterval(-3 * 86_400)))
    _ = try await WorkoutsClient.live(database: database, person: .sample("Bob"))
      .finish(.sample(reps: 50))
    let gone = try await ann.finish(.sample(reps: 100))
    _ = try await ann.delete(gone.workout.id)

    let summary = try await statistics.summary(SummaryRequest())
    #expect(summary.workoutCount == 3)
    #expect(summary.reps == 8)
    #expect(summary.duration == .seconds(8 + 5 + 60))
    #expect(
      summary.days == [
        .init(number: today - 3, workoutCount: 1, reps: 0, duration: .seconds(60)),
        .init(number: today, workoutCount: 2, reps: 8, duration: .seconds(13)),
      ])
    #expect(summary.records.map(\.score) == [best.score, earlier.score])
  }

  @Test func `a corrected workout moves to its new day`() async throws {
    let workout = try await ann.finish(.sample(reps: 5)).workout
    try await ann.correct(
      workout.id, workout.copy { $0.startedAt = .sunday.addingTimeInterval(-86_400) })
    let summary = try await statistics.summary(SummaryRequest())
    #expect(summary.days.map(\.number) == [summary.today - 1])
  }
}

/// Tests of streaks of days and weeks.
struct StreakTests {
  private let folder = TestFolder()
  private let stores: Connection

  init() throws {
    stores = try Connection.open(in: folder.data)
  }

  /// Saves a workout of one rep in a minute on each of `days`, counted from 1970-01-01, and returns the summary.
  private func summary(
    _ days: [Int64], today: CivilDate, weekStart: Settings.WeekStart = .monday
  ) throws -> TrainingSummary {
    let ann = PersonName.sample("Ann")
    let midnight = Date(millisecondsSince1970: today.daysSince1970 * 86_400_000)
    // Local noon, so that the day is the same in every time zone.
    let noon = midnight.addingTimeInterval(43_200 - Double(LocalTime(midnight).offset))
    for day in days {
      let offset = Double(day - today.daysSince1970) * 86_400
      let draft = WorkoutDraft(
        id: UUID(), challenge: "pushups-2min", startedAt: noon.addingTimeInterval(offset),
        duration: .seconds(60), log: WorkoutLog(reps: RepLog(milliseconds: [1000])!))
      _ = try stores.workouts.finish(draft, by: ann)
    }
    return try stores.statistics.summary(of: ann, at: noon, SummaryRequest(weekStart: weekStart))
  }

  @Test func `a goal of an exercise counts the reps of this week`() throws {
    let ann = PersonName.sample("Ann")
    let thursday = Self.thursday.daysSince1970
    _ = try summary([thursday - 4, thursday - 3, thursday - 1, thursday], today: Self.thursday)
    let noon = Date(millisecondsSince1970: thursday * 86_400_000 + 43_200_000)
    func progress(_ goal: String) throws -> String? {
      var settings = Settings()
      settings.goal = WeekGoal(text: goal)
      return try stores.statistics.progress(of: ann, at: noon, settings)?.text
    }
    #expect(try progress("9 push-ups") == "3 of 9 push-ups")
    #expect(try progress("9 squats") == "0 of 9 squats")
    #expect(try progress("4 workouts") == "3 of 4 workouts")
    #expect(try progress("4 minutes") == "3 of 4 minutes")
    #expect(try progress("") == nil)
  }

  @Test func `a goal counts the strength sets and circuits of this week`() throws {
    let ann = PersonName.sample("Ann")
    let noon = Date(millisecondsSince1970: Self.thursday.daysSince1970 * 86_400_000 + 43_200_000)
    func progress(_ goal: String) throws -> String? {
      var settings = Settings()
      settings.goal = WeekGoal(text: goal)
      return try stores.statistics.progress(of: ann, at: noon, settings)?.text
    }
    // Sets like those of `ladder log push-up x20`, warm-ups, another exercise, and a workout of the week before.
    let sets = "push-up wx5 x20 | Pushups x12 | Diamond Push Ups +10x3 | squat 100x5"
    let session = try WorkoutDraft.strength(sets, at: noon, isTyped: true)
    _ = try stores.workouts.finish(session, by: ann)
    _ = try stores.workouts.finish(
      try .strength("push-up x50", at: noon.addingTimeInterval(-4 * 86_400)), by: ann)
    #expect(try progress("99 push-ups") == "35 of 99 push-ups")
    #expect(try progress("99 squats") == "5 of 99 squats")
    #expect(try progress("99 workouts") == "1 of 99 workouts")

    // A circuit whose reps were typed.
    let routine = try Routine(text: "3x(push-up 10, squat 20)")
    let circuit = try stores.challenges.findOrAdd(
      .custom(
        "own-circuit", name: "Circuit", kind: .fullBody, scoring: .time(forReps: 90),
        instructions: [], routine: routine))
    _ = try stores.workouts.finish(
      WorkoutDraft(
        id: UUID(), challenge: circuit.id, startedAt: noon, duration: .seconds(600),
        log: try #require(WorkoutLog(typedReps: 90))), by: ann)
    #expect(try progress("99 push-ups") == "65 of 99 push-ups")
    #expect(try progress("99 squats") == "65 of 99 squats")

    // A renamed exercise.
    #expect(try stores.strength.rename("squat", to: "push-up", by: ann) == "push-up")
    #expect(try progress("99 push-ups") == "130 of 99 push-ups")
    #expect(try stores.strength.undoRenaming(of: "squat", by: ann))

    // A corrected and a deleted session.
    let corrected = session.workout(by: "Ann").copy {
      $0.log = $0.log.corrected(to: $0.sets.dropLast(3))!
    }
    try stores.workouts.correct(session.id, with: corrected, of: ann, at: noon)
    #expect(try progress("99 push-ups") == "50 of 99 push-ups")
    try stores.workouts.delete(corrected.id, of: ann, at: noon)
    #expect(try progress("99 push-ups") == "30 of 99 push-ups")
  }

  @Test func `a streak of chosen days has no gap on the other days`() throws {
    let ann = PersonName.sample("Ann")
    let thursday = Self.thursday.daysSince1970
    let all = try summary([thursday - 3, thursday - 1], today: Self.thursday)
    #expect(all.dayStreak == Streak(current: 1, longest: 1))
    let noon = Date(millisecondsSince1970: thursday * 86_400_000 + 43_200_000)
    let chosen = try stores.statistics.summary(
      of: ann, at: noon, SummaryRequest(trainingDays: [1, 3, 5]))
    #expect(chosen.dayStreak == Streak(current: 2, longest: 2))
  }

  @Test func `days that are not training days never break the best streak`() throws {
    let ann = PersonName.sample("Ann")
    // Twelve days in a row, more than a year ago, and the training days before and after them.
    let monday = Self.thursday.daysSince1970 - 3 - 60 * 7
    let days = [monday - 5, monday - 3] + (0..<12).map { monday + $0 } + [monday + 14]
    let all = try summary(days, today: Self.thursday)
    #expect(all.dayStreak == Streak(current: 0, longest: 12))
    func longest(_ days: TrainingDays, daysLater: Double) throws -> Int {
      let noon = Date(millisecondsSince1970: Self.thursday.daysSince1970 * 86_400_000 + 43_200_000)
      return try stores.statistics.summary(
        of: ann, at: noon.addingTimeInterval(daysLater * 86_400),
        SummaryRequest(trainingDays: days)
      ).dayStreak.longest
    }
    for daysLater in [0.0, 1, 40, 4000] {
      #expect(try longest(.all, daysLater: daysLater) == 12)
      #expect(try longest([1, 3, 5], daysLater: daysLater) == 15)
      #expect(try longest([6], daysLater: daysLater) == 12)
    }
  }

  @Test func `a day that has not begun in the local time zone counts`() throws {
    // The person has crossed the date line to the east.
    let summary = try summary(
      [0, 1].map { Self.thursday.daysSince1970 + $0 }, today: Self.thursday)
    #expect(summary.dayStreak == Streak(current: 2, longest: 2))
  }

  /// A Thursday.
  private static let thursday = CivilDate(year: 2026, month: 1, day: 8)

  @Test(
    arguments: [
      ([], 0, 0), ([0], 1, 1), ([-1], 1, 1), ([-2], 0, 1), ([-3, -2, -1, 0], 4, 4),
      ([-9, -8, -7, -2, -1], 2, 3), ([-1, -1, 0, 0], 2, 2), ([-9, -8, -7], 0, 3),
      ([-4, -2, 0], 1, 1), ([-3, -2, 0], 1, 2),
    ] as [([Int64], Int, Int)])
  func `consecutive days form a streak`(offsets: [Int64], current: Int, longest: Int) throws {
    let today = Self.thursday.daysSince1970
    let summary = try summary(offsets.map { today + $0 }, today: Self.thursday)
    #expect(summary.dayStreak == Streak(current: current, longest: longest))
  }

  @Test func `a leap day is part of a streak`() throws {
    let days = [(2, 28), (2, 29), (3, 1)].map {
      CivilDate(year: 2028, month: $0, day: $1).daysSince1970
    }
    let march = CivilDate(year: 2028, month: 3, day: 1)
    #expect(try summary(days, today: march).dayStreak == Streak(current: 3, longest: 3))
  }

  @Test func `days before 1970 are part of a streak`() throws {
    let summary = try summary([-8, -1, 0, 1], today: CivilDate(year: 1970, month: 1, day: 2))
    #expect(summary.dayStreak == Streak(current: 3, longest: 3))
    #expect(summary.weekStreak == Streak(current: 2, longest: 2))
  }

  /// Workouts on Saturday the 3rd and Monday the 5th, which are in one week only if weeks start on Saturday.
  @Test(
    arguments: [(.monday, 2, 2), (.sunday, 2, 2), (.saturday, 1, 1)]
      as [(Settings.WeekStart, Int, Int)])
  func `weeks start on the day in the settings`(
    weekStart: Settings.WeekStart, current: Int, longest: Int
  ) throws {
    let days = [3, 5].map { CivilDate(year: 2026, month: 1, day: $0).daysSince1970 }
    let summary = try summary(days, today: Self.thursday, weekStart: weekStart)
    #expect(summary.weekStreak == Streak(current: current, longest: longest))
    let first = try #require(summary.weeks.last?.firstDay)
    #expect(CivilDate(daysSince1970: first).weekday == weekStart.weekday)
    #expect((first..<first + 7).contains(summary.today))
  }

  @Test func `a streak that ended last week can continue this week`() throws {
    let today = Self.thursday.daysSince1970
    let streak = try summary([today - 24, today - 17, today - 10], today: Self.thursday).weekStreak
    #expect(streak == Streak(current: 3, longest: 3))
    let later = CivilDate(daysSince1970: today + 9)
    #expect(try summary([], today: later).weekStreak == Streak(current: 0, longest: 3))
  }

  @Test(
    arguments: [(.monday, [1, 3, 1]), (.sunday, [1, 2, 2]), (.saturday, [1, 1, 3])]
      as [(Settings.WeekStart, [Int])])
  func `weeks up to the current one are summed`(weekStart: Settings.WeekStart, reps: [Int]) throws {
    let monday = CivilDate(year: 2026, month: 1, day: 5)
    let days = [-400, -14, -7, -2, -1, 0].map { monday.daysSince1970 + $0 }
    let summary = try summary(days, today: monday, weekStart: weekStart)
    #expect(summary.weeks.count == TrainingSummary.weekCount)
    #expect(summary.weeks.suffix(3).map(\.reps) == reps)
    #expect(summary.weeks.suffix(3).map(\.duration) == reps.map { .seconds($0 * 60) })
    #expect(summary.weeks.reduce(0) { $0 + $1.reps } == 5)
    // Older workouts count in the totals only.
    #expect(summary.days.map(\.number) == Array(days.dropFirst()))
    #expect(summary.workoutCount == 6)
  }
}

/// Tests of reports, which read the bests and the workouts around a period.
struct ReportStoreTests {
  private let folder = TestFolder()
  private let stores: Connection
  private let ann = PersonName.sample("Ann")

  init() throws { stores = try Connection.open(in: folder.data) }

  /// Saves push-ups at noon UTC on a day.
  @discardableResult
  private func save(_ reps: Int, _ year: Int, _ month: Int, _ day: Int) throws -> Workout {
    let noon = CivilDate(year: year, month: month, day: day).daysSince1970 * 86_400_000 + 43_200_000
    let draft = WorkoutDraft.sample(reps: reps, at: Date(millisecondsSince1970: noon))
    return try stores.workouts.finish(draft, by: ann).workout
  }

  private func report(_ period: String, of name: PersonName? = nil) throws -> PeriodSummary {
    var report = PeriodSummary(
      of: name ?? ann, in: try #require(TrainingPeriod(period)),
      today: DayStart.midnight.day(at: .sunday), Settings())
    try stores.statistics.fill(&report)
    return report
  }

  @Test func `a report compares its period with the same number of days before it`() throws {
    for day in [1, 2, 3, 8] { try save(10, 2026, 2, day) }
    try save(7, 2026, 1, 31)
    try save(8, 2026, 3, 1)
    let february = try report("2026-02")
    #expect(february.figures.map(\.value) == ["4", "4", "1 min", "40", "3"])
    #expect(february.previousTotals?.reps == 7 && february.totals.sets == [.chest: 4])
    let march = try report("2026-03")
    #expect(march.streak == 1 && march.days.map(\.reps) == [8])
    #expect(march.comparedTotals.map(\.reps) == [10, 0])
    #expect(march.previousTotals?.days == 1)
    #expect(try report("2026", of: .sample("Bob")).days.isEmpty)
  }

  @Test func `a new beginning of days moves workouts, streaks and bests`() throws {
    // 23:50 on Sunday 1 February and 03:59 on Monday, in a new week.
    for (reps, start) in [(20, "2026-02-01T23:50:00Z"), (30, "2026-02-02T03:59:00Z")] {
      let start = try #require(Date(iso8601: start))
      _ = try stores.workouts.finish(.sample(reps: reps, at: start), by: ann)
    }
    let sunday = CivilDate(year: 2026, month: 2, day: 1).daysSince1970
    let now = try #require(Date(iso8601: "2026-02-02T03:59:30Z"))
    func summary() throws -> TrainingSummary { try stores.statistics.summary(of: ann, at: now) }
    func bestOfWeek(_ day: Int64) throws -> Int? {
      try stores.leaderboard.page(
        of: "pushups-2min", filter: .thisWeek, .after(nil), currentPerson: ann, today: day
      ).standings.first?.score.reps
    }
    #expect(try summary().days.map(\.number) == [sunday, sunday + 1])
    #expect(try bestOfWeek(sunday) == 20 && bestOfWeek(sunday + 1) == 30)
    try stores.setDayStart(DayStart(minutes: 240))
    #expect(try summary().days.map(\.number) == [sunday] && summary().today == sunday)
    #expect(try summary().dayStreak == Streak(current: 1, longest: 1))
    #expect(try bestOfWeek(sunday) == 30 && bestOfWeek(sunday + 1) == nil)
    #expect(try stores.aggregates.incorrectAggregates() == [])
    try stores.setDayStart(.midnight)
    #expect(try summary().days.map(\.number) == [sunday, sunday + 1])
    #expect(try bestOfWeek(sunday) == 20 && bestOfWeek(sunday + 1) == 30)
  }

  @Test func `a better result after the period does not hide the best of the period`() throws {
    try save(20, 2025, 6, 1)
    // A Wednesday and a Thursday, which are in the same week regardless of the first weekday.
    try save(25, 2025, 12, 31)
    try save(30, 2026, 1, 1)
    #expect(try report("2025").records.map(\.text) == ["20 reps → 25 reps"])
    #expect(try report("2026").records.map(\.text) == ["25 reps → 30 reps"])
    #expect(
      try report("2025-12").bestRace?.text == "25 reps on 31 Dec, 5 reps better than on 1 Jun 2025")
  }

  @Test func `deleted and corrected workouts do not count`() throws {
    try save(20, 2026, 2, 1)
    let best = try save(40, 2026, 2, 2)
    let other = try save(30, 2026, 2, 3)
    try stores.workouts.delete(best.id, of: ann, at: .sunday)
    #expect(try report("2026").records.map(\.text) == ["20 reps → 30 reps"])
    let corrected = other.copy {
      $0.log = WorkoutLog(reps: RepLog(milliseconds: [1000, 2000])!, duration: $0.duration)
    }
    try stores.workouts.correct(other.id, with: corrected, of: ann, at: .sunday)
    #expect(try report("2026").records.map(\.text) == ["20 reps, first"])
    #expect(try report("2026").days.map(\.reps) == [20, 2])
  }

  @Test func `a workout counts on its local day`() throws {
    // 31 December, 20:00 UTC is 1 January at an offset of five hours.
    let start = CivilDate(year: 2025, month: 12, day: 31).daysSince1970 * 86_400_000 + 72_000_000
    var draft = WorkoutDraft.sample(reps: 9, at: Date(millisecondsSince1970: start))
    draft.utcOffset = 5 * 3600
    _ = try stores.workouts.finish(draft, by: ann)
    #expect(try report("2025").days.isEmpty && report("2025").records.isEmpty)
    #expect(try report("2026").records.map(\.text) == ["9 reps, first"])
  }

  @Test func `sets with weights have a volume and records`() throws {
    _ = try stores.workouts.finish(.strength("squat 100x5 wx5 | dip x8"), by: ann)
    let report = try report("2026")
    #expect(report.figures.contains { $0.value == "500 kg" && $0.name == "volume of weights" })
    #expect(report.totals.sets == [.legs: 1, .chest: 1])
    #expect(report.records.map(\.text) == ["x8, first", "≈ 116.7 kg, first"])
  }

  @Test func `a report agrees with all workouts of a long history`() throws {
    var random = Random(state: 45)
    var all: [(day: Int64, reps: Int)] = []
    let first = CivilDate(year: 2024, month: 11, day: 1).daysSince1970
    for offset in 0..<400 where Int.random(in: 0...2, using: &random) == 0 {
      let date = CivilDate(daysSince1970: first + Int64(offset))
      let reps = Int.random(in: 1...60, using: &random)
      try save(reps, date.year, date.month, date.day)
      all.append((date.daysSince1970, reps))
    }
    for text in ["2024", "2025", "2024-12", "2025-01", "2025-02", "2025-06", "2025-11"] {
      let report = try report(text)
      let within = all.filter { report.period.days.contains($0.day) }.map(\.reps)
      let before = all.filter { $0.day < report.period.days.lowerBound }.map(\.reps).max()
      #expect(report.days.map(\.reps) == within)
      let isRecord = (within.max() ?? 0) > before ?? 0
      #expect(report.records.isEmpty != isRecord)
      if let before, isRecord {
        #expect(report.records[0].text.hasPrefix("\(before.repsText) → \(within.max() ?? 0) "))
      }
    }
  }
}
