import Clients
import FoundationEssentials
import Models
import ReducerRuntime
import SQLite
import Synchronization

extension DependencyValues {
  /// Sets the clients that store data in `database` on behalf of `person`, without a server.
  ///
  /// - Parameters:
  ///   - now: Returns the current time.
  ///   - heartbeat: Records the time of a running workout between its reps; if `nil`, the database records it.
  ///   - rescue: The folder for workouts that cannot be saved in the database.
  ///   - programs: The file of the person's programs; `nil` if there is no folder for it.
  public mutating func useDatabase(
    _ database: Database, as person: PersonName, now: @escaping @Sendable () -> Date = { Date() },
    heartbeat: Heartbeat? = nil, rescue: RescueFolder? = nil, programs: ProgramFile? = nil
  ) {
    workouts = .live(
      database: database, person: person, now: now, heartbeat: heartbeat, rescue: rescue)
    people = .live(database: database)
    challenges = .live(database: database, now: now)
    plans = .live(database: database, person: person, now: now)
    statistics = .live(database: database, person: person, now: now)
    strength = .live(database: database, person: person, programs: programs)
    leaderboards = LeaderboardsClient(
      machine: .live(database: database, person: person, now: now))
    sync = .notJoined
    races = .notJoined
    analytics = .live(database: database)
  }
}

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
    WorkoutsClient(
      checkpoint: { draft in
        let now = now()
        if heartbeat?.recordBeat(for: draft, at: now) == true { return }
        let endedCount = heartbeat?.endedCount ?? 0
        let path = try await database.run {
          try $0.unfinished.checkpoint(draft, by: person, at: now)
          return $0.path
        }
        heartbeat?.didSave(draft, in: path, since: endedCount)
      },
      finish: { draft in
        let saved = try await database.run {
          let isKnown = try $0.challenges.challenge(draft.challenge) != nil
          guard isKnown || draft.challenge == .strength else {
            throw UnknownChallenge(id: draft.challenge)
          }
          let saved = try $0.workouts.finish(draft, by: person)
          rescue?.remove(draft.id)
          return saved
        }
        heartbeat?.end(draft.id)
        return saved
      },
      rescue: { draft in
        guard let rescue else { throw SettingsError.noFolder }
        return try await database.runWithoutConnection { try rescue.write(draft, by: person) }
      },
      discard: { id in
        try await database.run {
          try $0.unfinished.discard(id)
          rescue?.remove(id)
        }
        heartbeat?.end(id)
      },
      unfinished: {
        try await database.run { connection in
          let unsaved = rescue?.importWorkouts(into: connection) ?? []
          // A workout that is still in its file has more reps there than in the database.
          let drafts = unsaved.filter { $0.person == person }.map(\.draft)
          let ids = Set(drafts.map(\.id))
          return try drafts
            + connection.unfinished.abandoned(of: person).filter { !ids.contains($0.id) }
        }
      },
      history: { challenge, after, limit in
        try await database.run {
          try $0.workouts.history(of: person, challenge: challenge, after: after, limit: limit)
        }
      },
      search: { query, after, limit in
        try await database.run {
          // A query that was replaced while it waited is not run.
          try Task.checkCancellation()
          return try $0.workouts.search(
            query, of: person, catalogue: try $0.challenges.catalogue(),
            after: after, limit: limit)
        }
      },
      results: { maxRecentCount in
        try await database.run {
          try $0.workouts.results(of: person, maxRecentCount: maxRecentCount)
        }
      },
      best: { id in try await database.run { try $0.workouts.best(of: person, in: id) } },
      liveBest: { id in
        try await database.run { try $0.workouts.best(of: person, in: id, isLiveOnly: true) }
      },
      last: { id in try await database.run { try $0.workouts.last(of: person, in: id) } },
      current: { id in try await database.run { try $0.workouts.current(id, of: person) } },
      delete: { id in
        try await database.run { [now = now()] in
          try $0.workouts.delete(id, of: person, at: now)
        }
      },
      correct: { id, workout, isDeleted in
        try await database.run { [now = now()] in
          try $0.workouts.correct(id, with: workout, isDeleted: isDeleted, of: person, at: now)
        }
      },
      undo: { change in
        try await database.run { [now = now()] in
          try $0.workouts.undo(change, of: person, at: now)
        }
      },
      haveOthersWritten: { try await database.run { try $0.haveOthersWritten() } },
      participantCount: { id in
        try await database.run { try $0.leaderboard.participantCount(in: id) }
      },
      saveRest: { rest in try await database.run { try $0.rests.save(rest, of: person) } })
  }
}

extension ChallengesClient {
  /// Returns a client that stores challenges in `database`.
  ///
  /// - Parameter now: The wall clock, which determines the changes that can still be undone.
  public static func live(
    database: Database, now: @escaping @Sendable () -> Date = { Date() }
  ) -> ChallengesClient {
    ChallengesClient(
      custom: { try await database.run { try $0.challenges.custom() } },
      add: { challenge in try await database.run { try $0.challenges.add(challenge) } },
      findOrAdd: { challenge in try await database.run { try $0.challenges.findOrAdd(challenge) } },
      edit: { challenge, seen in
        try await database.run { [now = now()] in
          try $0.challenges.edit(challenge, replacing: seen, at: now)
        }
      },
      delete: { challenge in
        try await database.run { [now = now()] in try $0.challenges.delete(challenge, at: now) }
      },
      undo: { change in
        try await database.run { [now = now()] in try $0.challenges.undo(change, at: now) }
      })
  }
}

