import FoundationEssentials
import Models
import Testing

struct WorkoutStatusTests {
  private static let savedAt = Date(millisecondsSince1970: 1_772_366_400_000)

  private func status(
    after age: Double, ran duration: Duration = .seconds(34),
    isOwnerRunning: Bool? = true, isPaused: Bool = false,
    challenge: Challenge? = Catalogue.standard["pushups-2min"]
  ) -> (status: WorkoutStatus, remaining: Duration?) {
    let now = Self.savedAt.addingTimeInterval(age)
    let draft = WorkoutDraft(
      id: UUID(), challenge: "pushups-2min", startedAt: Self.savedAt, duration: duration,
      log: RepLog(milliseconds: [900, 1800]) ?? RepLog(), isPaused: isPaused)
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

  @Test func `a workout whose process is gone is unfinished at once`() {
    let (status, remaining) = status(after: 0.5, isOwnerRunning: false)
    #expect(status.phase == .unfinished && status.elapsed == .seconds(34) && remaining == nil)
  }

  @Test func `a workout whose process is not known runs as long as its checkpoints are recent`() {
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
