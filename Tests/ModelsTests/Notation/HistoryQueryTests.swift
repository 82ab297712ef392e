import Foundation
import Models
import Testing

struct HistoryQueryTests {
  /// A workout on 3 November 2026 at noon, UTC.
  private func workout(_ challenge: Challenge.ID = "pushups-2min", note: String = "") -> Workout {
    Workout(
      id: UUID(), challenge: challenge, user: "Ann",
      startedAt: Date(timeIntervalSince1970: 1_793_707_200),
      log: WorkoutLog(reps: RepLog(), duration: .seconds(60)), note: WorkoutNote(note))
  }

  private func matches(_ query: String, _ workout: Workout) -> Bool {
    HistoryQuery(query).matches(workout, of: Catalogue.standard[workout.challenge], .midnight)
  }

  @Test(arguments: [
    ("", true), ("   ", true), ("PUSH", true), ("push 2", true), ("pushups-2min", true),
    ("upper body", true), ("squat", false), ("push squat", false), ("knee", true),
    ("push KNEE", true), ("kneed", false),
  ])
  func `each word must be in the challenge or in the note`(query: String, isMatch: Bool) {
    #expect(matches(query, workout(note: "Left knee hurts")) == isMatch)
  }

  @Test(arguments: [
    ("2026", true), ("2026-11", true), ("2026-11-03", true), ("2026-11-04", false),
    ("2026-10", false), ("2025", false), ("2026-11-01..2026-11-03", true),
    ("2026-10..2026-11", true), ("2026-10..", true), ("..2026-10", false), ("..2026-11-03", true),
    ("2026-11-04..", false), ("2026-11 2026-11-03", true), ("2026-10 2026-11", false),
    ("push 2026-11", true), ("push 2026-10", false),
    // Dates that are still being typed.
    ("202", true), ("2026-", true), ("2026-1", true), ("2026-11-0", true), ("203", false),
    ("2026-11-1", false), ("026", false),
  ])
  func `a date is a day, a month, a year or a range`(query: String, isMatch: Bool) {
    #expect(matches(query, workout()) == isMatch)
  }

  @Test(arguments: [
    "..", "2026-13", "2026-02-29", "2026-11-4", "0000", "2026-11..2026-10", "２０２６",
    "2026-11-03T12:00", "-2026", "99999999999999999999-01",
  ])
  func `other words are not dates`(word: String) {
    #expect(HistoryQuery(word).words == [SearchWord(word)])
    #expect(!matches(word, workout()))
  }

  @Test func `the exercises of a routine are found`() throws {
    let routine = try Routine(text: "2x(squat 3, rest 5s, lunge 4)")
    let challenge = Challenge.custom(
      "own-legs", name: "Sunday", kind: .legs, scoring: .time(forReps: 14), instructions: [],
      routine: routine)
    #expect(routine.exercises == ["squat", "lunge"])
    #expect(HistoryQuery("lunge").matches(workout("own-legs"), of: challenge, .midnight))
    #expect(HistoryQuery("own-legs").matches(workout("own-legs"), of: nil, .midnight))
    #expect(!HistoryQuery("lunge").matches(workout("own-legs"), of: nil, .midnight))
  }
}
