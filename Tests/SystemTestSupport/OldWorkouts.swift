/// A workout as the first versions of the database knew it, written by a script.
package enum OldWorkouts {
  /// One that looks as if so many others had been kept before.
  package static func last(number: Int) -> String {
    """
    INSERT INTO people (id, name) VALUES (1, 'Ann');
    INSERT INTO workouts (number, id, person, challenge, started_at, duration_ms, reps, rep_log)
      VALUES (\(number), zeroblob(16), 1, 'pushups-2min', 1772366400000, 120000, 0, x'');
    """
  }
}
