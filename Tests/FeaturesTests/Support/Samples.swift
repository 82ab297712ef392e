import FoundationEssentials
import Models
import ReducerRuntime

@testable import CatalogueFeatures

extension Challenge {
  static let pushUps = Challenge(
    id: "pushups-2min", name: "Push-ups in 2 minutes", kind: .upperBody,
    scoring: .reps(within: .seconds(120)), summary: "As many as you can.",
    instructions: ["Down.", "Up."])
  static let burpees = Challenge(
    id: "burpees-3", name: "3 burpees", kind: .fullBody, scoring: .time(forReps: 3),
    summary: "As fast as you can.", instructions: ["Down.", "Jump."])
  static let plank = Challenge(
    id: "plank", name: "Plank", kind: .core, scoring: .hold, summary: "As long as you can.",
    instructions: ["Stay."])
}

extension Catalogue {
  static let sample = Catalogue([.pushUps, .burpees, .plank])
}

extension Shared<Catalogue> {
  static var sample: Self { Shared(value: .sample) }
}

extension SharedReader<Catalogue> {
  static var sample: Self { SharedReader(value: .sample) }
}

extension Date {
  /// Monday, 5 January 2026, 07:00 UTC.
  static let monday = Date(timeIntervalSince1970: 1_767_596_400)
}

extension Int64 {
  /// The day of `Date.monday`, in days since 1970-01-01.
  static let monday = LocalTime(Date.monday).date.daysSince1970
}

extension TrainingPlan {
  /// Returns the plan for a test with 32 push-ups on Monday.
  static func sample(
    _ number: Int = 0, challenge: Challenge.ID = "pushups-2min", completedDays: [Int64] = [],
    progress: Progress? = nil
  ) -> TrainingPlan {
    TrainingPlan(
      id: UUID(number), challenge: challenge,
      test: TestResult(measure: .reps, amount: 32, duration: .seconds(120), day: .monday)!,
      completedDays: completedDays, progress: progress)
  }

  /// Returns a set of a session. Sets and sessions are numbered from 1.
  func set(_ session: Int, _ number: Int) -> PlannedSet {
    PlannedSet(session: sessions[session - 1], number: number)
  }
}

extension Workout {
  static func sample(
    _ number: Int = 0, challenge: Challenge.ID = "pushups-2min", at startedAt: Date = .monday,
    reps: [UInt32] = [1000, 2000], duration: Duration = .seconds(3),
    skips: [UInt32] = [], pauses: [WorkoutLog.Pause] = [], typedReps: Int? = nil,
    isEdited: Bool = false
  ) -> Workout {
    var log = WorkoutLog(
      reps: RepLog(milliseconds: reps)!, skips: skips, pauses: pauses, duration: duration)
    if let typedReps { log.append(.typed(reps: typedReps), at: .zero) }
    if isEdited { log.append(.edited, at: .zero) }
    return Workout(
      id: UUID(number), challenge: challenge, user: "Ann", startedAt: startedAt, log: log)
  }
}

extension SavedWorkout {
  init(_ workout: Workout, in challenge: Challenge) {
    self.init(workout: workout, score: challenge.score(of: workout), previousBest: nil)
  }
}

/// An error for tests.
struct SampleError: Error, CustomStringConvertible {
  var description: String { "the disk is full" }
}
