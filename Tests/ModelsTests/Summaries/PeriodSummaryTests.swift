import FoundationEssentials
import SystemTestSupport
import Testing

@testable import Models

struct TrainingPeriodTests {
  @Test(arguments: [
    ("2026", "2026", "2026-01-01", "2026-12-31", "2025"),
    ("2024-02", "Feb 2024", "2024-02-01", "2024-02-29", "Jan 2024"),
    ("2025-02", "Feb 2025", "2025-02-01", "2025-02-28", "Jan 2025"),
    ("2026-01", "Jan 2026", "2026-01-01", "2026-01-31", "Dec 2025"),
    ("2026-W48", "week 48 of 2026", "2026-11-23", "2026-11-29", "week 47 of 2026"),
    ("2026-W53", "week 53 of 2026", "2026-12-28", "2027-01-03", "week 52 of 2026"),
    ("2025-W01", "week 1 of 2025", "2024-12-30", "2025-01-05", "week 52 of 2024"),
  ])
  func `a period has its days and a previous period`(
    text: String, title: String, first: String, last: String, previous: String
  ) throws {
    let period = try #require(TrainingPeriod(text))
    #expect(period.title == title && period.previous.title == previous && period.text == text)
    #expect(period.previous.next == period)
    #expect(CivilDate(daysSince1970: period.days.lowerBound).text == first)
    #expect(CivilDate(daysSince1970: period.days.upperBound).text == last)
    #expect(period.previous.days.upperBound + 1 == period.days.lowerBound)
  }

