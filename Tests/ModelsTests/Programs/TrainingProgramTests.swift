import FoundationEssentials
import Testing

@testable import Models

/// Tests of programs: their sessions follow from finished workouts.
struct TrainingProgramTests {
  @Test func `5-3-1 has percentages of a training maximum that increases with each cycle`() throws {
    // Maximums: press 60, deadlift 180, bench 100, squat 140. 90 %: 54, 162, 90, 126. Then +2.5, +5, +2.5, +5.
    // For example, the press: 65 % × 54 = 35.1, 75 % × 54 = 40.5, 85 % × 54 = 45.9, rounded down to multiples of 2.5.
    let table = """
      press 5 @ 35kg, 5 @ 40kg, 5 @ 45kg
      deadlift 5 @ 105kg, 5 @ 120kg, 5 @ 137.5kg
      bench 5 @ 57.5kg, 5 @ 67.5kg, 5 @ 75kg
      squat 5 @ 80kg, 5 @ 92.5kg, 5 @ 105kg
      press 3 @ 37.5kg, 3 @ 42.5kg, 3 @ 47.5kg
      deadlift 3 @ 112.5kg, 3 @ 127.5kg, 3 @ 145kg
      bench 3 @ 62.5kg, 3 @ 70kg, 3 @ 80kg
      squat 3 @ 87.5kg, 3 @ 100kg, 3 @ 112.5kg
      press 5 @ 40kg, 3 @ 45kg, 1 @ 50kg
      deadlift 5 @ 120kg, 3 @ 137.5kg, 1 @ 152.5kg
      bench 5 @ 67.5kg, 3 @ 75kg, 1 @ 85kg
      squat 5 @ 92.5kg, 3 @ 105kg, 1 @ 117.5kg
      press 5 @ 20kg, 5 @ 25kg, 5 @ 30kg
      deadlift 5 @ 62.5kg, 5 @ 80kg, 5 @ 95kg
      bench 5 @ 35kg, 5 @ 45kg, 5 @ 52.5kg
      squat 5 @ 50kg, 5 @ 62.5kg, 5 @ 75kg
      press 5 @ 35kg, 5 @ 40kg, 5 @ 47.5kg
      deadlift 5 @ 107.5kg, 5 @ 125kg, 5 @ 140kg
      bench 5 @ 60kg, 5 @ 67.5kg, 5 @ 77.5kg
      squat 5 @ 85kg, 5 @ 97.5kg, 5 @ 110kg
      press 3 @ 37.5kg, 3 @ 45kg, 3 @ 50kg
      deadlift 3 @ 115kg, 3 @ 132.5kg, 3 @ 150kg
      bench 3 @ 62.5kg, 3 @ 72.5kg, 3 @ 82.5kg
      squat 3 @ 90kg, 3 @ 102.5kg, 3 @ 117.5kg
      press 5 @ 40kg, 3 @ 47.5kg, 1 @ 52.5kg
      deadlift 5 @ 125kg, 3 @ 140kg, 1 @ 157.5kg
      bench 5 @ 67.5kg, 3 @ 77.5kg, 1 @ 87.5kg
      squat 5 @ 97.5kg, 3 @ 110kg, 1 @ 122.5kg
      press 5 @ 22.5kg, 5 @ 27.5kg, 5 @ 32.5kg
      deadlift 5 @ 65kg, 5 @ 82.5kg, 5 @ 100kg
      bench 5 @ 35kg, 5 @ 45kg, 5 @ 55kg
      squat 5 @ 50kg, 5 @ 65kg, 5 @ 77.5kg
      """
    var diary = try Diary(
      "5/3/1", before: "overhead press 60x1, deadlift 180x1, bench press 100x1, squat 140x1")
    for (number, line) in table.split(separator: "\n").enumerated() {
      let session = diary.next
      #expect(session.short == line, "session \(number + 1)")
      #expect(session.week == "week \(number / 4 % 4 + 1) of 4")
      try diary.perform(session)
    }
  }

