import Clients
import FoundationEssentials
import Models
import SQLite

extension WorkoutsClient {
  /// Returns a client that stores the workouts of `person` in `database`.
  ///
  /// - Parameters:
  ///   - now: The wall clock, which determines the contents of the trash and the time of a checkpoint.
  ///   - heartbeat: Records the time of a running workout between its reps; if `nil`, the database records it.
  ///   - rescue: The folder for workouts that cannot be saved in the database.
  public static func live(
    database: Database, person: PersonName,
    now: @escaping @Sendable () -> Date = { Date() }, heartbeat: Heartbeat? = nil,
    rescue: RescueFolder? = nil
  ) -> WorkoutsClient {
    let current = UnfinishedWorkouts(
      database: database, person: person, now: now, heartbeat: heartbeat, rescueFolder: rescue)
    return WorkoutsClient(
      checkpoint: current.checkpoint, finish: current.finish, rescue: current.rescue,
      discard: current.discard, unfinished: current.unfinished,
      history: { challenge, after, limit in
        try await database.withStores {
          try $0.workouts.history(of: person, challenge: challenge, after: after, limit: limit)
        }
      },
      search: { query, after, limit in
        try await database.withStores {
          // A query that was replaced while it waited is not run.
          try Task.checkCancellation()
          return try $0.workouts.search(
            query, of: person, catalogue: try $0.challenges.catalogue(),
            after: after, limit: limit)
        }
      },
      results: { maxRecentCount in
        try await database.withStores {
          try $0.workouts.results(of: person, maxRecentCount: maxRecentCount)
        }
      },
      best: { id in try await database.withStores { try $0.workouts.best(of: person, in: id) } },
      liveBest: { id in
        try await database.withStores {
          try $0.workouts.best(of: person, in: id, isLiveOnly: true)
        }
      },
      last: { id in
        try await database.withStores {
          try $0.workouts.last(of: person, in: id)
        }
      },
      current: { id in
        try await database.withStores { try $0.workouts.current(id, of: person) }
      },
      delete: { id in
        let now = now()
        return try await database.withStores {
          try $0.workouts.delete(id, of: person, at: now)
        }
      },
      correct: { id, workout, isDeleted in
        let now = now()
        try await database.withStores {
          try $0.workouts.correct(id, with: workout, isDeleted: isDeleted, of: person, at: now)
        }
      },
      undo: { change in
        let now = now()
        return try await database.withStores {
          try $0.workouts.undo(change, of: person, at: now)
        }
      },
      haveOthersWritten: {
        try await database.withStores { try $0.connection.haveOthersWritten() }
      },
      participantCount: { id in
        try await database.withStores { try $0.leaderboard.participantCount(in: id) }
      },
      saveRest: { rest in
        try await database.withStores { try $0.rests.save(rest, of: person) }
      })
  }
}

/// The unfinished workouts of a person: their rows, heartbeats and files.
private struct UnfinishedWorkouts: Sendable {
  let database: Database
  let person: PersonName
  let now: @Sendable () -> Date
  let heartbeat: Heartbeat?
  let rescueFolder: RescueFolder?

  func checkpoint(_ draft: WorkoutDraft) async throws {
    let now = now()
    if heartbeat?.recordBeat(for: draft, at: now) == true { return }
    let endedCount = heartbeat?.endedCount ?? 0
    let path = try await database.withStores {
      try $0.unfinished.checkpoint(draft, by: person, at: now)
      return $0.connection.path
    }
    heartbeat?.didSave(draft, in: path, since: endedCount)
  }

  func finish(_ draft: WorkoutDraft) async throws -> SavedWorkout {
    let saved = try await database.withStores {
      let isKnown = try $0.challenges.challenge(draft.challenge) != nil
      guard isKnown || draft.challenge == .strength else {
        throw UnknownChallenge(id: draft.challenge)
      }
      let saved = try $0.workouts.finish(draft, by: person)
      rescueFolder?.remove(draft.id)
      return saved
    }
    heartbeat?.end(draft.id)
    return saved
  }

  func rescue(_ draft: WorkoutDraft) async throws -> String {
    guard let rescueFolder else { throw SettingsError.noFolder }
    return try await database.runWithoutConnection { try rescueFolder.write(draft, by: person) }
  }

  func discard(_ id: Workout.ID) async throws {
    try await database.withStores {
      try $0.unfinished.discard(id)
      rescueFolder?.remove(id)
    }
    heartbeat?.end(id)
  }

  func unfinished() async throws -> [WorkoutDraft] {
    try await database.withStores { stores in
      let unsaved = rescueFolder?.importWorkouts(into: stores) ?? []
      // A workout that is still in its file has more reps there than in the database.
      let drafts = unsaved.filter { $0.person == person }.map(\.draft)
      let ids = Set(drafts.map(\.id))
      return try drafts
        + stores.unfinished.abandoned(of: person).filter { !ids.contains($0.id) }
    }
  }
}
