/// A reference to a stored shared value, or to a part of one.
// Unchecked: immutable, except for state behind locks in subclasses.
class SharedReference<Value: Sendable>: @unchecked Sendable {
  /// The current value; during a test's assertion, the value at the asserted moment.
  var actual: Value { preconditionFailure("A shared reference is stored or derived") }

  /// The value that a test expects, during an assertion; otherwise the current value.
  var value: Value { actual }

  /// The key of the value, or the value itself if it has none, for descriptions.
  var summary: String { "value: \(String(reflecting: value))" }

  /// The reference to the whole value that this is a part of.
  var root: AnyObject { self }

  func modify<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    preconditionFailure("A shared reference is stored or derived")
  }

  // MARK: Persistence, for a reference with a key

  /// Whether the key is loading the value.
  var isLoading: Bool { false }
  /// The error of the last attempt to load the value, if it failed.
  var loadError: (any Error)? { nil }
  /// The error of the last attempt to save the value, if it failed.
  var saveError: (any Error)? { nil }

  /// Reloads the value from its storage.
  nonisolated(nonsending) func load() async throws {}
  /// Writes the value to its storage.
  nonisolated(nonsending) func save() async throws {}

  /// Notifies the observers of everything that can be read through the reference.
  func notifyObservers() {}

  func derived<Member: Sendable>(
    _ get: @escaping @Sendable (Value) -> Member,
    _ set: @escaping @Sendable (inout Value, Member) -> Void
  ) -> SharedReference<Member> {
    DerivedReference(parent: self, get: get, set: set)
  }
}
