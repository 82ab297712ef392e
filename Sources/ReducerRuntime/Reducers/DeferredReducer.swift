/// A child's reducer that is resolved when the first action for it comes.
///
/// A child that may be absent can be of its parent's own kind, as a folder in a folder: resolved at once, the tree would
/// never end. The children that are there do.
@usableFromInline
@MainActor
final class DeferredReducer<Base: Reducer> {
  @usableFromInline let base: Base
  @usableFromInline let dependencies = DependencyValues.current
  // Set once and read at once, so the bookkeeping of accesses is left out.
  @exclusivity(unchecked) @usableFromInline var resolved: Resolved?

  // A closure in an optional is kept as generic code wants it, and to call it would cost an allocation each time.
  @usableFromInline
  struct Resolved {
    @usableFromInline let reduce: ResolvedReducer<Base.State, Base.Action>

    @usableFromInline
    init(reduce: @escaping ResolvedReducer<Base.State, Base.Action>) {
      self.reduce = reduce
    }
  }

  @usableFromInline
  nonisolated init(_ base: Base) {
    self.base = base
  }

  @inlinable
  @inline(__always)
  func reduce(_ state: inout Base.State, _ action: Base.Action) -> Effect<Base.Action> {
    if let resolved { return resolved.reduce(&state, action) }
    return resolve().reduce(&state, action)
  }

  @inlinable
  func resolve() -> Resolved {
    // What is in force now is an action's; the tree is resolved with what was in force when it was asked for.
    let reducer = withDependencies {
      $0 = dependencies
    } operation: {
      Resolved(reduce: base._resolve())
    }
    resolved = reducer
    return reducer
  }
}

extension Reducer {
  /// This reducer as one closure, its tree walked when the closure is first called.
  @inlinable
  func _resolveWhenNeeded() -> ResolvedReducer<State, Action> {
    let deferred = DeferredReducer(self)
    return { deferred.reduce(&$0, $1) }
  }

  /// As ``_resolveWhenNeeded()``, for a child that knows itself presented.
  @inlinable
  func _resolveWhenPresented() -> ResolvedReducer<State, Action> {
    let deferred = DeferredReducer(self)
    return { state, action in
      let outer = RuntimeContext.beginPresenting()
      defer { RuntimeContext.endPresenting(outer) }
      return deferred.reduce(&state, action)
    }
  }
}
