extension Duration {
  /// The longest busy timeout that SQLite takes, 24 days: a connection that waits for another one of the same test fails
  /// for no other reason than a lock that is never released.
  package static let longestBusyTimeout = Duration.milliseconds(Int(Int32.max))
}
