/// A value that is resolved when it is first used.
///
/// An optional child can be of the same type as its parent, like a folder in a folder. Resolving it eagerly would
/// never end, but the number of children that are present is finite.
@usableFromInline
@MainActor
final class Deferred<Resolved> {
  @usableFromInline let resolve: @Sendable () -> Resolved
  @usableFromInline let dependencies = DependencyValues.current
  // Accesses never overlap, so dynamic exclusivity checks are disabled.
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
    // The current dependencies are those of an action; the tree is resolved with those of the context in which it was
    // built.
    let resolved = withDependencies {
      $0 = dependencies
    } operation: {
      resolve()
    }
    self.resolved = resolved
    return resolved
  }
}

// A struct, because a closure inside an optional is reabstracted, and each call would allocate.
@usableFromInline
struct DeferredReducer<State, Action> {
  @usableFromInline let reduce: ResolvedReducer<State, Action>

  @usableFromInline
  init(reduce: @escaping ResolvedReducer<State, Action>) {
    self.reduce = reduce
  }
}

extension Reducer {
  /// Returns this reducer as one closure, whose tree is resolved at its first call.
  @inlinable
  func _resolveLazily() -> ResolvedReducer<State, Action> {
    let deferred = Deferred { DeferredReducer(reduce: _resolve()) }
    return { deferred.value.reduce(&$0, $1) }
  }

  /// Same as ``_resolveLazily()``, for a presented child. Marks the context as presenting while it reduces.
  @inlinable
  func _resolvePresentedLazily() -> ResolvedReducer<State, Action> {
    let deferred = Deferred { DeferredReducer(reduce: _resolve()) }
    return { state, action in
      let outer = RuntimeContext.beginPresenting()
      defer { RuntimeContext.endPresenting(outer) }
      return deferred.value.reduce(&state, action)
    }
  }
}