  @Test func `pounds have steps of 5 and 10`() throws {
    var diary = try Diary(
      "5/3/1",
      before: "overhead press 100lbx1, deadlift 300lbx1, bench press 200lbx1, squat 300lbx1")
    // 65, 75 and 85 % of 90 lb are 58.5, 67.5 and 76.5; in the next cycle, of 95 lb, 61.75, 71.25 and 80.75.
    #expect(diary.next.short == "press 5 @ 55lb, 5 @ 65lb, 5 @ 75lb")
    for _ in 0..<16 { try diary.perform(diary.next) }
    #expect(diary.next.short == "press 5 @ 60lb, 5 @ 70lb, 5 @ 80lb")
    try diary.perform(diary.next)
    // 270 + 10 = 280: 182, 210 and 238.
    #expect(diary.next.short == "deadlift 5 @ 180lb, 5 @ 210lb, 5 @ 235lb")
  }

  @Test func `linear 5x5 adds a step each time and goes back after three failures`() throws {
    var diary = try Diary(
      "Linear 5x5",
      before:
        "squat 5x5x60kg, bench press 5x5x40kg, barbell row 5x5x40kg, overhead press 5x5x30kg, deadlift 80x5"
    )
    for line in [
      "squat 5x5 @ 62.5kg, bench press 5x5 @ 42.5kg, barbell row 5x5 @ 42.5kg",
      "squat 5x5 @ 65kg, overhead press 5x5 @ 32.5kg, deadlift 5 @ 85kg",
      "squat 5x5 @ 67.5kg, bench press 5x5 @ 45kg, barbell row 5x5 @ 45kg",
      "squat 5x5 @ 70kg, overhead press 5x5 @ 35kg, deadlift 5 @ 90kg",
    ] {
      #expect(diary.next.routine?.text == line)
      try diary.perform(diary.next)
    }
    // Three failures with 72.5 kg: 90 % are 65.25 kg.
    for _ in 0..<3 {
      #expect(diary.next.routine?.text.hasPrefix("squat 5x5 @ 72.5kg") == true)
      try diary.perform(diary.next, missing: "squat")
    }
    #expect(diary.next.routine?.text.hasPrefix("squat 5x5 @ 65kg") == true)
    try diary.perform(diary.next)
    #expect(diary.next.routine?.text.hasPrefix("squat 5x5 @ 67.5kg") == true)
  }

  @Test func `GZCLP has tiers with stages`() throws {
    var diary = try Diary(
      "GZCLP",
      before: "squat 5x3x100kg, bench press 5x3x60kg, overhead press 5x3x40kg, deadlift 5x3x120kg")
    // The person chooses 40 kg where no earlier sets determine a weight.
    for line in [
      "squat 5x3 @ 105kg, bench press 3x10, lat pulldown 3x15",
      "overhead press 5x3 @ 42.5kg, deadlift 3x10, dumbbell row 3x15",
      "bench press 5x3 @ 62.5kg, squat 3x10, lat pulldown 3x15 @ 42.5kg",
      "deadlift 5x3 @ 125kg, overhead press 3x10, dumbbell row 3x15 @ 42.5kg",
      "squat 5x3 @ 110kg, bench press 3x10 @ 42.5kg, lat pulldown 3x15 @ 45kg",
      "overhead press 5x3 @ 45kg, deadlift 3x10 @ 45kg, dumbbell row 3x15 @ 45kg",
      "bench press 5x3 @ 65kg, squat 3x10 @ 45kg, lat pulldown 3x15 @ 47.5kg",
      "deadlift 5x3 @ 130kg, overhead press 3x10 @ 42.5kg, dumbbell row 3x15 @ 47.5kg",
    ] {
      #expect(diary.next.routine?.text == line)
      try diary.perform(diary.next)
    }
    // Each failure leads to the next stage; after the last one, 85 % of 115 kg are 97.75 kg.
    for squat in [
      "squat 5x3 @ 115kg", "squat 6x2 @ 115kg", "squat 10x1 @ 115kg", "squat 5x3 @ 97.5kg",
    ] {
      #expect(diary.next.routine?.text.hasPrefix(squat) == true)
      try diary.perform(diary.next, missing: "squat")
      for _ in 0..<3 { try diary.perform(diary.next) }
    }
  }

