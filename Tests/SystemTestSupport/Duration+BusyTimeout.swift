extension Duration {
  /// The maximum busy timeout of SQLite, 24 days: a connection that waits for another connection of the test fails only
  /// if a lock is never released.
  package static let maxBusyTimeout = Duration.milliseconds(Int(Int32.max))
}
