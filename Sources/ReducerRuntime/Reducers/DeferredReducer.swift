/// A child's reducer that is resolved when the first action for it comes.
///
/// A child that may be absent can be of its parent's own kind, as a folder in a folder: resolved at once, the tree would
/// never end. The children that are there do.
@MainActor
private final class DeferredReducer<Base: Reducer> {
  private let base: Base
  private let dependencies = DependencyValues.current
  private var resolved: ResolvedReducer<Base.State, Base.Action>?

  nonisolated init(_ base: Base) {
    self.base = base
  }

  @inline(__always)
  func reduce(_ state: inout Base.State, _ action: Base.Action) -> Effect<Base.Action> {
    (resolved ?? resolve())(&state, action)
  }

  private func resolve() -> ResolvedReducer<Base.State, Base.Action> {
    // What is in force now is an action's; the tree is resolved with what was in force when it was asked for.
    let reducer = withDependencies {
      $0 = dependencies
    } operation: {
      base._resolve()
    }
    resolved = reducer
    return reducer
  }
}

extension Reducer {
  /// This reducer as one closure, its tree walked when the closure is first called.
  func _resolveWhenNeeded() -> ResolvedReducer<State, Action> {
    let deferred = DeferredReducer(self)
    return { deferred.reduce(&$0, $1) }
  }

  /// As ``_resolveWhenNeeded()``, for a child that knows itself presented.
  func _resolveWhenPresented() -> ResolvedReducer<State, Action> {
    let deferred = DeferredReducer(self)
    return { state, action in
      guard let context = RuntimeContext.current else { return deferred.reduce(&state, action) }
      let outer = context.isPresenting
      context.isPresenting = true
      defer { context.isPresenting = outer }
      return deferred.reduce(&state, action)
    }
  }
}
