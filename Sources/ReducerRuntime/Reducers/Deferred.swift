/// What a reducer resolves to, resolved when it is first asked for.
///
/// A child that may be absent can be of its parent's own kind, as a folder in a folder: resolved at once, the tree would
/// never end. The children that are there do.
@usableFromInline
@MainActor
final class Deferred<Resolved> {
  @usableFromInline let resolve: @Sendable () -> Resolved
  @usableFromInline let dependencies = DependencyValues.current
  // Set once and read at once, so the bookkeeping of accesses is left out.
  @exclusivity(unchecked) @usableFromInline var resolved: Resolved?

  @usableFromInline
  nonisolated init(_ resolve: @escaping @Sendable () -> Resolved) {
    self.resolve = resolve
  }

  @inlinable
  @inline(__always)
  var value: Resolved { resolved ?? resolveNow() }

  @inlinable
  func resolveNow() -> Resolved {
    // What is in force now is an action's; the tree is resolved with what was in force when it was asked for.
    let resolved = withDependencies {
      $0 = dependencies
    } operation: {
      resolve()
    }
    self.resolved = resolved
    return resolved
  }
}

// A closure in an optional is kept as generic code wants it, and to call it would cost an allocation each time.
@usableFromInline
struct DeferredReducer<State, Action> {
  @usableFromInline let reduce: ResolvedReducer<State, Action>

  @usableFromInline
  init(reduce: @escaping ResolvedReducer<State, Action>) {
    self.reduce = reduce
  }
}

extension Reducer {
  /// This reducer as one closure, its tree walked when the closure is first called.
  @inlinable
  func _resolveWhenNeeded() -> ResolvedReducer<State, Action> {
    let deferred = Deferred { DeferredReducer(reduce: _resolve()) }
    return { deferred.value.reduce(&$0, $1) }
  }

  /// As ``_resolveWhenNeeded()``, for a child that knows itself presented.
  @inlinable
  func _resolveWhenPresented() -> ResolvedReducer<State, Action> {
    let deferred = Deferred { DeferredReducer(reduce: _resolve()) }
    return { state, action in
      let outer = RuntimeContext.beginPresenting()
      defer { RuntimeContext.endPresenting(outer) }
      return deferred.value.reduce(&state, action)
    }
  }
}