extension PlansClient {
  /// Returns a client that stores the plans of `person` in `database`.
  ///
  /// - Parameter now: Returns the time to record as the end of a plan. Undo reactivates the plan with the latest end.
  public static func live(
    database: Database, person: PersonName, now: @escaping @Sendable () -> Date = { Date() }
  ) -> PlansClient {
    PlansClient(
      all: { try await database.run { try $0.plans.all(of: person) } },
      start: { plan in
        try await database.run { [now = now()] in try $0.plans.start(plan, by: person, at: now) }
      },
      recordSet: { set, plan, day in
        try await database.run { try $0.plans.recordSet(set, of: plan, on: day) }
      },
      end: { plan in
        try await database.run { [now = now()] in try $0.plans.end(plan, by: person, at: now) }
      },
      undo: { challenge, seen in
        try await database.run { try $0.plans.undo(challenge, replacing: seen, by: person) }
      })
  }
}

extension StatisticsClient {
  /// Returns a client that summarizes the workouts of `person` in `database`.
  ///
  /// - Parameter now: The wall clock, which determines the current day.
  public static func live(
    database: Database, person: PersonName, now: @escaping @Sendable () -> Date = { Date() }
  ) -> StatisticsClient {
    StatisticsClient(
      summary: { request in
        try await database.run { [now = now()] in
          try $0.statistics.summary(of: person, at: now, request)
        }
      },
      period: { period, settings in
        try await database.run { [now = now()] in
          var summary = PeriodSummary(
            of: person, in: period, today: try $0.dayStart.day(at: now), settings)
          try $0.statistics.fill(&summary)
          return summary
        }
      })
  }
}

extension PeopleClient {
  /// Returns a client that renames people in `database`.
  public static func live(database: Database) -> PeopleClient {
    PeopleClient(rename: { from, to in
      try await database.run { try $0.people.rename(from, to: to) }
    })
  }
}

extension AnalyticsClient {
  /// Returns a client that stores events in `database`.
  public static func live(database: Database) -> AnalyticsClient {
    AnalyticsClient(record: { event in
      try await database.run { try $0.events.record(event) }
    })
  }
}

extension StrengthClient {
  /// Returns a client that reads the sessions of `person` in `database`.
  ///
  /// - Parameter programs: The file of the person's programs; `nil` if there is no folder for it.
  public static func live(
    database: Database, person: PersonName, programs: ProgramFile? = nil
  ) -> StrengthClient {
    StrengthClient(
      exercises: { try await database.run { try $0.strength.summaries(of: person) } },
      history: { exercise in
        try await database.run { try $0.strength.history(of: exercise, by: person) }
      },
      bodyWeight: { today in
        try await database.run { try $0.strength.bodyWeight(of: person, on: today) }
      },
      programs: {
        try await database.runWithoutConnection {
          try TrainingProgram.standard + (programs?.load() ?? [])
        }
      },
      next: { settings, today in
        try await database.run {
          try $0.strength.next(of: person, settings, programs, today: today)
        }
      },
      saveSettings: { settings, seen, exercise in
        try await database.run {
          try $0.strength.save(settings, replacing: seen, for: exercise, by: person)
        }
      })
  }
}

extension LeaderboardClient {
  /// Returns the client of this machine's leaderboards, which are in `database`.
  ///
  /// - Parameters:
  ///   - person: The person whose entry is marked.
  ///   - now: The wall clock, which together with the local time zone determines the current week.
  public static func live(
    database: Database, person: PersonName, now: @escaping @Sendable () -> Date = { Date() }
  ) -> LeaderboardClient {
    var client = LeaderboardClient()
    client.page = { range, filter, challenge in
      try await database.run { [now = now()] in
        try $0.leaderboard.page(
          of: challenge, filter: filter.period, isLiveOnly: filter.isLiveOnly, range,
          currentPerson: person, today: $0.dayStart.day(at: now))
      }
    }
    client.workout = { id in try await database.run { try $0.workouts.workout(id) } }
    return client
  }
}

extension SettingsClient {
  /// Returns a client that saves settings in `file`, and the beginning of the days in `database` too.
  ///
  /// - Parameters:
  ///   - file: The settings file, or `nil` if there is no folder for it; saving then throws.
  ///   - loaded: The settings at the start.
  public static func live(
    _ file: SettingsFile?, loaded: Settings, on database: Database
  ) -> SettingsClient {
    // The settings that this process last loaded or saved.
    let last = LastSettings(loaded)
    return SettingsClient(save: { settings in
      guard let file else { throw SettingsError.noFolder }
      if last.settings.withLock({ $0.dayStart != settings.dayStart }) {
        try await database.run { try $0.setDayStart(settings.dayStart) }
      }
      return try await database.runWithoutConnection {
        try last.settings.withLock { last in
          last = try file.save(settings, changing: last)
          return last
        }
      }
    })
  }
}

private final class LastSettings: Sendable {
  let settings: Mutex<Settings>

  init(_ settings: Settings) { self.settings = Mutex(settings) }
}
