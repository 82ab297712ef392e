import Clients
import FoundationEssentials
import Models
import SQLite
import Testing

@testable import ClientsLive

/// A call of everything that the stores do, so that each of their statements is prepared.
struct StoreTour {
  private let connection: Connection
  private let ann = PersonName.sample("Ann")
  private let bob = PersonName.sample("Bob")
  private let challenge: Challenge.ID = "pushups-2min"
  private let limit = Challenge.Scoring.reps(within: .seconds(120))

  init(_ connection: Connection) { self.connection = connection }

  func run() throws {
    try visitChallenges()
    try visitWorkouts()
    try visitUnfinished()
    try visitLeaderboard()
    try visitPlans()
    try visitPeople()
    try visitTheRest()
  }

  private func visitChallenges() throws {
    let own = try connection.addChallenge(
      .own("own-hop", name: "Hop", kind: .core, scoring: .hold, how: []))
    #expect(try connection.scoring(of: own.id, in: .standard) == .hold)
    try connection.editChallenge(own, at: .sunday)
    try connection.deleteChallenge(own.id, at: .sunday)
    #expect(try connection.undoChallenge(at: .sunday)?.id == own.id)
    #expect(try connection.ownChallenges().current == [own])
  }

  private func scoring(_ id: Challenge.ID) throws -> Challenge.Scoring? {
    try connection.scoring(of: id, in: .standard)
  }

  private func visitWorkouts() throws {
    for name in [ann, bob] {
      for reps in [3, 5] {
        _ = try connection.finish(.sample(challenge, reps: reps), by: name, scoring: limit)
      }
    }
    let best = try #require(try connection.best(of: ann, in: challenge))
    #expect(try connection.workout(best.id) == best)
    #expect(
      try connection.workouts(idBeginning: String(best.id.uuidString.prefix(8)), limit: 2).count
        == 1)
    #expect(try connection.history(of: ann, limit: 10).count == 2)
    #expect(try connection.history(of: ann, challenge: challenge, limit: 10).count == 2)
    #expect(try connection.results(of: ann).count == 1)
    try connection.correct(
      best.id, with: best.copy { $0.duration += .seconds(1) }, of: ann, at: .sunday,
      scoring: scoring)
    #expect(try connection.undo(of: ann, at: .sunday, scoring: scoring)?.workout == best)
    try connection.delete(best.id, of: ann, at: .sunday, scoring: scoring)
    try connection.forEachWorkout { _, workout in #expect(workout != nil) }
  }

  private func visitUnfinished() throws {
    let draft = WorkoutDraft.sample(challenge)
    try connection.checkpoint(draft, by: ann)
    #expect(try connection.unfinished(of: ann).count == 1)
    #expect(try connection.hasUnfinished(draft.id))
    #expect(try connection.status(of: ann, now: .sunday, catalogue: .standard) != nil)
    try connection.discard(draft.id)
  }

  private func visitLeaderboard() throws {
    let page = try connection.leaderboard(
      challenge, filter: .allTime, .after(nil), you: ann, now: .sunday)
    let first = try #require(page.standings.first)
    let cursor = Standing.Cursor(challenge: challenge, week: nil, standing: first, position: 1)
    for stretch in [LeaderboardStretch.before(cursor), .around(cursor)] {
      _ = try connection.leaderboard(
        challenge, filter: .allTime, stretch, you: ann, now: .sunday)
    }
    #expect(try connection.participants(in: challenge) == 2)
    try connection.acceptAnew(1, in: challenge)
  }

  private func visitPlans() throws {
    let test = try #require(
      TestResult(measure: .reps, amount: 20, duration: .seconds(60), day: 20_000))
    let plan = TrainingPlan(id: UUID(), challenge: challenge, test: test)
    try connection.follow(plan, by: ann, at: .sunday)
    let set = try #require(plan.nextSet(today: 20_001))
    _ = try connection.finish(set, of: plan.id, on: 20_001)
    try connection.giveUpPlan(of: challenge, by: ann, at: .sunday)
    #expect(try connection.undoPlan(of: challenge, by: ann)?.id == plan.id)
    #expect(try connection.plans(of: ann).count == 1)
  }

  private func visitPeople() throws {
    #expect(try connection.rename(bob, to: .sample("Cy")) == .renamed)
  }

  private func visitTheRest() throws {
    #expect(try connection.summary(of: ann, at: .sunday, weekStart: .monday).workouts == 1)
    try connection.record(UsageEvent(feature: "tour", at: .sunday))
    #expect(try connection.events(after: 0, limit: 10).events.count == 1)
    #expect(try connection.clearEvents() == 1)
    #expect(try connection.contents().people == 2)
    #expect(try !connection.isUnused())
    _ = try connection.redacted()
  }
}
