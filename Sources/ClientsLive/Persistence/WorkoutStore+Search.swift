import FoundationEssentials
import Models
import SQLite

extension WorkoutStore {
  /// The number of workouts to read at a time.
  private static let searchPageSize = 200

  /// Returns a person's finished workouts that match a query, newest first, without deleted ones.
  ///
  /// SQLite skips a workout, without reading its log, if a word cannot occur in its challenge, note, sets or day.
  ///
  /// - Parameters:
  ///   - catalogue: The challenges, for their names.
  ///   - after: The last workout of the previous page.
  ///   - limit: The maximum number of workouts. If it is not positive, the result is empty.
  /// - Complexity: O(k) for k workouts: those up to the last one returned, or all in the query's days.
  public func search(
    _ query: HistoryQuery, of name: PersonName, catalogue: Catalogue, after: Workout.Cursor? = nil,
    limit: Int
  ) throws -> [Workout] {
    try connection.read {
      guard let person = try connection.people.rowID(of: name) else { return [] }
      var challengeTexts: [Challenge.ID: SearchableText] = [:]
      for id in try challenges(of: person) {
        challengeTexts[id] = catalogue[id]?.searchText ?? id.searchText
      }
      let filter = try SearchFilter(
        query, challengeTexts, exercises: connection.strength.shownNames(of: person))
      let dayStart = try connection.dayStart
      var matches: [Workout] = []
      var cursor = query.start(after: after)
      while matches.count < limit {
        let page = try candidates(filter, of: person, after: cursor)
        for workout in page where matches.count < limit {
          let text = challengeTexts[workout.challenge] ?? workout.challenge.searchText
          if query.matches(workout, dayStart, challengeText: text) { matches.append(workout) }
        }
        // Dates out of range are clamped, so the cursor might not advance in an invalid database.
        guard
          page.count == Self.searchPageSize, let last = page.last, last.cursor != cursor
        else { break }
        cursor = last.cursor
      }
      return matches
    }
  }

  /// Returns the challenges of a person's workouts, including unknown ones.
  private func challenges(of person: Int64) throws -> [Challenge.ID] {
    try connection.all(
      """
      WITH RECURSIVE done (challenge) AS (
        SELECT min(challenge) FROM workouts WHERE person = ?1 AND deleted_at IS NULL
        UNION ALL
        SELECT (SELECT min(challenge) FROM workouts
          WHERE person = ?1 AND challenge > done.challenge AND deleted_at IS NULL)
        FROM done WHERE done.challenge IS NOT NULL
      )
      SELECT challenge FROM done WHERE challenge IS NOT NULL
      """, .integer(person)
    ) { Challenge.ID(rawValue: $0.text("challenge")) }
  }

  /// Returns the next workouts that can match, newest first.
  private func candidates(
    _ filter: SearchFilter, of person: Int64, after cursor: Workout.Cursor?
  ) throws -> [Workout] {
    let (startedAt, id) = Self.position(cursor)
    // A text with characters other than ASCII letters, digits and most punctuation may match although LIKE does not,
    // because a search ignores accents and apostrophes.
    return try connection.all(
      """
      WITH words (word, pattern, date) AS MATERIALIZED (
        SELECT key, json_extract(value, '$[0]'), json_extract(value, '$[1]') FROM json_each(?5)
      ), challenges (word, challenge) AS MATERIALIZED (
        SELECT w.key, c.value FROM json_each(?6) w, json_each(w.value) c
      ), exercises (word, key) AS MATERIALIZED (
        SELECT w.key, e.value FROM json_each(?7) w, json_each(w.value) e
      )
      SELECT * FROM workouts_with_names w
      WHERE w.person = ?1 AND w.deleted_at IS NULL AND (w.started_at, w.id) < (?2, ?3)
        AND w.started_at >= ?8 AND NOT EXISTS (
          SELECT 1 FROM words
          WHERE (word, w.challenge) NOT IN (SELECT word, challenge FROM challenges)
            AND ifnull(w.note, '') NOT LIKE pattern AND ifnull(w.note, '') NOT GLOB '*[^ -&(-~]*'
            AND (date IS NULL OR date(w.day * 86400, 'unixepoch') NOT LIKE date)
            AND (w.challenge <> ?9 OR NOT EXISTS (
              SELECT 1 FROM strength_sets s WHERE s.workout = w.id AND (
                (word, s.key) IN (SELECT word, key FROM exercises)
                OR s.exercise LIKE pattern OR s.exercise GLOB '*[^ -&(-~]*'
                OR s.entry LIKE pattern))))
      ORDER BY w.started_at DESC, w.id DESC LIMIT ?4
      """,
      .integer(person), startedAt, id, .integer(Int64(Self.searchPageSize)),
      .text(filter.words), .text(filter.challenges), .text(filter.exercises),
      .integer(filter.earliestStart), .text(Challenge.ID.strength.rawValue)
    ) { try $0.workout() }.map(connection.strength.withNewNames)
  }
}

/// The words of a query and the places where each can occur, as JSON for a statement.
private struct SearchFilter {
  /// For each word, its pattern, and the pattern of the dates that begin with it (null if it can't begin a date).
  let words: String
  /// For each word, the challenges whose text contains it.
  let challenges: String
  /// For each word, the keys of the exercises whose name contains it.
  let exercises: String
  /// The earliest possible start in milliseconds since 1970.
  let earliestStart: Int64

  /// Creates a filter.
  ///
  /// - Parameters:
  ///   - challengeTexts: The texts of the person's challenges.
  ///   - exercises: The keys and the names of the person's exercises.
  init(
    _ query: HistoryQuery, _ challengeTexts: [Challenge.ID: SearchableText],
    exercises: [(key: String, shown: String)]
  ) {
    let exerciseTexts = exercises.map { (key: $0.key, text: SearchableText(names: [$0.shown])) }
    var (words, challenges, names): ([JSONText], [JSONText], [JSONText]) = ([], [], [])
    for word in query.words {
      let text = word.folded
      let isDate = text.utf8.allSatisfy { $0 == 45 || (48...57).contains($0) }
      // A word also matches without its hyphens, and the texts of a workout's sets are separated by commas.
      let letters = String(text.map { $0.isLetter || $0.isNumber ? $0 : "%" })
      words.append(.array([.string("%\(letters)%"), isDate ? .string("\(text)%") : .null]))
      challenges.append(
        .array(
          challengeTexts.filter { $0.value.contains(word) }.map { .string($0.key.rawValue) }))
      names.append(
        .array(exerciseTexts.filter { $0.text.contains(word) }.map { .string($0.key) }))
    }
    self.words = JSONText.array(words).text
    self.challenges = JSONText.array(challenges).text
    self.exercises = JSONText.array(names).text
    earliestStart = query.firstDay.map { ($0 - 1) * 86_400_000 } ?? .min
  }
}

extension HistoryQuery {
  /// Returns the position after which workouts can match. No time zone differs from UTC by a day, and a day
  /// begins at noon at the latest.
  fileprivate func start(after cursor: Workout.Cursor?) -> Workout.Cursor? {
    guard let lastDay else { return cursor }
    let end = Date(timeIntervalSince1970: Double(lastDay + 3) * 86_400)
    if let cursor, cursor.startedAt <= end { return cursor }
    return Workout.Cursor(
      startedAt: end, id: UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)))
  }
}
