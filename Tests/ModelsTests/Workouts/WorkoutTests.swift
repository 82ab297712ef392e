import FoundationEssentials
import Models
import Testing

/// Tests of the texts of results, which are the same on every screen.
struct WorkoutTextTests {
  private func workout(
    _ challenge: Challenge.ID, _ milliseconds: [UInt32], _ duration: Duration
  ) -> Workout {
    Workout(
      id: UUID(), challenge: challenge, user: "Ann",
      startedAt: Date(millisecondsSince1970: 1_772_366_400_000),
      log: WorkoutLog(reps: RepLog(milliseconds: milliseconds) ?? RepLog(), duration: duration))
  }

  @Test func `a result is a score, no score, or not ranked`() throws {
    let pushUps = try #require(Catalogue.standard["pushups-2min"])
    let done = workout(pushUps.id, [1000, 2000], .seconds(120))
    #expect(pushUps.resultText(of: done) == "2 reps")
    #expect(pushUps.resultText(of: workout(pushUps.id, [], .seconds(9))) == "no score")
    let pasted = workout(pushUps.id, (1...515).map { UInt32($0) }, .seconds(120))
    #expect(pushUps.resultText(of: pasted, isShort: true) == "not ranked")
  }

  @Test func `the time in a list is the time of the score`() {
    let late = workout("burpees-emom-10", [1000], .seconds(602))
    #expect(Catalogue.standard.timeColumn(of: late) == "10:00.00")
    #expect(Catalogue.standard.timeColumn(of: workout("gone", [1000], .seconds(602))) == "10:02.00")
  }

  @Test func `a list shows the same result as the other screens`() {
    func column(_ workout: Workout) -> String { Catalogue.standard.resultColumn(of: workout) }
    #expect(column(workout("pushups-2min", [], .seconds(9))) == "no score")
    #expect(column(workout("pushups-2min", [1000], .seconds(9))) == "1 rep")
    #expect(column(workout("plank-hold", [], .seconds(9))) == "00:09.00")
    #expect(column(workout("gone", [1000, 2000], .seconds(9))) == "2 reps")
    #expect(column(workout("gone", [], .seconds(9))) == "no score")
  }
}

struct ProvenanceTests {
  @Test func `reps without instants are always typed`() {
    let draft = WorkoutDraft(
      id: UUID(), challenge: "pushups-2min", startedAt: Date(millisecondsSince1970: 0),
      log: WorkoutLog(typedReps: 3)!)
    #expect(draft.workout(by: "Ann").provenance == .typed)
  }

  @Test func `a result is live unless it was typed in, edited or imported`() {
    let live: [Workout.Provenance] = [[], .paused, .init(rawValue: 1 << 40)]
    #expect(live.map(\.isLive) == [true, true, true])
    let others: [Workout.Provenance] = [.typed, .edited, .imported, [.paused, .edited]]
    #expect(others.map(\.isLive) == [false, false, false, false])
  }

  @Test func `a mark is a sign or words, and a legend explains the signs in use`() {
    #expect(Workout.Provenance([]).mark(true) == "")
    #expect(Workout.Provenance([.typed, .paused]).mark(true) == " *=")
    #expect(Workout.Provenance([.edited, .imported]).mark(false) == ", edited, imported")
    // An unknown bit from a newer version has no mark.
    #expect(Workout.Provenance(rawValue: 1 << 40).mark(true) == "")
    #expect(Workout.Provenance.legend(of: [[], .paused, .typed]) == "* typed in   = paused")
    #expect(Workout.Provenance.legend(of: [[], []]) == nil)
  }
}

struct WorkoutStatusTests {
  private static let savedAt = Date(millisecondsSince1970: 1_772_366_400_000)

  private func status(
    after age: Double, ran duration: Duration = .seconds(34),
    isOwnerRunning: Bool? = true, isPaused: Bool = false,
    challenge: Challenge? = Catalogue.standard["pushups-2min"]
  ) -> (status: WorkoutStatus, remaining: Duration?) {
    let now = Self.savedAt.addingTimeInterval(age)
    var draft = WorkoutDraft(
      id: UUID(), challenge: "pushups-2min", startedAt: Self.savedAt, duration: duration,
      log: WorkoutLog(reps: RepLog(milliseconds: [900, 1800]) ?? RepLog()))
    if isPaused { draft.log.append(.pause, at: duration) }
    let status = WorkoutStatus(
      draft, savedAt: Self.savedAt, isOwnerRunning: isOwnerRunning, now: now,
      challenge: challenge)
    return (status, status.remaining(at: now))
  }

  @Test func `a workout with a recent checkpoint is running`() {
    let (status, remaining) = status(after: 0.75)
    #expect(status.phase == .running && status.reps == 2)
    #expect(status.elapsed == .milliseconds(34_750))
    #expect(remaining == .milliseconds(85_250))
    #expect(status.deadline == Self.savedAt.addingTimeInterval(86))
  }

  @Test func `a workout whose process has ended is unfinished immediately`() {
    let (status, remaining) = status(after: 0.5, isOwnerRunning: false)
    #expect(status.phase == .unfinished && status.elapsed == .seconds(34) && remaining == nil)
  }

  @Test func `a workout of an unknown process is running while its checkpoints are recent`() {
    #expect(status(after: 1.5, isOwnerRunning: nil).status.phase == .running)
    #expect(status(after: 2.5, isOwnerRunning: nil).status.phase == .unfinished)
  }

  @Test func `time passes while the program is stopped`() {
    let (status, remaining) = status(after: 60)
    #expect(status.phase == .running && status.elapsed == .seconds(94))
    #expect(remaining == .seconds(26))
    #expect(self.status(after: 3600).status.phase == .over)
  }

  @Test(arguments: [0, 2.5, 60, 1_000_000, -3600])
  func `a paused or abandoned workout is not running`(age: Double) {
    for (isOwnerRunning, phase) in [(true, WorkoutStatus.Phase.paused), (false, .unfinished)] {
      let (status, remaining) = status(after: age, isOwnerRunning: isOwnerRunning, isPaused: true)
      #expect(status.phase == phase && status.deadline == nil && remaining == nil)
      #expect(status.elapsed == .seconds(34))
    }
  }

  @Test func `a workout past its limit is over`() {
    let (status, _) = status(after: 1, ran: .milliseconds(119_500))
    #expect(status.phase == .over)
    #expect(status.elapsed == .seconds(120))
  }

  @Test func `a workout without a time limit has no deadline`() {
    let (status, remaining) = status(after: 1, challenge: Catalogue.standard["plank-hold"])
    #expect(status.phase == .running && status.deadline == nil && remaining == nil)
    #expect(status.elapsed == .seconds(35))
  }
}
