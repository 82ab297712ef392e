extension Migration {
  /// What each person has done, added up by days, by weeks and in all, and which of those follow each other.
  ///
  /// The calendars: 0 has one period, everything; 1, 6 and 7 have the weeks that begin on a Monday, a Saturday, a Sunday;
  /// 8 has days. Weeks are counted from long before there were any, since SQL divides toward zero.
  ///
  /// A run is a stretch of periods without a gap. What is in a period and in a run follows from `workouts` alone, and
  /// is kept by triggers for the reasons that ``scoreCounts`` has.
  static let periods = Migration(
    name: "periods added up",
    script: """
      CREATE TABLE periods (
        person INTEGER NOT NULL REFERENCES people (id),
        calendar INTEGER NOT NULL,
        number INTEGER NOT NULL,
        workouts INTEGER NOT NULL,
        reps INTEGER NOT NULL,
        duration_ms INTEGER NOT NULL,
        PRIMARY KEY (person, calendar, number)
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE runs (
        person INTEGER NOT NULL REFERENCES people (id),
        calendar INTEGER NOT NULL,
        last INTEGER NOT NULL,
        first INTEGER NOT NULL,
        PRIMARY KEY (person, calendar, last)
      ) STRICT, WITHOUT ROWID;

      \(addingUpPeriods)
      \(addingUpRuns)
      CREATE INDEX runs_by_length ON runs (person, calendar, last - first);

      CREATE TRIGGER workouts_come AFTER INSERT ON workouts WHEN NEW.deleted_at IS NULL BEGIN
        \(counting("NEW", "+"))
      END;
      CREATE TRIGGER workouts_go AFTER DELETE ON workouts WHEN OLD.deleted_at IS NULL BEGIN
        \(counting("OLD", "-"))
      END;
      CREATE TRIGGER workouts_change_from
        AFTER UPDATE OF person, day, reps, duration_ms, deleted_at ON workouts
        WHEN OLD.deleted_at IS NULL BEGIN
        \(counting("OLD", "-"))
      END;
      CREATE TRIGGER workouts_change_to
        AFTER UPDATE OF person, day, reps, duration_ms, deleted_at ON workouts
        WHEN NEW.deleted_at IS NULL BEGIN
        \(counting("NEW", "+"))
      END;
      CREATE TRIGGER periods_run_out AFTER UPDATE ON periods WHEN NEW.workouts = 0 BEGIN
        DELETE FROM periods
        WHERE person = NEW.person AND calendar = NEW.calendar AND number = NEW.number;
      END;

      CREATE TRIGGER runs_grow AFTER INSERT ON periods WHEN NEW.calendar > 0 BEGIN
        -- One that begins with the run that ended just before.
        INSERT INTO runs (person, calendar, last, first)
          VALUES (NEW.person, NEW.calendar, NEW.number, coalesce(
            (SELECT first FROM runs WHERE person = NEW.person AND calendar = NEW.calendar
              AND last = NEW.number - 1), NEW.number));
        DELETE FROM runs WHERE person = NEW.person AND calendar = NEW.calendar
          AND last = NEW.number - 1;
        -- The next one takes it in, if it begins just behind.
        UPDATE runs SET first =
            (SELECT first FROM runs WHERE person = NEW.person AND calendar = NEW.calendar
              AND last = NEW.number)
          WHERE person = NEW.person AND calendar = NEW.calendar AND first = NEW.number + 1
            AND last = (SELECT min(last) FROM runs WHERE person = NEW.person
              AND calendar = NEW.calendar AND last > NEW.number);
        DELETE FROM runs WHERE person = NEW.person AND calendar = NEW.calendar
          AND last = NEW.number
          AND (SELECT first FROM runs WHERE person = NEW.person AND calendar = NEW.calendar
            AND last > NEW.number ORDER BY last LIMIT 1) <= NEW.number;
      END;
      CREATE TRIGGER runs_break AFTER DELETE ON periods WHEN OLD.calendar > 0 BEGIN
        -- What is before it becomes a run of its own; what is behind keeps the row.
        INSERT INTO runs (person, calendar, last, first)
          SELECT person, calendar, OLD.number - 1, first FROM (
            SELECT person, calendar, first FROM runs WHERE person = OLD.person
              AND calendar = OLD.calendar AND last >= OLD.number ORDER BY last LIMIT 1)
          WHERE first < OLD.number;
        UPDATE runs SET first = OLD.number + 1
          WHERE person = OLD.person AND calendar = OLD.calendar
            AND last = (SELECT min(last) FROM runs WHERE person = OLD.person
              AND calendar = OLD.calendar AND last >= OLD.number);
        DELETE FROM runs WHERE person = OLD.person AND calendar = OLD.calendar
          AND last = OLD.number;
      END;

      DROP INDEX workouts_by_day;
      """)

  /// Fills the empty table.
  static let addingUpPeriods = """
    INSERT INTO periods
      SELECT person, 8, day, count(*), sum(reps), sum(duration_ms) FROM workouts
      WHERE deleted_at IS NULL GROUP BY person, day;
    \(addingUpDays(calendar: 1, number: weekNumber("number", offset: 3)))
    \(addingUpDays(calendar: 6, number: weekNumber("number", offset: -2)))
    \(addingUpDays(calendar: 7, number: weekNumber("number", offset: -3)))
    \(addingUpDays(calendar: 0, number: "0"))
    """

  /// Fills the empty table once the periods are there.
  static let addingUpRuns = """
    -- In a run the number of a period grows as its place among all does, so that their difference is the same for
    -- the whole run and for no other.
    INSERT INTO runs
      SELECT person, calendar, max(number), min(number) FROM (
        SELECT person, calendar, number,
          number - row_number() OVER (PARTITION BY person, calendar ORDER BY number) AS island
        FROM periods WHERE calendar > 0)
      GROUP BY person, calendar, island;
    """

  /// - Parameters:
  ///   - day: A column with days from 1970-01-01, a Thursday.
  ///   - offset: From the day that weeks begin with to that Thursday, in days.
  private static func weekNumber(_ day: String, offset: Int) -> String {
    "(\(day) + \(7 * 200_000 + offset)) / 7"
  }

  private static func addingUpDays(calendar: Int, number: String) -> String {
    """
    INSERT INTO periods
      SELECT person, \(calendar), \(number), sum(workouts), sum(reps), sum(duration_ms)
      FROM periods WHERE calendar = 8 GROUP BY 1, 3;
    """
  }

  /// Adds a row of `workouts` to its periods, or takes it away.
  private static func counting(_ row: String, _ sign: String) -> String {
    """
    INSERT INTO periods (person, calendar, number, workouts, reps, duration_ms)
      SELECT \(row).person, column1, column2, \(sign)1, \(sign)\(row).reps,
        \(sign)\(row).duration_ms
      FROM (VALUES (0, 0), (1, \(weekNumber("\(row).day", offset: 3))),
        (6, \(weekNumber("\(row).day", offset: -2))),
        (7, \(weekNumber("\(row).day", offset: -3))), (8, \(row).day)) WHERE true
      ON CONFLICT DO UPDATE SET workouts = workouts + excluded.workouts,
        reps = reps + excluded.reps, duration_ms = duration_ms + excluded.duration_ms;
    """
  }
}
