extension Migration {
  /// Which features were used, for those who asked for it. `at` is milliseconds since 1970 in UTC.
  static let events = Migration(
    name: "usage events",
    script: """
      CREATE TABLE events (
        number INTEGER PRIMARY KEY,
        feature TEXT NOT NULL,
        at INTEGER NOT NULL
      ) STRICT;
      """)
}
