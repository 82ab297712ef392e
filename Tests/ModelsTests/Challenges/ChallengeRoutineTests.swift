import Testing

@testable import Models

/// Tests of the routines of challenges.
struct ChallengeRoutineTests {
  private func challenge(_ lines: String) throws -> Challenge {
    let text = "challenge x\nname X\nkind legs\nsummary s\n\(lines)"
    return try #require(try Catalogue(text: text).challenges.first)
  }

  @Test(arguments: Catalogue.standard.challenges)
  func `the routine of every challenge is canonical and implies the challenge's scoring`(
    challenge: Challenge
  ) throws {
    #expect(try Routine(text: challenge.routine.text) == challenge.routine)
    #expect(challenge.routine.scoring == challenge.scoring)
  }

  @Test(
    arguments: [
      (.reps(within: .seconds(120)), "X 2:00"), (.time(forReps: 50), "X 50"), (.hold, "X max"),
    ] as [(Challenge.Scoring, String)])
  func `a challenge without a routine has a single set`(
    scoring: Challenge.Scoring, text: String
  ) {
    let challenge = Challenge(
      id: "x", name: "X", kind: .legs, scoring: scoring, summary: "s", instructions: [])
    #expect(challenge.routine.text == text)
  }

  @Test(arguments: ["3x(push-up 10, plank 30s)", "squat max", "plank max"])
  func `a challenge has the scoring of its routine`(text: String) throws {
    let challenge = try challenge("routine \(text)")
    #expect(challenge.routine.text == text)
    #expect(challenge.scoring == challenge.routine.scoring)
  }

  @Test(arguments: [
    ("routine 3x(plank max)", "a routine with a scoring"), ("routine squat", "needs a target"),
    ("routine", "begins with routine"), ("how squat", "begins with routine"),
  ])
  func `invalid challenges are rejected`(lines: String, problem: String) throws {
    let error = try #require(throws: TextError.self) { try challenge(lines) }
    #expect(error.problem.contains(problem))
  }

  @Test(arguments: [
    ("", "Stairs 1:50"),
    ("4x(Stairs 20s, rest 10s)", "4x(Stairs 20s, rest 10s)"),
    ("4x(step 20s, rest 10s)", "4x(step 20s, rest 10s)"),
    // The time differs from that of the scoring.
    ("4x(step 20s)", "Stairs 1:50"),
  ])
  func `stored rounds are read`(rounds: String, text: String) throws {
    let challenge = try #require(
      Challenge.custom(
        "own-stairs", name: "Stairs", kind: .legs, scoring: .reps(within: .seconds(110)),
        instructions: [], storedRounds: rounds))
    #expect(challenge.routine.text == text)
    let again = Challenge.custom(
      "own-stairs", name: "Stairs", kind: .legs, scoring: .reps(within: .seconds(110)),
      instructions: [], storedRounds: challenge.storedRounds)
    #expect(again == challenge)
  }

  @Test func `rounds stored by later versions can't be read`() {
    #expect(
      Challenge.custom(
        "own-x", name: "X", kind: .legs, scoring: .hold, instructions: [],
        storedRounds: "tempo 3-1-3 (squat 5)") == nil)
  }
}

struct IntervalsTests {
  @Test(arguments: [
    ("8x(squat 20s, rest 10s)", "8 rounds of 0:20, 0:10 rest", "8 rounds of 0:20/0:10"),
    ("10x(squat 60s)", "10 rounds of 1:00", "10 rounds of 1:00"),
  ])
  func `rounds of work and rest are named`(text: String, title: String, shortTitle: String) throws {
    let intervals = try #require(try Routine(text: text).intervals)
    #expect(intervals.title == title && intervals.shortTitle == shortTitle)
  }

  @Test(arguments: [
    "8x(squat 20s, rest 10s, lunge 20s)", "8x(squat 20s, lunge 20s)", "8x(squat 20, rest 10s)",
    "AMRAP 5:00 (squat 20s)", "squat 20s, rest 10s", "8x(squat 2x20s)", "8x(squat 20s rest 10s)",
  ])
  func `other routines have no intervals`(text: String) throws {
    #expect(try Routine(text: text).intervals == nil)
  }
}

struct TimerRoutineTests {
  @Test(arguments: [
    ("90s", "timer 1:30"), ("25min", "timer 25:00"), ("25:00", "timer 25:00"),
    ("1:30:00", "timer 1:30:00"), ("24:00:00", "timer 24:00:00"), ("1s", "timer 1s"),
  ])
  func `a time is parsed as the routine of a timer`(text: String, routine: String) {
    #expect(Routine.timer(text)?.text == routine)
  }

  @Test(arguments: ["", "0s", "25", "25:60", "24:00:01", "-1s", "1:2", "x", "5s, squat 5"])
  func `other texts are not timers`(text: String) {
    #expect(Routine.timer(text) == nil)
  }

  @Test func `a timer survives being stored as a custom challenge`() throws {
    let timer = Challenge.custom(
      "own-1", name: "timer 25:00", kind: .core, scoring: .hold, instructions: [],
      routine: Routine.timer("25:00"))
    #expect(timer.storedRounds == "timer 25:00" && timer.holdLimit == .seconds(1500))
    let read = Challenge.custom(
      "own-1", name: "timer 25:00", kind: .core, scoring: .hold, instructions: [],
      storedRounds: timer.storedRounds)
    #expect(read == timer)
    let hold = Challenge.custom(
      "own-2", name: "Hang", kind: .core, scoring: .hold, instructions: [])
    #expect(hold.storedRounds.isEmpty && hold.holdLimit == nil)
  }
}
