/// Runs `apply` now, and again whenever a store changed something that `apply` read.
///
/// ```swift
/// let token = observe { [store] in print("REPS \(store.repCount)") }
/// ```
///
/// `apply` runs at the end of the outermost `send`, once however many actions it reduced.
///
/// - Returns: A token; observation ends when it is cancelled or let go.
@MainActor
public func observe(_ apply: @escaping @MainActor () -> Void) -> ObserveToken {
  ObserveToken(apply)
}

/// Keeps an observation going.
@MainActor
public final class ObserveToken {
  private var scope: ObservationScope?

  init(_ apply: @escaping @MainActor () -> Void) {
    let scope = ObservationScope { [weak self] in
      guard let scope = self?.scope else { return }
      scope.track(apply)
    }
    self.scope = scope
    scope.track(apply)
  }

  // The hub holds the scope for as long as it is registered, so letting go must say so.
  isolated deinit {
    scope?.end()
  }

  /// Ends the observation.
  public func cancel() {
    scope?.end()
    scope = nil
  }
}

extension ObserveToken: Hashable {
  public nonisolated static func == (lhs: ObserveToken, rhs: ObserveToken) -> Bool { lhs === rhs }

  public nonisolated func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

  /// Keeps the observation going for as long as `tokens` has it: `observe { … }.store(in: &tokens)`.
  public func store(in tokens: inout Set<ObserveToken>) {
    tokens.insert(self)
  }

  /// Keeps the observation going for as long as `tokens` has it.
  public func store(in tokens: inout some RangeReplaceableCollection<ObserveToken>) {
    tokens.append(self)
  }
}

/// Observes what a piece of work reads, and says once that some of it changed; the work is repeated by whoever asked,
/// when it suits. A screen that paints at most once a loop turn is such a one.
@MainActor
public final class ObservedWork {
  private var scope: ObservationScope!

  /// - Parameter onChange: Called at the end of the commit that changed something the work read, once until the work is
  ///   done again.
  public init(onChange: @escaping @MainActor () -> Void) {
    scope = ObservationScope(onChange: onChange)
  }

  isolated deinit {
    scope.end()
  }

  /// Does the work and observes what it reads from now on.
  public func callAsFunction<Result>(_ work: @MainActor () -> Result) -> Result {
    scope.track(work)
  }

  // MARK: Work in several steps

  /// Begins the work anew: what its steps read takes the place of what was read before. ``end()`` is due when they are
  /// done.
  public func begin() { scope.begin() }

  /// Goes on with the work: what its steps read is observed as well. ``end()`` is due when they are done.
  public func resume() { scope.resume() }

  /// Does a step of the work. Steps of other work may be done within; what they read is theirs.
  public func step<Result>(_ work: @MainActor () -> Result) -> Result { scope.collect(work) }

  /// Observes what the steps read.
  ///
  /// - Complexity: O(1) where they read the same as before.
  public func end() { scope.finish() }
}
