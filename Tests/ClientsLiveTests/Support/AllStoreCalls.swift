import Clients
import FoundationEssentials
import Models
import SQLite
import ServerAPI
import Testing

@testable import ClientsLive

/// Calls every method of the stores, so that each of their statements is prepared.
struct AllStoreCalls {
  private let stores: Connection
  private let ann = PersonName.sample("Ann")
  private let bob = PersonName.sample("Bob")
  private let challenge: Challenge.ID = "pushups-2min"

  init(_ stores: Connection) { self.stores = stores }

  func run() throws {
    try callChallengeStore()
    try callWorkoutStore()
    try callUnfinishedStore()
    try callLeaderboardStore()
    try callPlanStore()
    try callPersonStore()
    try callStrengthStore()
    try callPublicationStore()
    try callImportStore()
    try callOtherStores()
  }

  private func callChallengeStore() throws {
    let own = try stores.challenges.add(
      .custom("own-hop", name: "Hop", kind: .core, scoring: .hold, instructions: []))
    #expect(try stores.challenges.challenge(own.id) == own)
    try stores.challenges.edit(own, at: .sunday)
    try stores.challenges.delete(own.id, at: .sunday)
    #expect(try stores.challenges.undo(at: .sunday)?.id == own.id)
    #expect(try stores.challenges.custom().current == [own])
  }

  private func callStrengthStore() throws {
    let set = try SetEntry(text: "100x5", unit: .kilograms)
    let session = try WorkoutDraft.strength("squat 100x5")
    try stores.unfinished.checkpoint(session, by: ann)
    #expect(try stores.unfinished.all(of: ann).map(\.log) == [session.log])
    _ = try stores.workouts.finish(session, by: ann)
    #expect(try stores.strength.sets(of: session.id) == session.log.sets)
    #expect(try stores.strength.exercises(of: ann) == ["squat"])
    #expect(try stores.strength.history(of: "squat", by: ann).last?.sets == [set])
    #expect(try stores.strength.summaries(of: ann).map(\.name) == ["squat"])
    let rule = try ProgressionRule(text: "linear 5x5 +2.5")
    try stores.strength.save(ExerciseSettings(rule: rule), for: "squat", by: ann)
    #expect(try stores.strength.settings(of: "squat", by: ann).rule == rule)
    #expect(try stores.strength.exercisesWithUnreadableRules() == [])
    #expect(try stores.strength.rename("squat", to: "knee bend", by: ann) == "knee bend")
    #expect(try stores.strength.otherNames(of: "squat", by: ann) == ["squat"])
    #expect(try stores.strength.undoRenaming(of: "squat", by: ann))
    try stores.strength.save(ExerciseSettings(), for: "squat", by: ann)
    #expect(try stores.strength.settings(of: "squat", by: ann).unit == .kilograms)
    try stores.run("DELETE FROM workouts WHERE id = ?", .uuid(session.id))
    #expect(try stores.strength.sets(of: session.id) == [])
  }

