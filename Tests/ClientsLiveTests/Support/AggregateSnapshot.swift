import FoundationEssentials
import Models
import SQLite

@testable import ClientsLive

/// The aggregates in the database, or the aggregates computed from the workouts. The two snapshots must be equal.
struct AggregateSnapshot: Equatable {
  /// Challenge, week, person, rank key, date.
  var bests: Set<[String]> = []
  /// Challenge, week, shift, bucket, people.
  var scores: Set<[String]> = []
  /// Person, calendar, number, workouts, reps, milliseconds.
  var periods: Set<[String]> = []
  /// Person, calendar, first, last.
  var runs: Set<[String]> = []
}

extension AggregateSnapshot {
  /// Reads the aggregates from the tables.
  init(storedIn stores: Connection) throws {
    bests = Set(
      try stores.all("SELECT challenge, week, person, rank_key, achieved_at FROM bests") {
        $0.texts(5)
      })
    scores = Set(
      try stores.all("SELECT challenge, week, shift, bucket, people FROM score_counts") {
        $0.texts(5)
      })
    periods = Set(
      try stores.all(
        "SELECT person, calendar, number, workouts, reps, duration_ms FROM periods"
      ) { $0.texts(6) })
    runs = Set(
      try stores.all("SELECT person, calendar, first, last FROM runs") { $0.texts(4) })
  }

  /// Computes the aggregates from the workouts by the rules of the models, without SQL.
  init(computedFrom stores: Connection) throws {
    let workouts = try stores.all(
      """
      SELECT * FROM workouts WHERE deleted_at IS NULL
      """
    ) { (workout: try $0.workout(), person: $0.integer("person")) }
    let catalogue = try stores.challenges.catalogue()
    addBests(workouts, catalogue)
    // A workout without a score is not counted.
    addPeriods(
      workouts.filter { catalogue[$0.workout.challenge].flatMap($0.workout.acceptedScore) != nil })
  }

  private struct Key: Hashable {
    var challenge: Challenge.ID
    var week: Int64
    var person: Int64
  }

  private mutating func addBests(
    _ workouts: [(workout: Workout, person: Int64)],
    _ catalogue: Catalogue
  ) {
    var best: [Key: (key: Int64, at: Int64)] = [:]
    for (workout, person) in workouts {
      guard let score = catalogue[workout.challenge].flatMap(workout.acceptedScore) else {
        continue
      }
      let new = (key: score.rankKey, at: workout.achievedAt.millisecondsSince1970)
      let day = DayStart.midnight.day(of: workout)
      let weeks = [0] + Settings.WeekStart.allCases.map { Week(of: day, startingOn: $0).number }
      let isLive = workout.provenance.isDisjoint(with: [.typed, .edited, .imported])
      for week in weeks + (isLive ? weeks.map { -1 - $0 } : []) {
        let key = Key(challenge: workout.challenge, week: week, person: person)
        best[key] = best[key].map { $0 < new ? $0 : new } ?? new
      }
    }
    var counts: [[String]: Int] = [:]
    for (key, value) in best {
      let board = [key.challenge.rawValue, "\(key.week)"]
      bests.insert(board + ["\(key.person)", "\(value.key)", "\(value.at)"])
      for shift in [0, 8, 16, 24, 32] {
        counts[board + ["\(shift)", "\(value.key >> Int64(shift))"], default: 0] += 1
      }
    }
    scores = Set(counts.map { $0.key + ["\($0.value)"] })
  }

  private mutating func addPeriods(_ workouts: [(workout: Workout, person: Int64)]) {
    let calendars: [PeriodCalendar] =
      [.everything, .days] + Settings.WeekStart.allCases.map { .weeks($0) }
    for calendar in calendars {
      for (person, personWorkouts) in Dictionary(grouping: workouts, by: \.person) {
        let done = Dictionary(grouping: personWorkouts) {
          calendar.period(of: DayStart.midnight.day(of: $0.workout))
        }
        for (number, all) in done {
          let milliseconds = all.reduce(0) { $0 + $1.workout.duration.wholeMilliseconds }
          let reps = all.reduce(0) { $0 + $1.workout.reps }
          periods.insert(
            [person, calendar.number, number, Int64(all.count), Int64(reps), milliseconds]
              .map(String.init))
        }
        guard calendar.number > 0 else { continue }
        for run in done.keys.sorted().runs {
          runs.insert(
            [person, calendar.number, run.lowerBound, run.upperBound].map(String.init))
        }
      }
    }
  }
}

extension [Int64] {
  /// The ranges of consecutive numbers in a sorted array.
  fileprivate var runs: [ClosedRange<Int64>] {
    reduce(into: []) { runs, number in
      if let last = runs.last, last.upperBound == number - 1 {
        runs[runs.count - 1] = last.lowerBound...number
      } else {
        runs.append(number...number)
      }
    }
  }
}

extension Row {
  fileprivate func texts(_ count: Int32) -> [String] { (0..<count).map { text($0) } }
}
