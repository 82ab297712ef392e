import Clients
import Models
import Synchronization

/// A store of workouts, challenges and plans in memory.
final class MemoryStore: Sendable {
  struct Storage {
    var unfinished: [Workout.ID: WorkoutDraft] = [:]
    var finished: [Workout] = []
    /// The drafts written to files.
    var rescued: [Workout.ID: WorkoutDraft] = [:]
    /// The undo stack of the history.
    var changes: [UndoneChange] = []
    var custom = CustomChallenges()
    var rest: StoredRest?
    var plans: [TrainingPlan] = []
    /// The plans that were ended or replaced, oldest first.
    var endedPlans: [TrainingPlan] = []
    /// Whether another program, simulated by the test, has changed something.
    var haveOthersWritten = false

    /// Returns the workout or its last correction; `nil` if it was deleted.
    func current(_ id: Workout.ID) -> Workout? {
      finished.first { $0.id == id }
        ?? changes.last { $0.workout.id == id }?.replaced.flatMap(current)
    }
  }

  static let rescuePath = "/home/ann/.config/ladder/unsaved.json"

  let storage = Mutex(Storage())
  /// The cues for which the bell rang.
  let playedCues = Mutex<[Cue]>([])
  /// The commands run for cues.
  let commands = Mutex<[[String]]>([])
  /// The error that the commands for cues throw; `nil` if they succeed.
  let commandError = Mutex<CueError?>(nil)
  let person = "Ann"
  let catalogue: Catalogue

  init(catalogue: Catalogue = .sample) {
    self.catalogue = catalogue
  }

  var workouts: WorkoutsClient {
    WorkoutsClient(
      checkpoint: { draft in self.storage.withLock { $0.unfinished[draft.id] = draft } },
      finish: { draft in self.finish(draft) },
      rescue: { draft in
        self.storage.withLock { $0.rescued[draft.id] = draft }
        return Self.rescuePath
      },
      discard: { id in self.storage.withLock { $0.unfinished[id] = nil } },
      unfinished: { self.storage.withLock { Array($0.unfinished.values) } },
      history: { challenge, _, limit in Array(self.finished(in: challenge).prefix(limit)) },
      search: { query, _, limit in
        let workouts = self.finished(in: nil).filter {
          query.matches($0, of: Catalogue.sample[$0.challenge], .midnight)
        }
        return Array(workouts.prefix(limit))
      },
      results: { self.results(maxRecentCount: $0) },
      best: { self.best(in: $0) },
      liveBest: { self.best(in: $0, isLiveOnly: true) },
      last: { id in
        self.finished(in: id).first { workout in
          self.challenge(id).map { $0.score(of: workout) != nil } ?? true
        }
      },
      current: { id in self.storage.withLock { $0.current(id) } },
      delete: { id in
        try self.replace(id, with: nil)
        return nil
      },
      correct: { id, workout, isDeleted in
        try self.replace(id, with: workout, isDeleted: isDeleted)
      },
      undo: { change in try self.undo(change) },
      haveOthersWritten: {
        self.storage.withLock { storage in
          defer { storage.haveOthersWritten = false }
          return storage.haveOthersWritten
        }
      },
      participantCount: { self.best(in: $0) == nil ? 0 : 1 },
      saveRest: { rest in self.storage.withLock { $0.rest = rest } })
  }

  var cues: CueClient {
    CueClient(
      ring: { cue in self.playedCues.withLock { $0.append(cue) } },
      run: { arguments in
        self.commands.withLock { $0.append(arguments) }
        if let error = self.commandError.withLock({ $0 }) { throw error }
      },
      programs: { [.paplay, .aplay, .espeakNG] },
      saveSound: { cue in
        if let error = self.commandError.withLock({ $0 }) { throw error }
        return "/home/ann/my data/" + cue.soundPath
      })
  }

  /// A client for custom challenges.
  var challenges: ChallengesClient {
    ChallengesClient(
      custom: { self.storage.withLock(\.custom) },
      add: { challenge in
        self.storage.withLock { $0.custom.current.append(challenge) }
        return challenge
      },
      findOrAdd: { challenge in
        self.storage.withLock { storage in
          if let found = Catalogue(storage.custom.current).equivalent(of: challenge) {
            return found
          }
          storage.custom.current.append(challenge)
          return challenge
        }
      },
      edit: { challenge, seen in
        try self.storage.withLock { storage in
          let current = storage.custom.current.first { $0.id == challenge.id }
          try EditConflict.check(current, is: seen)
          storage.custom.current.removeAll { $0.id == challenge.id }
          storage.custom.current.append(challenge)
        }
      },
      delete: { challenge in
        try self.storage.withLock { storage in
          let current = storage.custom.current.first { $0.id == challenge.id }
          try EditConflict.check(current, is: challenge)
          storage.custom.deleted.append(challenge)
          storage.custom.current.removeAll { $0.id == challenge.id }
        }
      },
      undo: { _ in
        self.storage.withLock { storage in
          guard let last = storage.custom.deleted.popLast() else { return nil }
          storage.custom.current.append(last)
          return last
        }
      })
  }

