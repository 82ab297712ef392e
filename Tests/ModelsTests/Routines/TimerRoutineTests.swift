import Testing

@testable import Models

struct TimerRoutineTests {
  @Test(arguments: [
    ("90s", "timer 1:30"), ("25min", "timer 25:00"), ("25:00", "timer 25:00"),
    ("1:30:00", "timer 1:30:00"), ("24:00:00", "timer 24:00:00"), ("1s", "timer 1s"),
  ])
  func `a time is the routine of a timer`(text: String, routine: String) {
    #expect(Routine.timer(text)?.text == routine)
  }

  @Test(arguments: ["", "0s", "25", "25:60", "24:00:01", "-1s", "1:2", "x", "5s, squat 5"])
  func `any other text is none`(text: String) {
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
