/// A reference to a part of a shared value, which is loaded and saved with the whole.
// Unchecked, as its superclass is: it only has a constant.
class PartReference<Parent: Sendable, Value: Sendable>: SharedReference<Value>,
  @unchecked Sendable
{
  final let parent: SharedReference<Parent>

  init(parent: SharedReference<Parent>) {
    self.parent = parent
  }

  override final var root: AnyObject { parent.root }
  override final var isLoading: Bool { parent.isLoading }
  override final var loadError: (any Error)? { parent.loadError }
  override final var saveError: (any Error)? { parent.saveError }
  override final nonisolated(nonsending) func load() async throws { try await parent.load() }
  override final nonisolated(nonsending) func save() async throws { try await parent.save() }
  override final func notifyObservers() { parent.notifyObservers() }
}

/// A reference to a part that two functions read and write.
// Unchecked, as its superclass is: it only has constants.
final class DerivedReference<Parent: Sendable, Value: Sendable>:
  PartReference<Parent, Value>, @unchecked Sendable
{
  private let get: @Sendable (Parent) -> Value
  private let set: @Sendable (inout Parent, Value) -> Void

  init(
    parent: SharedReference<Parent>, get: @escaping @Sendable (Parent) -> Value,
    set: @escaping @Sendable (inout Parent, Value) -> Void
  ) {
    self.get = get
    self.set = set
    super.init(parent: parent)
  }

  override var actual: Value { self.get(parent.actual) }
  override var value: Value { self.get(parent.value) }

  override func modify<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    try parent.modify { parent in
      var value = get(parent)
      defer { set(&parent, value) }
      return try body(&value)
    }
  }
}
