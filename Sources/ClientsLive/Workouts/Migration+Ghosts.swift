extension Migration {
  /// What an unfinished workout races against: what the screen calls it, and its log.
  static let ghosts = Migration(
    name: "what an unfinished workout races against",
    script: """
      ALTER TABLE unfinished ADD COLUMN ghost TEXT;
      ALTER TABLE unfinished ADD COLUMN ghost_log BLOB;
      """)
}