  private func callWorkoutStore() throws {
    for name in [ann, bob] {
      for reps in [3, 5] {
        _ = try stores.workouts.finish(.sample(challenge, reps: reps), by: name)
      }
    }
    let best = try #require(try stores.workouts.best(of: ann, in: challenge))
    #expect(try stores.workouts.workout(best.id) == best)
    #expect(
      try stores.workouts.workouts(idPrefix: String(best.id.uuidString.prefix(8)), limit: 2)
        .count
        == 1)
    #expect(try (1...32).contains(stores.workouts.uniquePrefixLength(of: best.id)))
    #expect(try stores.people.areSame(ann, ann))
    #expect(try stores.workouts.history(of: ann, limit: 10).count == 2)
    #expect(try stores.workouts.history(of: ann, challenge: challenge, limit: 10).count == 2)
    #expect(
      try stores.workouts.search(
        HistoryQuery("push"), of: ann, catalogue: .standard, limit: 10
      ).count == 2)
    #expect(try stores.workouts.results(of: ann).count == 1)
    try stores.workouts.correct(
      best.id,
      with: best.copy {
        $0.log = WorkoutLog(reps: $0.log.reps, duration: $0.duration + .seconds(1))
      }, of: ann, at: .sunday)
    #expect(try stores.workouts.undo(of: ann, at: .sunday)?.workout == best)
    try stores.workouts.delete(best.id, of: ann, at: .sunday)
    try stores.workouts.forEach { _, workout in #expect(workout != nil) }
  }

  private func callUnfinishedStore() throws {
    let draft = WorkoutDraft.sample(challenge)
    try stores.unfinished.checkpoint(draft, by: ann)
    #expect(try stores.unfinished.all(of: ann).count == 1)
    #expect(try stores.unfinished.contains(draft.id))
    #expect(try stores.unfinished.status(of: ann, now: .sunday, catalogue: .standard) != nil)
    try stores.unfinished.discard(draft.id)
    let rest = StoredRest(challenge: challenge, end: .sunday.addingTimeInterval(90))
    try stores.rests.save(rest, of: ann)
    #expect(try stores.rests.current(of: ann, now: .sunday) == rest)
    try stores.rests.save(nil, of: ann)
  }

  private func callLeaderboardStore() throws {
    let page = try stores.leaderboard.page(
      of: challenge, filter: .allTime, .after(nil), currentPerson: ann,
      today: DayStart.midnight.day(at: .sunday))
    let first = try #require(page.standings.first)
    let cursor = Standing.Cursor(challenge: challenge, week: nil, standing: first, position: 1)
    for range in [LeaderboardRange.before(cursor), .around(first)] {
      for isLiveOnly in [false, true] {
        _ = try stores.leaderboard.page(
          of: challenge, filter: .allTime, isLiveOnly: isLiveOnly, range, currentPerson: ann,
          today: DayStart.midnight.day(at: .sunday))
      }
    }
    #expect(try stores.leaderboard.participantCount(in: challenge) == 2)
    try stores.leaderboard.recomputeBests(of: 1, in: challenge)
  }

  private func callPlanStore() throws {
    let test = try #require(
      TestResult(measure: .reps, amount: 20, duration: .seconds(60), day: 20_000))
    let plan = TrainingPlan(id: UUID(), challenge: challenge, test: test)
    try stores.plans.start(plan, by: ann, at: .sunday)
    let set = try #require(plan.nextSet(today: 20_001))
    _ = try stores.plans.recordSet(set, of: plan.id, on: 20_001)
    try stores.plans.end(plan, by: ann, at: .sunday)
    #expect(try stores.plans.undo(challenge, replacing: nil, by: ann)?.id == plan.id)
    #expect(try stores.plans.all(of: ann).count == 1)
  }

  private func callPersonStore() throws {
    #expect(try stores.people.rename(bob, to: .sample("Cy")) == .renamed)
  }

  private func callPublicationStore() throws {
    let group = JoinedGroup.ID(rawValue: "club")
    for isOn in [false, true] {
      try stores.publications.setPublished(isOn, challenge, in: group)
    }
    let room = RaceRoom(id: UUID(), challenge: challenge.rawValue, host: 1, you: 1, openedAt: 0)
    try stores.races.link(UUID(), to: room.id, in: group)
    try stores.races.save(room, in: group)
    #expect(try stores.races.race(of: UUID())?.0 == nil)
    let batch = try stores.publications.batch(by: ann, in: group, maxCount: 10)
    try stores.publications.record(
      batch.workouts.map { ($0.id, challenge, nil) } + [(UUID(), challenge, "refused")], in: group)
    #expect(try stores.publications.withdrawals(in: group, maxCount: 10) == [])
    #expect(try stores.publications.publication(of: challenge, by: ann, in: group).isOn)
    try stores.seenPages.save(.init(body: Data(), tag: nil, seenAt: .sunday), "first", of: group)
    #expect(try stores.seenPages.page("first", of: group) != nil)
    try stores.publications.forget(UUID(), in: group)
    try stores.publications.forget(group)
  }

  private func callImportStore() throws {
    var reader = try ImportReader(
      ImportFormat.all[4], header: ["date", "exercise", "reps"], unit: nil, now: .sunday,
      utcOffset: { _ in 0 })
    try reader.read(["2025-01-01", "row", "5"], line: 2)
    reader.finish()
    let names = try stores.imports.names(of: reader, chosen: ["row": "squat"], by: ann)
    let summary = try stores.imports.add(
      reader.sessions, names: names, file: "a.csv", format: "csv", by: ann, at: .sunday)
    #expect(try stores.imports.preview(reader.sessions, by: ann).known == 1)
    #expect(try stores.imports.list().count == 1)
    let batch = try #require(summary.batch)
    #expect(try stores.imports.undo(batch) != nil)
  }

  private func callOtherStores() throws {
    #expect(
      try stores.statistics.summary(of: ann, at: .sunday).workoutCount == 1)
    var report = PeriodSummary(
      of: ann, in: try #require(TrainingPeriod("2026")),
      today: DayStart.midnight.day(at: .sunday), Settings())
    try stores.setDayStart(.latest)
    try stores.setDayStart(.midnight)
    try stores.statistics.fill(&report)
    #expect(report.days.count == 1)
    try stores.events.record(UsageEvent(feature: "tour", at: .sunday))
    #expect(try stores.events.page(after: 0, limit: 10).events.count == 1)
    #expect(try stores.events.clear() == 1)
    #expect(try Backups.Contents(of: stores).people == 2)
    #expect(try !stores.snapshots.isUnused())
    _ = try DatabaseRedactor(of: stores).redactedCopy()
    #expect(try stores.importExport(try stores.exports.text(.jsonl)).addedCount == 0)
  }
}
