import Clients
import ClientsLive
import FoundationEssentials
import Models
import SQLite
import Scripting
import WorkoutSeeding

extension Bench {
  /// Measures the app's database operations with histories of different sizes.
  mutating func measureDatabase() throws {
    let sizes =
      options.isQuick ? [300] : options.isFull ? [1000, 100_000, 1_000_000] : [1000, 100_000]
    try measureOpening(BenchDatabase(workouts: 0))
    for size in sizes {
      let database = try BenchDatabase(workouts: size)
      try measureOpening(database)
      try measurePages(database)
      measureProfile(database)
      try measureSaving(database)
    }
  }

  /// Measures the work before the first screen: opening the file, and reading the challenges and their results.
  private mutating func measureOpening(_ database: BenchDatabase) throws {
    measure("database.open", size: database.workouts) {
      guard let stores = try? database.open() else { return check(false, "database.open") }
      let own = try? stores.challenges.custom().current.count
      let done = try? stores.workouts.results(of: database.person).count
      check(own != nil && (done ?? 0) >= min(1, database.workouts), "database.open")
      stores.close()
    }
  }

  /// Measures pages of a leaderboard, including the person's own rank and the number of people.
  private mutating func measurePages(_ database: BenchDatabase) throws {
    for (filter, name) in [(TimeFilter.allTime, "ever"), (.thisWeek, "week")] {
      let cursors = try database.cursors(filter)
      for (place, cursor) in cursors {
        measure("database.page.\(name).\(place)", size: database.workouts) {
          let page = try? database.page(after: cursor, filter)
          check((page?.standings.count ?? 0) > 0, "database.page")
        }
      }
    }
  }

  /// Measures the profile and the history of the person with the most workouts.
  private mutating func measureProfile(_ database: BenchDatabase) {
    measure("database.profile", size: database.workouts) {
      let summary = try? database.stores.statistics.summary(
        of: database.person, at: database.now, SummaryRequest())
      check((summary?.workoutCount ?? 0) > 0, "database.profile")
    }
    measure("database.history", size: database.workouts) {
      let page = try? database.stores.workouts.history(of: database.person, limit: 20)
      check((page?.count ?? 0) > 0, "database.history")
    }
  }

  /// Measures changes, which wait for the disk. Saving is also measured without the wait.
  private mutating func measureSaving(_ database: BenchDatabase) throws {
    var random = SeededGenerator(seed: UInt64(database.workouts))
    measure("database.delete.best", size: database.workouts) {
      check((try? database.deleteAndUndo()) == true, "database.delete.best")
    }
    measure("database.rep", size: database.workouts) {
      check((try? database.checkpointRep()) != nil, "database.rep")
    }
    measure("database.save", size: database.workouts) {
      check((try? database.save(&random)) != nil, "database.save")
    }
    try database.stores.disableSync()
    measure("database.save.nosync", size: database.workouts) {
      check((try? database.save(&random)) != nil, "database.save.nosync")
    }
  }
}

/// A database for one measurement.
private final class BenchDatabase {
  let workouts: Int
  let stores: Connection
  /// The person with the most workouts, who is first on leaderboards.
  let person: PersonName
  /// A time in the last week of the seeded history. An eighth of the workouts are in that week.
  let now: Date
  private let folder: TemporaryFolder
  private var saved = 0
  private var running = WorkoutDraft(id: UUID(), challenge: challenge, startedAt: Date())

  private static let challenge: Challenge.ID = "pushups-100"

  init(workouts: Int) throws {
    self.workouts = workouts
    folder = try TemporaryFolder()
    stores = try Connection.open(in: DataFolder(path: folder.path))
    let seeder = Seeder(workouts: workouts, people: max(1, min(100_000, workouts / 10)))
    person = SeedNames.name(0)
    now = seeder.end.addingTimeInterval(-3600)
    if workouts > 0 {
      report("database: \(workouts) workouts …")
      let filling = try open()
      try filling.disableSync()
      try seeder.fill(filling)
      filling.close()
    }
  }

  func open() throws -> Connection {
    try Connection.open(in: DataFolder(path: folder.path))
  }

  func page(after cursor: Standing.Cursor?, _ filter: TimeFilter) throws -> LeaderboardPage {
    try stores.leaderboard.page(
      of: Self.challenge, filter: filter, .after(cursor), currentPerson: person,
      today: DayStart.midnight.day(at: now)
    )
  }

  /// Returns the cursors of the first, the middle and the last page.
  func cursors(_ filter: TimeFilter) throws -> [(String, Standing.Cursor?)] {
    var cursors: [Standing.Cursor?] = [nil]
    while let next = try page(after: cursors[cursors.count - 1], filter).next {
      cursors.append(next)
    }
    return [
      ("first", nil), ("middle", cursors[cursors.count / 2]), ("last", cursors[cursors.count - 1]),
    ]
  }

  /// Saves a workout that beats the previous one, so that all derived data changes.
  func save(_ random: inout SeededGenerator) throws {
    saved += 1
    var log = WorkoutLog()
    for rep in 1...100 {
      log.append(.press, at: .milliseconds(rep * 1400 + random.int(0...300)))
    }
    let draft = WorkoutDraft(
      id: UUID(), challenge: Self.challenge, startedAt: now.addingTimeInterval(Double(-saved)),
      duration: .seconds(150), log: log)
    _ = try stores.workouts.finish(draft, by: person)
  }

  /// Saves a checkpoint of the running workout with one more rep.
  func checkpointRep() throws {
    running.duration += .milliseconds(1400)
    // The log never exceeds the length of a workout, regardless of the number of measurements.
    if running.log.reps.count == 100 { running.log = WorkoutLog() }
    running.log.append(.press, at: .milliseconds(1400 * (running.log.reps.count + 1)))
    try stores.unfinished.checkpoint(running, by: person)
  }

  /// Deletes the person's best workout, so that the next best is determined, and undoes the deletion.
  func deleteAndUndo() throws -> Bool {
    guard let best = try stores.workouts.best(of: person, in: Self.challenge) else { return false }
    try stores.workouts.delete(best.id, of: person, at: now)
    let undone = try stores.workouts.undo(.deleted(best.id), of: person, at: now)
    return undone?.workout.id == best.id
  }
}
