import FoundationEssentials
import Testing

@testable import Models

struct WeekGoalTests {
  @Test(arguments: [
    ("4 workouts", "4 workouts"), ("1 workout", "1 workout"), ("90 min", "90 minutes"),
    ("300 reps", "300 reps"), ("300 push-ups", "300 push-ups"),
    ("50  diamond push-ups", "50 diamond push-ups"),
  ])
  func `a goal is read and written`(text: String, expected: String) {
    #expect(WeekGoal(text: text)?.text == expected)
  }

  @Test(arguments: [
    "", "4", "workouts", "0 workouts", "-1 reps", "+4 reps", "4.5 minutes", "100001 reps", "3 \"x",
    "3 5", "50 km", "20 sets", "3 sessions", "5000 kg", "2 Hours",
  ])
  func `other texts are not goals`(text: String) {
    #expect(WeekGoal(text: text) == nil)
  }

  @Test func `the settings change the number of a goal`() {
    let four = WeekGoal(4, .workouts)
    #expect(four?.adjusted(by: 1) == WeekGoal(5, .workouts))
    #expect(WeekGoal(1, .workouts)?.adjusted(by: -1) == nil)
    #expect(WeekGoal(90, .minutes)?.adjusted(by: 1) == WeekGoal(100, .minutes))
    #expect(WeekGoal(100_000, .reps)?.adjusted(by: 1) == WeekGoal(100_000, .reps))
  }

  @Test(arguments: [
    ("4 workouts", "3 of 4 workouts", false), ("3 workouts", "3 of 3 workouts", true),
    ("60 minutes", "45 of 60 minutes", false), ("100 reps", "120 of 100 reps", true),
    ("50 squats", "30 of 50 squats", false),
  ])
  func `the current week is compared with the goal`(
    text: String, expected: String, isReached: Bool
  ) throws {
    var summary = TrainingSummary()
    summary.weeks = [
      .init(firstDay: 0, workoutCount: 9, reps: 900, duration: .seconds(9000)),
      .init(firstDay: 7, workoutCount: 3, reps: 120, duration: .seconds(2750)),
    ]
    summary.exerciseReps = 30
    let goal = try #require(WeekGoal(text: text))
    let progress = try #require(GoalProgress(goal, in: summary))
    #expect(progress.text == expected && progress.isReached == isReached)
  }

  private func challenge(_ name: String, _ routine: String?) -> Challenge {
    Challenge(
      id: "c", name: name, kind: .legs, scoring: .reps(within: .seconds(120)), summary: "",
      instructions: [], routine: routine.flatMap { Routine($0) })
  }