  var leaderboard: LeaderboardClient {
    var client = LeaderboardClient()
    client.page = { _, _, challenge in self.page(of: challenge) }
    client.workout = { id in self.finished(in: nil).first { $0.id == id } }
    return client
  }

  private func finish(_ draft: WorkoutDraft) -> SavedWorkout {
    let workout = draft.workout(by: person)
    guard let challenge = self.challenge(draft.challenge) else {
      storage.withLock {
        $0.unfinished[draft.id] = nil
        $0.finished.append(workout)
      }
      return SavedWorkout(workout: workout, score: nil, previousBest: nil)
    }
    let previous = best(in: draft.challenge).flatMap(challenge.score)
    storage.withLock {
      $0.unfinished[draft.id] = nil
      $0.finished.append(workout)
    }
    return SavedWorkout(
      workout: workout, score: challenge.score(of: workout), previousBest: previous)
  }

  private func replace(
    _ id: Workout.ID, with corrected: Workout?, isDeleted: Bool = false
  ) throws {
    try storage.withLock { storage in
      guard storage.current(id)?.id == (isDeleted ? nil : id) else {
        throw EditConflict(current: storage.current(id))
      }
      if let index = storage.finished.firstIndex(where: { $0.id == id }) {
        let old = storage.finished.remove(at: index)
        storage.changes.append(UndoneChange(workout: old, replaced: corrected?.id))
      }
      if let corrected { storage.finished.append(corrected) }
    }
  }

  private func undo(_ change: WorkoutChange?) throws -> UndoneChange? {
    try storage.withLock { storage in
      switch change {
      case .corrected(_, let copy) where !storage.finished.contains { $0.id == copy }:
        throw EditConflict(current: storage.current(copy))
      case .deleted(let id) where !storage.changes.contains { $0.workout.id == id }:
        throw EditConflict(current: storage.current(id))
      default: break
      }
      guard let change = storage.changes.popLast() else { return nil }
      storage.finished.removeAll { $0.id == change.replaced }
      storage.finished.append(change.workout)
      return change
    }
  }

  /// Returns the finished workouts, newest first.
  private func finished(in challenge: Challenge.ID?) -> [Workout] {
    storage.withLock { $0.finished.reversed() }
      .filter { challenge == nil || $0.challenge == challenge }
  }

  private func results(maxRecentCount: Int) -> [Challenge.ID: PersonalResults] {
    var results: [Challenge.ID: PersonalResults] = [:]
    for workout in finished(in: nil) where results[workout.challenge] == nil {
      results[workout.challenge] = PersonalResults(
        best: challenge(workout.challenge).flatMap {
          best(in: workout.challenge).flatMap($0.score)
        }, last: workout,
        recent: challenge(workout.challenge).map {
          finished(in: workout.challenge).prefix(maxRecentCount).reversed().compactMap($0.score)
        } ?? [])
    }
    return results
  }

  private func challenge(_ id: Challenge.ID) -> Challenge? {
    catalogue.adding(storage.withLock(\.custom))[id]
  }

  /// Returns the best complete workout.
  private func best(in id: Challenge.ID, isLiveOnly: Bool = false) -> Workout? {
    guard let challenge = challenge(id) else { return nil }
    return finished(in: id)
      .filter {
        challenge.score(of: $0)?.isComplete == true && (!isLiveOnly || $0.provenance.isLive)
      }
      .min { challenge.score(of: $0)!.rankKey < challenge.score(of: $1)!.rankKey }
  }

  private func page(of challenge: Challenge.ID) -> LeaderboardPage {
    guard
      let best = best(in: challenge), let score = self.challenge(challenge)?.score(of: best)
    else {
      return LeaderboardPage(
        standings: [], next: nil, yourStanding: nil, participantCount: 0, week: nil)
    }
    let standing = Standing(
      id: 1, rank: 1, name: person, score: score, achievedAt: best.achievedAt, isYou: true,
      workout: best.id)
    return LeaderboardPage(
      standings: [standing], next: nil, yourStanding: standing, participantCount: 1, week: nil)
  }
}
