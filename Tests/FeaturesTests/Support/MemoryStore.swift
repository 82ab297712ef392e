import Clients
import Models
import Synchronization

/// Workouts kept in memory, for tests of what is done with them.
final class MemoryStore: Sendable {
  struct Kept {
    var unfinished: [Workout.ID: WorkoutDraft] = [:]
    var finished: [Workout] = []
  }

  let kept = Mutex(Kept())
  /// The sounds that were made.
  let heard = Mutex<[Beep]>([])
  let person = "Ann"
  let catalogue: Catalogue

  init(catalogue: Catalogue = .sample) {
    self.catalogue = catalogue
  }

  var workouts: WorkoutsClient {
    WorkoutsClient(
      checkpoint: { draft in self.kept.withLock { $0.unfinished[draft.id] = draft } },
      finish: { draft in self.finish(draft) },
      discard: { id in self.kept.withLock { $0.unfinished[id] = nil } },
      unfinished: { self.kept.withLock { Array($0.unfinished.values) } },
      history: { challenge, _, limit in Array(self.finished(in: challenge).prefix(limit)) },
      best: { self.best(in: $0) },
      last: { self.finished(in: $0).first },
      participants: { self.best(in: $0) == nil ? 0 : 1 })
  }

  var beeps: BeepClient {
    BeepClient { beep in self.heard.withLock { $0.append(beep) } }
  }

  var leaderboard: LeaderboardClient {
    LeaderboardClient(page: { _, _, challenge in self.page(of: challenge) })
  }

  private func finish(_ draft: WorkoutDraft) -> SavedWorkout {
    let workout = draft.workout(by: person)
    let scoring = catalogue[draft.challenge]!.scoring
    let previous = best(in: draft.challenge)?.score(by: scoring)
    kept.withLock {
      $0.unfinished[draft.id] = nil
      $0.finished.append(workout)
    }
    return SavedWorkout(
      workout: workout, score: workout.score(by: scoring), previousBest: previous)
  }

  /// Newest first.
  private func finished(in challenge: Challenge.ID?) -> [Workout] {
    kept.withLock { $0.finished.reversed() }
      .filter { challenge == nil || $0.challenge == challenge }
  }

  private func best(in challenge: Challenge.ID) -> Workout? {
    guard let scoring = catalogue[challenge]?.scoring else { return nil }
    return finished(in: challenge)
      .filter { $0.score(by: scoring) != nil }
      .min { $0.score(by: scoring)!.rankKey < $1.score(by: scoring)!.rankKey }
  }

  private func page(of challenge: Challenge.ID) -> LeaderboardPage {
    guard
      let best = best(in: challenge), let scoring = catalogue[challenge]?.scoring,
      let score = best.score(by: scoring)
    else {
      return LeaderboardPage(standings: [], next: nil, you: nil, participants: 0, week: nil)
    }
    let you = Standing(
      id: 1, rank: 1, name: person, score: score, achievedAt: best.achievedAt, isYou: true,
      workout: best.id)
    return LeaderboardPage(standings: [you], next: nil, you: you, participants: 1, week: nil)
  }
}