  @Test(
    arguments: [
      ("push-ups", "100 push-ups", nil, 4), ("Push-up", "Push-ups in 2 minutes", nil, 4),
      ("squats", "Push-ups in 2 minutes", nil, 0), ("up", "Push-ups in 2 minutes", nil, 4),
      ("push-ups", "Mix", "push-up 3, squat 20s", 3), ("squat", "Mix", "push-up 3, squat 20s", 1),
      ("squat", "Mix", "push-up 3, jump squat 20s", 1),
      ("press", "Mix", "bench press 3, squat 20s", 3),
      ("plank", "Mix", "push-up 3, squat 20s", 0), ("push", "Mix", "pushing 3, squat 20s", 0),
      ("Pushups", "Mix", "push-up 3, squat 20s", 3), ("push up", "Mix", "pushup 3, squat 20s", 3),
      ("élévations", "Mix", "Elevation 3, squat 20s", 3),
      ("crunches", "Mix", "bicycle crunch 3, squat 20s", 3),
    ] as [(String, String, String?, Int)])
  func `the reps of an exercise are the reps of its sets`(
    exercise: String, name: String, routine: String?, reps: Int
  ) throws {
    let log = try #require(RepLog(milliseconds: [1000, 2000, 3000, 4000]))
    let workout = Workout(
      id: UUID(), challenge: "c", user: "Ann", startedAt: Date(timeIntervalSince1970: 0),
      log: WorkoutLog(reps: log, duration: .seconds(20)))
    #expect(
      challenge(name, routine).reps(
        in: workout, where: { WeekGoal.Unit.exercise(exercise).includes($0) })
        == reps)
  }

  @Test(arguments: [
    ("push-up 3, squat 4", 7, 3), ("3x(push-up 10, squat 20)", 90, 30),
    ("AMRAP 12:00 (pull-up 5, push-up 10, squat 15)", 70, 25), ("push-up 10, squat 20s", 30, 10),
    ("3x(push-up 20s, squat 20s)", 61, 31), ("push-up 20s, row 500m", 20, 19),
    ("3x(plank 30s, push-up 20s)", 30, 30),
  ])
  func `typed reps of a circuit are divided among its exercises`(
    routine: String, reps: Int, expected: Int
  ) throws {
    let workout = Workout(
      id: UUID(), challenge: "c", user: "Ann", startedAt: Date(timeIntervalSince1970: 0),
      log: try #require(WorkoutLog(typedReps: reps)).ended(at: .seconds(200)))
    #expect(
      challenge("Mix", routine).reps(
        in: workout, where: { WeekGoal.Unit.exercise("push-ups").includes($0) })
        == expected)
  }

  @Test func `a renamed exercise counts for the goal of its new name`() {
    let aliases = ExerciseAliases(["chinup": "pull-up"])
    #expect(WeekGoal.Unit.exercise("pull-ups").includes("Chin-ups", aliases))
    #expect(WeekGoal.Unit.exercise("chin-ups").includes("pull-up", aliases))
    #expect(!WeekGoal.Unit.exercise("pull-ups").includes("chin-up"))
  }
}

struct TrainingDaysTests {
  @Test(arguments: [
    ("all", "all"), ("mon wed fri", "mon wed fri"), ("Fri, Mon,wed", "mon wed fri"),
    ("mon tue wed thu fri sat sun", "all"), ("sun", "sun"),
  ])
  func `days are read and written`(text: String, expected: String) {
    #expect(TrainingDays(text: text)?.text == expected)
  }

  @Test(arguments: ["", "monday", "mon funday", "1"])
  func `other texts are not training days`(text: String) {
    #expect(TrainingDays(text: text) == nil)
  }

  // 2026-01-05 is a Monday. Days are offsets from it, and today is Friday the 9th.
  @Test(
    arguments: [
      ("all", [0, 1, 2, 3, 4], 5, 5), ("all", [0, 2, 4], 1, 1), ("all", [2, 3], 2, 2),
      ("mon wed fri", [0, 2, 4], 3, 3), ("mon wed fri", [0, 2], 2, 2),
      ("mon wed fri", [0, 4], 1, 1),
      ("mon wed fri", [-7, -5, -3, 0, 2], 5, 5), ("mon wed fri", [0, 1, 2, 3], 4, 4),
      ("mon wed fri", [-7, -5, -3], 0, 3), ("mon wed fri", [-5, -3, 2], 1, 2),
      ("sun", [-8, -1], 2, 2), ("sun", [-8, -1, 3], 3, 3), ("sun", [-8], 0, 1),
      ("sun", [-9, -1], 1, 1),
      ("sun", [-15, -1], 1, 1), ("all", [], 0, 0), ("mon", [0, 7], 2, 2),
    ] as [(String, [Int64], Int, Int)])
  func `only a missed training day before today breaks a streak`(
    text: String, offsets: [Int64], current: Int, longest: Int
  ) throws {
    let monday = CivilDate(year: 2026, month: 1, day: 5).daysSince1970
    let days = try #require(TrainingDays(text: text))
    #expect(
      Streak(
        of: offsets.map { (first: monday + $0, last: monday + $0) }, training: days,
        today: monday + 4) == Streak(current: current, longest: longest))
  }
}
