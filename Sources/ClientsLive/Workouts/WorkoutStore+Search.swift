import FoundationEssentials
import Models
import SQLite

extension WorkoutStore {
  /// The number of workouts to read at a time.
  private static let searchPageSize = 200

  /// Returns a person's finished workouts that match a query, newest first, without deleted ones.
  ///
  /// - Parameters:
  ///   - catalogue: The challenges, for their names.
  ///   - after: The last workout of the previous page.
  ///   - limit: The maximum number of workouts; none if it is not positive.
  /// - Throws: ``DatabaseError``.
  /// - Complexity: O(k) for k workouts up to the last one that is returned, or in the query's days.
  public func search(
    _ query: HistoryQuery, of name: PersonName, catalogue: Catalogue, after: Workout.Cursor? = nil,
    limit: Int
  ) throws -> [Workout] {
    var matches: [Workout] = []
    var challengeTexts: [Challenge.ID: SearchableText] = [:]
    func text(of id: Challenge.ID) -> SearchableText {
      let text = challengeTexts[id] ?? catalogue[id]?.searchText ?? id.searchText
      challengeTexts[id] = text
      return text
    }
    var cursor = query.start(after: after)
    while matches.count < limit {
      let page = try history(of: name, after: cursor, limit: Self.searchPageSize)
      for workout in page where matches.count < limit {
        if query.matches(workout, challengeText: text(of: workout.challenge)) {
          matches.append(workout)
        }
      }
      // Dates out of range are clamped, so in an invalid database the cursor may not advance.
      guard
        page.count == Self.searchPageSize, let last = page.last, last.cursor != cursor,
        !query.isOver(at: last)
      else { break }
      cursor = last.cursor
    }
    return matches
  }
}

extension HistoryQuery {
  /// Returns the position after which workouts can match. No time zone is a day from UTC.
  fileprivate func start(after cursor: Workout.Cursor?) -> Workout.Cursor? {
    guard let lastDay else { return cursor }
    let end = Date(timeIntervalSince1970: Double(lastDay + 2) * 86_400)
    if let cursor, cursor.startedAt <= end { return cursor }
    return Workout.Cursor(
      startedAt: end, id: UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)))
  }

  /// Whether all workouts that are older than `workout` are before the query's days.
  fileprivate func isOver(at workout: Workout) -> Bool {
    firstDay.map { workout.startedAt.timeIntervalSince1970 < Double($0 - 1) * 86_400 } ?? false
  }
}