  @Test func `the Texas method has percentages of the intensity day on fixed days`() throws {
    // 2026-03-02 is a Monday.
    var diary = try Diary(
      "Texas method", before: "squat 100x5, bench press 80x5, deadlift 120x5", since: "2026-03-02")
    // 102.5, 82.5 and 125 kg: 90 % are 92.25, 74.25 and 112.5; 72 % are 73.8 and 59.4. Then 105, 85 and 130 kg.
    for (day, line) in [
      (0, "squat 5x5 @ 90kg, bench press 5x5 @ 72.5kg, deadlift 5 @ 112.5kg"),
      (2, "squat 2x5 @ 72.5kg, bench press 3x5 @ 57.5kg"),
      (4, "squat 5 @ 102.5kg, bench press 5 @ 82.5kg, deadlift 5 @ 125kg"),
      (7, "squat 5x5 @ 92.5kg, bench press 5x5 @ 75kg, deadlift 5 @ 115kg"),
      (9, "squat 2x5 @ 75kg, bench press 3x5 @ 60kg"),
      (11, "squat 5 @ 105kg, bench press 5 @ 85kg, deadlift 5 @ 130kg"),
    ] {
      let session = diary.next
      #expect(session.routine?.text == line)
      #expect(session.day == diary.since + Int64(day))
      diary.today = session.day
      try diary.perform(session)
    }
  }

  @Test func `a missed weekday is left out, and a late session counts for its day`() throws {
    var diary = try Diary(
      "Texas method", before: "squat 100x5, bench press 80x5, deadlift 120x5", since: "2026-03-02")
    try diary.perform(diary.next)
    // Wednesday is missed: on Thursday, Friday's session is next.
    diary.today += 3
    #expect(diary.next.name == "Texas intensity")
    #expect(diary.next.day == diary.since + 4)
    // On Saturday, Friday's session is done, so the next one is on Monday, with more weight.
    let friday = diary.next
    diary.today = diary.since + 5
    try diary.perform(friday)
    #expect(diary.next.name == "Texas volume")
    #expect(diary.next.day == diary.since + 7)
    #expect(diary.next.routine?.text.hasPrefix("squat 5x5 @ 92.5kg") == true)
  }

  @Test func `missed days delay the other programs, and training days determine the day`() throws {
    var diary = try Diary(
      "Linear 5x5", before: "squat 5x5x60kg, bench press 5x5x40kg, barbell row 5x5x40kg")
    try diary.perform(diary.next)
    #expect(diary.next.name == "5x5 B")
    #expect(diary.next.day == diary.today + 1)
    diary.today += 9
    #expect(diary.next.name == "5x5 B")
    #expect(diary.next.day == diary.today)
    // 2026-03-11 is a Wednesday.
    diary.days = [5]
    #expect(diary.next.day == diary.today + 2)
  }

