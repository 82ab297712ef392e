/// Runs `apply` now, and again whenever a store changes something that `apply` read.
///
/// ```swift
/// let token = observe { [store] in print("REPS \(store.repCount)") }
/// ```
///
/// `apply` runs again at the end of the outermost `send`, once for any number of actions. In a program that imports
/// `ReducerObservation`, it also runs soon after a change of an `@Observable` object.
///
/// - Returns: A token; the observation ends when the token is cancelled or deallocated.
@MainActor
public func observe(_ apply: @escaping @MainActor () -> Void) -> ObserveToken {
  ObserveToken(apply)
}

/// A token that keeps an observation active.
@MainActor
public final class ObserveToken {
  private let apply: @MainActor () -> Void
  private var scope: ObservationScope?
  private var runs = 0

  init(_ apply: @escaping @MainActor () -> Void) {
    self.apply = apply
    scope = ObservationScope { [weak self] in self?.run() }
    run()
  }

  private func run() {
    guard let scope else { return }
    // Without objects to see, a run needs no closures.
    guard ForeignObservation.isConnected else { return scope.track(apply) }
    runs += 1
    ForeignObservation.track {
      scope.track(apply)
    } onChange: { [weak self, runs] in
      // The object has not changed yet.
      Task { @MainActor in
        if let self, self.runs == runs { self.run() }
      }
    }
  }

  // The hub retains the scope while it is registered, so it has to be ended explicitly.
  isolated deinit {
    scope?.end()
  }

  /// Ends the observation.
  public func cancel() {
    scope?.end()
    scope = nil
  }

  /// Keeps the token in a set, so that the observation lasts as long as the set.
  ///
  /// ```swift
  /// observe { [store] in print(store.count) }.store(in: &tokens)
  /// ```
  public func store(in tokens: inout Set<ObserveToken>) { tokens.insert(self) }
}

extension ObserveToken: nonisolated Hashable {
  public nonisolated static func == (lhs: ObserveToken, rhs: ObserveToken) -> Bool { lhs === rhs }
  public nonisolated func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// An observed operation. It reports the first change of a property that the operation read; its owner decides when to
/// repeat the operation. A screen, for example, paints at most once per turn of its loop.
@MainActor
public final class ObservedOperation {
  private var scope: ObservationScope!

  /// Creates an observer without an operation.
  ///
  /// - Parameter onChange: Called at the end of the commit that changed a property the operation read, at most once
  ///   until the operation is repeated.
  public init(onChange: @escaping @MainActor () -> Void) {
    scope = ObservationScope(onChange: onChange)
  }

  isolated deinit {
    scope.end()
  }

  /// Performs the operation and observes its reads from now on.
  public func callAsFunction<Result>(_ work: @MainActor () -> Result) -> Result {
    scope.track(work)
  }

  // MARK: Work in several steps

  /// Starts the operation: the reads of its steps replace those of the previous run. Must be followed by ``end()``.
  public func begin() { scope.begin() }

  /// Continues the operation: reads of further steps are observed as well. Must be followed by ``end()``.
  public func resume() { scope.resume() }

  /// Performs a step of the operation. A step may contain steps of other observed operations, which collect their own
  /// reads.
  public func step<Result>(_ work: @MainActor () -> Result) -> Result { scope.collect(work) }

  /// Observes the reads of the steps.
  ///
  /// - Complexity: O(1) if the operation reads the same properties as before.
  public func end() { scope.finish() }
}