  @Test(arguments: [
    "", "0000", "26", "02026", "2026-13", "2026-00", "2026-3", "2026-03-01", "MMXX",
    "2025-W53", "2026-W00", "2026-W54", "2026-W1", "W48", "2026-W", "2026-03-W1",
  ])
  func `other texts are not periods`(text: String) { #expect(TrainingPeriod(text) == nil) }

  @Test func `a week that begins on Sunday has the number of its Thursday`() throws {
    let week = try #require(TrainingPeriod("2026-W48", weekStart: .sunday))
    #expect(CivilDate(daysSince1970: week.days.lowerBound).text == "2026-11-22")
    #expect(week.text == "2026-W48" && week.next.text == "2026-W49")
  }

  @Test func `no period is before the year 1`() throws {
    let first = try #require(TrainingPeriod("0001"))
    #expect(first.previous.days == first.days)
  }
}

struct PeriodSummaryTests {
  private var ann: PersonName { get throws { try #require(PersonName("Ann")) } }

  private func day(_ text: String) throws -> Int64 {
    try #require(HistoryQuery.date(text[...])).lowerBound
  }

  /// Returns a report of Ann with workouts of 10 reps in 20 minutes on some days.
  private func report(
    _ period: String, today: String = "2026-03-10", days: [String] = [], before: [String] = [],
    _ settings: Settings = Settings()
  ) throws -> PeriodSummary {
    func training(_ days: [String]) throws -> [TrainingSummary.Day] {
      try days.map {
        .init(number: try day($0), workoutCount: 1, reps: 10, duration: .seconds(1200))
      }
    }
    var report = PeriodSummary(
      of: try ann, in: try #require(TrainingPeriod(period)), today: try day(today), settings)
    report.allDays = try training(before + days)
    report.firstDay = report.allDays.first?.number
    return report
  }

  /// Adds a workout of push-ups in 2 minutes.
  private func add(
    _ reps: Int, on day: String, isTyped: Bool = false, to report: inout PeriodSummary
  ) throws {
    let challenge = try #require(Catalogue.standard["pushups-2min"])
    let instants = (1...reps).map { UInt32($0 * 1000) }
    let workout = Workout(
      id: UUID(), challenge: challenge.id, user: "Ann",
      startedAt: Date(millisecondsSince1970: try self.day(day) * 86_400_000), utcOffset: 0,
      log: isTyped
        ? try #require(WorkoutLog(typedReps: reps)).ended(at: .seconds(120))
        : WorkoutLog(reps: try #require(RepLog(milliseconds: instants)), duration: .seconds(120)))
    report.add(workout, in: challenge, challenge.score(of: workout))
  }

  // MARK: - Totals

  @Test func `a report can have no workouts`() throws {
    let report = try report("2026")
    #expect(report.remark == "No workouts by Ann in 2026.")
    #expect(report.figures.isEmpty && report.records.isEmpty && report.bestRace == nil)
  }

  @Test func `totals have the change since the previous period`() throws {
    let days = ["2026-03-01", "2026-03-02", "2026-03-03", "2026-03-08"]
    var report = try report("2026-03", days: days, before: ["2026-02-02"])
    report.streak = 7
    #expect(report.remark == "Until 10 Mar, compared with the same days of Feb 2026")
    #expect(report.figures.map(\.value) == ["4", "4", "1 h 20 min", "40", "3"])
    #expect(
      report.figures.map(\.label) == [
        "workouts, +3", "days with workouts, +3", "training time, +1 h 0 min", "reps, +30",
        "longest streak in days, now 7",
      ])
  }

  @Test func `a change is the difference of the values that are shown`() throws {
    // 20:50 is shown as 20 min, and 40:10 as 40 min.
    var report = try report("2026-03", days: ["2026-03-01"], before: ["2026-02-02"])
    report.allDays = try [("2026-02-02", 20 * 60 + 50), ("2026-03-01", 40 * 60 + 10)].map {
      .init(number: try day($0), workoutCount: 1, reps: 10, duration: .seconds($1))
    }
    #expect(report.figures[2].label == "training time, +20 min")
  }

  @Test func `a past period is compared with the whole previous period`() throws {
    let report = try report("2025", days: ["2025-05-01"], before: ["2024-05-01", "2024-05-02"])
    #expect(report.remark == "Compared with 2024")
    #expect(report.figures[0].label == "workouts, -1")
    #expect(report.figures.last?.label == "longest streak in days")
    #expect(try self.report("2025", days: ["2025-05-01"]).remark == "")
  }

  @Test func `only training days can break a streak`() throws {
    var settings = Settings()
    settings.trainingDays = [1, 3, 5]
    // Monday, Wednesday and Friday.
    let days = ["2026-03-02", "2026-03-04", "2026-03-06"]
    #expect(try report("2026-03", days: days, settings).figures.last?.value == "3")
    #expect(try report("2026-03", days: days).figures.last?.value == "1")
  }

  @Test(arguments: [
    ("2026", "2026-03-10", "2025-01-01", "2025-03-10"),
    ("2025", "2026-03-10", "2024-01-01", "2024-12-31"),
    ("2024", "2024-12-31", "2023-01-01", "2023-12-31"),
    ("2026-03", "2026-03-31", "2026-02-01", "2026-02-28"),
    ("2026-03", "2026-03-01", "2026-02-01", "2026-02-01"),
  ])
  func `the comparison covers as many days as have passed in the period`(
    period: String, today: String, first: String, last: String
  ) throws {
    let days = try report(period, today: today).earlierPeriods[0]
    #expect(days == (try day(first))...(try day(last)))
  }

  // MARK: - Averages

  @Test func `the average covers the periods since the first workout, and as many days of each`()
    throws
  {
    // In January 2 of 31 workouts are in the first ten days, in February 1 of 2.
    let report = try report(
      "2026-03", days: ["2026-03-05", "2026-03-09"],
      before: ["2026-01-01", "2026-01-10", "2026-01-11", "2026-02-10", "2026-02-11"])
    #expect(report.comparedTotals.map(\.workouts) == [1, 2])
    let workouts = try #require(report.figures.first)
    #expect(workouts.value == "2" && workouts.change == "+1" && workouts.average == "1.5")
    #expect(
      report.remark == "Until 10 Mar, compared with the same days of Feb 2026"
        + " and the average of 2 months")
  }

  @Test func `trends have whole periods`() throws {
    // Until 10 March, the totals are compared with those of the first ten days of February.
    let report = try report("2026-03", days: ["2026-03-05"], before: ["2026-02-20"])
    #expect(report.comparedTotals.map(\.workouts) == [0])
    #expect(report.trends.map(\.title) == ["Mar 2026", "Feb 2026"])
    #expect(report.trends.map { $0.minutes?.median } == [20, 20])
  }

  @Test func `a period without workouts is part of the average`() throws {
    let report = try report("2026-03", days: ["2026-03-05"], before: ["2025-12-01"])
    #expect(report.comparedTotals.map(\.workouts) == [0, 0, 1])
    #expect(report.figures.first?.change == "+1" && report.figures.first?.average == "0.3")
    #expect(report.trends.map(\.title) == ["Mar 2026", "Feb 2026", "Jan 2026", "Dec 2025"])
    #expect(report.trends.map { $0.minutes?.median } == [20, nil, nil, 20])
  }

  @Test func `at most twelve periods are compared`() throws {
    let report = try report("2026-03", days: ["2026-03-05"], before: ["2020-01-01"])
    #expect(report.comparedTotals.count == 12)
  }

  @Test func `sets count for the group of their exercise, or the chosen one`() throws {
    var report = try report("2026-03", days: ["2026-03-02"])
    try add(20, on: "2026-03-02", to: &report)
    #expect(report.totals.sets == [.chest: 1])
    report.chosenGroups = ["push-up".nameKey: .arms]
    try add(20, on: "2026-03-02", to: &report)
    try add(20, on: "2026-02-02", to: &report)
    #expect(report.totals.sets == [.chest: 1, .arms: 1])
    #expect(report.groupFigures.map(\.name) == ["sets for chest", "sets for arms"])
  }

  @Test func `a late workout belongs to the month of its day`() throws {
    var settings = Settings()
    settings.dayStart = DayStart(minutes: 240)
    var report = try report("2026-02", days: ["2026-02-28"], settings)
    let challenge = try #require(Catalogue.standard["pushups-2min"])
    for time in ["2026-02-28T23:50:00Z", "2026-03-01T03:59:00Z", "2026-03-01T04:00:00Z"] {
      let workout = Workout(
        id: UUID(), challenge: challenge.id, user: "Ann",
        startedAt: try #require(Date(iso8601: time)), utcOffset: 0,
        log: WorkoutLog(
          reps: try #require(RepLog(milliseconds: [1000])), duration: .seconds(120)))
      report.add(workout, in: challenge, challenge.score(of: workout))
    }
    #expect(report.totals.sets == [.chest: 2])
  }

  @Test func `the share of the plan counts scheduled sessions up to today`() throws {
    var report = try report("2026-03", today: "2026-03-10", days: ["2026-03-02"])
    let test = try #require(
      TestResult(measure: .reps, amount: 30, duration: .seconds(60), day: try day("2026-03-01")))
    var plan = TrainingPlan(id: UUID(), challenge: "pushups-2min", test: test)
    // Scheduled after 2, 2 and 3 days: 3, 5, 8 and 10 March.
    #expect(plan.scheduledDays.prefix(4).map { $0 - test.day } == [2, 4, 7, 9])
    plan.completedDays = [try day("2026-03-03"), try day("2026-03-06"), try day("2026-03-09")]
    report.add(plan, until: nil)
    #expect(report.totals.scheduledSessions == 4 && report.totals.doneSessions == 3)
    let figure = try #require(report.figures.first { $0.name.contains("planned") })
    #expect(figure.value == "3" && figure.name == "of 4 planned sessions, 75 %")
  }

  @Test func `JSON has the totals, the previous period and the average`() throws {
    let report = try report("2026-03", days: ["2026-03-05"], before: ["2026-01-05", "2026-01-06"])
    let json = report.json
    #expect(json["period"]?.string == "2026-03" && json["last_day"]?.string == "2026-03-31")
    #expect(json["totals"]?["duration_ms"]?.integer == 1_200_000)
    #expect(json["previous"]?["workouts"]?.integer == 0 && json["average_of"]?.integer == 2)
    #expect(json["average"]?.text.hasPrefix("{\"workouts\":1.0,\"days\":1.0,") == true)
    #expect(try self.report("2026-03").json["average"]?.text == "null")
  }

  // MARK: - Records

  @Test func `a record has the best before the period and the best of the period`() throws {
    var report = try report("2026")
    for (reps, day) in [
      (30, "2025-11-01"), (28, "2025-12-31"), (31, "2026-01-01"), (29, "2026-01-20"),
      (40, "2026-02-01"), (41, "2026-02-20"), (50, "2027-01-01"),
    ] { try add(reps, on: day, to: &report) }
    let record = try #require(report.records.first)
    #expect(record.name == "Push-ups in 2 minutes" && record.text == "30 reps → 41 reps")
    #expect(record.day == (try day("2026-02-20")))
    #expect(report.bestRace?.text == "40 reps on 1 Feb, 9 reps better than on 1 Jan")
    #expect(report.bestRace?.workout.reps == 40 && report.bestRace?.ghost.reps == 31)
  }

  @Test func `a first result is compared with later ones`() throws {
    var report = try report("2026-03")
    try add(20, on: "2026-03-02", to: &report)
    #expect(report.records.map(\.text) == ["20 reps, first"] && report.bestRace == nil)
    try add(22, on: "2026-03-03", to: &report)
    #expect(report.records.map(\.text) == ["20 reps → 22 reps"])
    #expect(report.bestRace?.text == "22 reps on 3 Mar, 2 reps better than on 2 Mar")
  }

  @Test func `a typed result is a record, but not a race`() throws {
    var report = try report("2026-03")
    try add(20, on: "2026-03-02", to: &report)
    try add(30, on: "2026-03-03", isTyped: true, to: &report)
    try add(31, on: "2026-03-04", to: &report)
    #expect(report.records.map(\.text) == ["20 reps → 31 reps"] && report.bestRace == nil)
  }

  @Test func `a best that was not improved is not a record`() throws {
    var report = try report("2026-03")
    try add(30, on: "2026-02-02", to: &report)
    try add(30, on: "2026-03-02", to: &report)
    #expect(report.records.isEmpty && report.bestRace == nil)
  }

  @Test func `an exercise's record is its estimated maximum, or its most reps`() throws {
    func history(_ sessions: (String, String)...) throws -> StrengthHistory {
      StrengthHistory(
        exercise: "squat",
        sessions: try sessions.map { date, set in
          .init(
            workout: UUID(), day: try day(date), time: Date(timeIntervalSince1970: 0),
            sets: [try SetEntry(text: set, unit: .kilograms)])
        }, unit: .kilograms, rule: nil)
    }
    let march = try #require(TrainingPeriod("2026-03")).days
    let heavier = try history(
      ("2026-02-28", "90x1"), ("2026-03-01", "100x1"), ("2026-04-01", "110x1"))
    #expect(heavier.record(in: march)?.text == "≈ 90 kg → ≈ 100 kg")
    #expect(heavier.record(in: march)?.name == "Squat")
    #expect(try history(("2026-03-01", "100x1")).record(in: march)?.text == "≈ 100 kg, first")
    #expect(try history(("2026-02-01", "9kgx1"), ("2026-03-01", "9kgx1")).record(in: march) == nil)
    let reps = try history(("2026-03-01", "x12"), ("2026-03-08", "x15")).record(in: march)
    #expect(reps?.text == "x12 → x15")
  }
}

struct QuartilesTests {
  @Test func `quartiles are interpolated between the sorted values`() {
    let quartiles = Quartiles(of: [4, 1, 3, 2])
    #expect(quartiles?.lower == 1.75 && quartiles?.median == 2.5 && quartiles?.upper == 3.25)
    #expect(Quartiles(of: [7])?.upper == 7 && Quartiles(of: []) == nil)
  }
}

/// Tests of the HTML page and the SVG picture of a report.
struct PeriodSummaryPageTests {
  private func report(_ name: String = "Ann", in text: String = "2026") throws -> PeriodSummary {
    let period = try #require(TrainingPeriod(text))
    let first = period.days.lowerBound
    var report = PeriodSummary(
      of: try #require(PersonName(name)), in: period, today: first + 40, Settings())
    report.allDays = (0..<30).map {
      .init(number: first + $0, workoutCount: 1, reps: 9, duration: .seconds(100 * Int($0)))
    }
    return report
  }

  @Test(arguments: HostileText.all)
  func `names of people, challenges and exercises cannot add markup`(text: String) throws {
    var report = try report(PersonName(text) == nil ? "Ann" : text)
    report.strengthRecords = [.init(name: text, text: text, day: report.period.days.lowerBound)]
    for markup in [report.html.text, report.svg.text] {
      let tags = markup.replacing(/<style>[^<]*<\/style>/, with: "")
      #expect(tags.filter { $0 != "\n" }.invisibleCharacters == [])
      for piece in tags.unicodeScalars.split(separator: "<").dropFirst() {
        let name = String(String.UnicodeScalarView(piece.prefix { $0 != ">" && $0 != " " }))
        #expect(Self.tags.contains(name.replacing("/", with: "")), "\(name)")
      }
    }
  }

  private static let tags: Set = [
    "!DOCTYPE", "html", "head", "meta", "title", "style", "body", "h1", "bdi", "p", "main", "svg",
    "g", "rect", "text", "path", "polyline",
  ]

  @Test(arguments: ["2024", "2026", "2026-02"])
  func `the page and the picture are self-contained, with dark and print styles`(
    period: String
  ) throws {
    let report = try report(in: period)
    for markup in [report.html.text, report.svg.text] {
      let rest = markup.replacing("http://www.w3.org/2000/svg", with: "")
      for word in ["http", "url(", "@import", "<script", "href", "src="] {
        #expect(!rest.contains(word))
      }
      #expect(markup.contains("prefers-color-scheme: dark") && markup.contains("@media print"))
    }
    let squares = report.svg.text.split(separator: "<rect class=\"level").count - 1
    #expect(squares == report.period.days.count)
  }

  @Test func `a day has the shade and the time of its workouts`() throws {
    let svg = try report().svg.text
    #expect(svg.contains(#"<rect class="level1" "#) && svg.contains(#"<rect class="level4" "#))
    #expect(svg.contains("<title>2 Jan: 1 min</title>") && svg.contains("<title>1 Mar</title>"))
  }

  @Test func `the page and the picture say if there are no workouts`() throws {
    var report = try report()
    report.allDays = []
    #expect(report.html.text.contains("No workouts by Ann in 2026."))
    #expect(report.svg.text.contains("No workouts by Ann in 2026."))
    #expect(!report.html.text.contains("<svg"))
  }

  @Test func `the best race is drawn as two lines`() throws {
    let challenge = try #require(Catalogue.standard["pushups-2min"])
    var report = try report()
    for reps in [400, 600] {
      let log = try #require(RepLog(milliseconds: (1...UInt32(reps)).map { $0 * 190 }))
      let workout = Workout(
        id: UUID(), challenge: challenge.id, user: "Ann",
        startedAt: Date(millisecondsSince1970: report.period.days.lowerBound * 86_400_000),
        utcOffset: 0, log: WorkoutLog(reps: log, duration: .seconds(120)))
      report.add(workout, in: challenge, challenge.score(of: workout))
    }
    let lines = report.svg.text.split(separator: "<polyline ").dropFirst()
    // The lines start at the origin and have at most about 200 points.
    #expect(lines.count == 2 && lines.allSatisfy { $0.contains("points=\"360,1800 ") })
    #expect(lines.allSatisfy { (100...300).contains($0.split(separator: ",").count) })
    #expect(report.svg.text.contains(">Best race: Push-ups in 2 minutes</text>"))
  }

  @Test func `long lists and names are truncated`() throws {
    var report = try report()
    let name = String(repeating: "wide ", count: 20)
    report.strengthRecords = (0..<40).map {
      .init(name: name, text: "1", day: report.period.days.lowerBound + $0)
    }
    #expect(report.svg.text.contains("and 10 more") && !report.svg.text.contains(name))
  }
}