  @Test func `the rules of a program are stated as text`() throws {
    let linear = try #require(TrainingProgram.standard.named("Linear 5x5"))
    #expect(
      linear.ruleTexts == [
        "squat, bench press, barbell row, overhead press: linear 5x5 +2.5 deload 10% after 3",
        "deadlift: linear 1x5 +5 deload 10% after 3",
      ])
    let cycle = try #require(TrainingProgram.standard.named("5/3/1"))
    #expect(
      cycle.ruleTexts.first
        == "squat, deadlift: percentages of 90 % of the estimated maximum, 5 more with each cycle")
  }

  @Test func `the sessions of the week after the next one are known by name`() throws {
    func week(_ session: ProgramSession) -> [String] {
      session.following.map { "\($0.day.dayText) \($0.name)" }
    }
    var diary = try Diary(
      "Linear 5x5", before: "squat 5x5x60kg, bench press 5x5x40kg, barbell row 5x5x40kg")
    diary.days = [1, 3, 5]
    #expect(diary.next.name == "5x5 A" && diary.next.day.dayText == "Mon 2 Mar")
    #expect(week(diary.next) == ["Wed 4 Mar 5x5 B", "Fri 6 Mar 5x5 A", "Mon 9 Mar 5x5 B"])
    // The training days don't matter to a program by weekday.
    var texas = try Diary(
      "Texas method", before: "squat 100x5, bench press 80x5, deadlift 120x5", since: "2026-03-02")
    texas.days = [2]
    texas.today += 2
    #expect(texas.next.day.dayText == "Wed 4 Mar")
    #expect(
      week(texas.next)
        == ["Fri 6 Mar Texas intensity", "Mon 9 Mar Texas volume", "Wed 11 Mar Texas recovery"])
  }

  @Test func `the sessions of the next week have their weights`() throws {
    var diary = try Diary(
      "5/3/1", before: "overhead press 50x1, deadlift 100x1, bench press 80x1, squat 100x1")
    func week() -> [String] {
      diary.next.following.prefix(4).map { $0.routine?.text ?? "" }
    }
    // 90 % of the maxima, times 65, 75 and 85 % in the first week, 70, 80 and 90 % in the second.
    let expected = [
      "deadlift 5 @ 57.5kg, deadlift 5 @ 67.5kg, deadlift 5 @ 75kg",
      "bench press 5 @ 45kg, bench press 5 @ 52.5kg, bench press 5 @ 60kg",
      "squat 5 @ 57.5kg, squat 5 @ 67.5kg, squat 5 @ 75kg",
      "overhead press 3 @ 30kg, overhead press 3 @ 35kg, overhead press 3 @ 40kg",
    ]
    #expect(week() == expected)
    // They stay when the sessions are done as planned.
    let second = try #require(diary.next.following.first)
    try diary.perform(diary.next)
    #expect(diary.next.routine == second.routine)
    // The last week is followed by heavier ones.
    for _ in 0..<14 { try diary.perform(diary.next) }
    #expect(diary.next.following.first?.routine?.text.hasPrefix("overhead press 5 @ 30kg") == true)
  }

  @Test func `a deleted workout is no longer part of the program`() throws {
    var diary = try Diary(
      "Linear 5x5", before: "squat 5x5x60kg, bench press 5x5x40kg, barbell row 5x5x40kg")
    let first = diary.next.routine
    try diary.perform(diary.next)
    #expect(diary.next.name == "5x5 B")
    diary.sessions.removeLast()
    #expect(diary.next.name == "5x5 A")
    #expect(diary.next.routine == first)
  }

  @Test func `a workout counts if it has half of the session's exercises`() throws {
    var diary = try Diary("Linear 5x5", before: "squat 5x5x60kg")
    // One of three exercises, or warm-up sets, are not enough.
    try diary.record("squat 5x5x62.5kg, bench press w40x5")
    #expect(diary.next.name == "5x5 A")
    try diary.record("squat 5x5x62.5kg, bench press 5x5x40kg")
    #expect(diary.next.name == "5x5 B")
  }

  @Test func `a missing maximum is asked for in one line and never invented`() throws {
    var diary = try Diary("5/3/1", before: "")
    #expect(
      diary.next.problem
        == "5/3/1: record a set of overhead press first, as in 100x5")
    #expect(diary.next.plan == nil)
    // The set that supplies the maximum is not a session of the program. 50 × (1 + 6 ÷ 30) = 60.
    try diary.record("overhead press 50x6")
    #expect(diary.next.name == "5/3/1 press, fives")
    #expect(diary.next.short == "press 5 @ 35kg, 5 @ 40kg, 5 @ 45kg")
  }

  @Test func `the session that is due first is the next one`() throws {
    var diary = try Diary("Linear 5x5", before: "squat 5x5x60kg")
    let program = NextSession.program(diary.next)
    let challenge = Catalogue.standard.challenges[0]
    let test = try #require(
      TestResult(measure: .reps, amount: 20, duration: .seconds(60), day: diary.today - 9))
    let plan = TrainingPlan(id: UUID(), challenge: challenge.id, test: test)
    let (catalogue, today) = (Catalogue.standard, diary.today)
    #expect(
      NextSession.first(of: [plan], program, in: catalogue, today: today) == .plan(plan, challenge))
    #expect(NextSession.first(of: [], program, in: catalogue, today: today) == program)
    #expect(program.line(today: today) == "today: 5x5 A  Linear 5x5")
    try diary.perform(diary.next)
    #expect(NextSession.program(diary.next).line(today: today) == "tomorrow: 5x5 B  Linear 5x5")
    let rule = NextSession.rule(
      exercise: "row", sets: [try SetEntry(text: "60x8", unit: .kilograms)])
    #expect(NextSession.first(of: [], rule, in: catalogue, today: today) == rule)
    #expect(rule.line(today: today) == "today: 1x8 @ 60kg  row")
  }
}

