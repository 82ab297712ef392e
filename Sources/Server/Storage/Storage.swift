/// A database of a server: groups, members and their workouts.
///
/// It orders scores but does not compute them. Implementations pass the same tests.
public protocol Storage: Sendable {
  /// Calls `body` with a session, which is used by one thread at a time.
  ///
  /// - Throws: ``StorageError``, and errors of `body`.
  func withSession<Result>(_ body: (any StorageSession) throws -> Result) throws -> Result

  /// Calls `handler` after each change that other sessions can see, until the end of the process.
  ///
  /// Changes are reported in the order of their commits, perhaps more than once, and perhaps later by another thread. A
  /// change by another process is reported if the database can tell.
  ///
  /// - Parameter handler: Must return soon.
  func observeChanges(_ handler: @escaping @Sendable (StorageChange) -> Void)

  /// Returns a number that is another one after changes that are not reported; `nil` if the storage cannot tell now.
  ///
  /// Data read after this returned a number is current while it returns the same one and the observers have not
  /// been told otherwise.
  func epoch() -> Int?
}

/// An error of a storage.
public struct StorageError: Error, Hashable, Sendable {
  /// The cause and the remedy, as a sentence without names and values.
  public var sentence: String

  public init(_ sentence: String) { self.sentence = sentence }
}