/// A person's workouts while they follow a program.
private struct Diary {
  let program: TrainingProgram
  let since: Int64
  var today: Int64
  var days = TrainingDays.all
  var sessions: [(id: UUID, day: Int64, sets: [PerformedSet])] = []

  /// - Parameter before: The sets of a workout on the day before the program.
  init(_ name: String, before: String, since: String = "2026-03-02") throws {
    program = try #require(TrainingProgram.standard.named(name))
    let followed = try #require(FollowedProgram(text: "\(name) since \(since)"))
    (self.since, today) = (followed.since, followed.since - 1)
    if !before.isEmpty { try record(before) }
    today += 1
  }

  var next: ProgramSession {
    program.nextSession(after: histories, since: since, today: today, on: days)
  }

  private var histories: [String: StrengthHistory] {
    var histories: [String: StrengthHistory] = [:]
    for name in program.exercises {
      let done = sessions.enumerated().compactMap { index, session -> StrengthHistory.Session? in
        let sets = session.sets.entries(of: name)
        let time = Date(timeIntervalSince1970: Double(session.day) * 86_400 + Double(index))
        return sets.isEmpty
          ? nil : .init(workout: session.id, day: session.day, time: time, sets: sets)
      }
      let unit = done.lazy.flatMap(\.sets).compactMap(\.load.weight).first?.unit
      histories[name.nameKey] = StrengthHistory(
        exercise: name, sessions: done, unit: unit, rule: nil)
    }
    return histories
  }

  mutating func record(_ text: String) throws {
    let sets = try text.split(separator: ", ").flatMap { part -> [PerformedSet] in
      let digit = try #require(part.firstIndex { $0.isNumber })
      let start = part[part.index(before: digit)] == "w" ? part.index(before: digit) : digit
      let name = part[..<start].trimmed
      return try [SetEntry](text: String(part[start...]), unit: .kilograms).compactMap {
        PerformedSet(name, $0, at: .zero)
      }
    }
    sessions.append((UUID(), today, sets))
  }

  /// Does all sets of a session, with 40 kg where no weight is planned.
  ///
  /// - Parameter exercise: An exercise whose last set misses a rep.
  mutating func perform(_ session: ProgramSession, missing exercise: String? = nil) throws {
    let plan = try #require(session.plan)
    let load = try #require(DecimalText("40").flatMap { Weight($0, .kilograms) })
    var sets = try plan.sets.map { target in
      let planned = target.load(ofMaximum: nil, in: .kilograms) ?? .weight(load)
      let set = try #require(SetEntry(planned, reps: target.reps ?? 1))
      return try #require(PerformedSet(target.exercise, set, at: .zero))
    }
    if let index = sets.lastIndex(where: { $0.exercise == exercise }) { sets.remove(at: index) }
    sessions.append((UUID(), today, sets))
  }
}

extension ProgramSession {
  /// The sets with the name of the exercise only in front: `press 5 @ 35kg, 5 @ 40kg, 5 @ 45kg`.
  fileprivate var short: String {
    let exercise = routine?.exercises.first ?? ""
    let name = ["overhead press": "press", "bench press": "bench"][exercise] ?? exercise
    return (routine?.text ?? "").replacing(exercise + " ", with: "").isEmpty
      ? "" : "\(name) " + (routine?.text ?? "").replacing(exercise + " ", with: "")
  }
}
