import Synchronization

/// A connection to Swift's Observation, installed by the module `ReducerObservation`.
///
/// Without it, reads and changes cost one check of a flag. With it, a read outside the runtime's own observers asks
/// whether Observation tracks it. As in Observation itself, a tracked property reports only its first change.
package enum ForeignObservation {
  package struct Connection: Sendable {
    let isTracked: @Sendable (ObservationKey) -> Bool
    let didChange: @Sendable (ObservationKey) -> Void
    let track: @MainActor @Sendable (() -> Void, @escaping @Sendable () -> Void) -> Void

    /// Creates a connection.
    ///
    /// - Parameters:
    ///   - isTracked: Records a read of a property, and returns whether it is tracked on this thread.
    ///   - didChange: Called after a change of a tracked property: with the commit if a store changed it, otherwise
    ///     immediately and on any thread.
    ///   - track: Runs its first argument, and calls the second at the first change of an observable object that the
    ///     first has read.
    package init(
      isTracked: @escaping @Sendable (ObservationKey) -> Bool,
      didChange: @escaping @Sendable (ObservationKey) -> Void,
      track:
        @escaping @MainActor @Sendable (
          _ apply: () -> Void, _ onChange: @escaping @Sendable () -> Void
        ) -> Void
    ) {
      self.isTracked = isTracked
      self.didChange = didChange
      self.track = track
    }
  }

  private static let connection = Mutex<Connection?>(nil)
  /// Whether a connection is installed, which is cheaper to check than `connection`.
  private static let isInstalled = Atomic<Bool>(false)
  /// The tracked properties.
  private static let tracked = Mutex<Set<ObservationKey>>([])
  /// Whether `tracked` is nonempty, which is cheaper to check.
  private static let hasTracked = Atomic<Bool>(false)
  /// The tracked properties that a store has changed since the last commit.
  private static let pending = Mutex<[ObservationKey]>([])
  /// An observer that passes pending changes to Observation with the commit.
  @MainActor private static let commitScope = ObservationScope { notifyOfPending() }

  /// Whether changes have to be recorded.
  static var isTracking: Bool { hasTracked.load(ordering: .relaxed) }

  package static func install(_ newConnection: Connection) {
    connection.withLock { $0 = newConnection }
    isInstalled.store(true, ordering: .releasing)
    // From now on, all reads are recorded.
    ObservationActivity.trackers.add(1, ordering: .relaxed)
  }

  /// Whether the program imports `ReducerObservation`.
  static var isConnected: Bool { isInstalled.load(ordering: .acquiring) }

  /// Runs `apply`, and calls `onChange` at the first change of an observable object that `apply` has read.
  @MainActor
  static func track(_ apply: () -> Void, onChange: @escaping @Sendable () -> Void) {
    guard let connection = connection.withLock({ $0 }) else { return apply() }
    connection.track(apply, onChange)
  }

  /// Records a read that no observer of the runtime collects.
  static func didRead(_ key: ObservationKey) {
    guard isConnected, let connection = connection.withLock({ $0 }),
      connection.isTracked(key)
    else { return }
    tracked.withLock { tracked in
      guard tracked.insert(key).inserted else { return }
      hasTracked.store(true, ordering: .relaxed)
      ObservationActivity.observers.add(1, ordering: .relaxed)
    }
  }

  /// Notifies Observation of a change, if the property is tracked.
  static func didChange(_ key: ObservationKey) {
    guard isTracking else { return }
    let wasTracked = tracked.withLock { tracked in
      guard tracked.remove(key) != nil else { return false }
      hasTracked.store(!tracked.isEmpty, ordering: .relaxed)
      ObservationActivity.observers.subtract(1, ordering: .relaxed)
      return true
    }
    if wasTracked { connection.withLock { $0 }?.didChange(key) }
  }

  /// Records a change by a store. Observation is notified with the commit: the state must not be read before then.
  ///
  /// - Returns: The observer to notify with the commit, or `nil` if the property is not tracked.
  @MainActor
  static func scope(forChangeOf key: ObservationKey) -> ObservationScope? {
    guard tracked.withLock({ $0.contains(key) }) else { return nil }
    pending.withLock { $0.append(key) }
    return commitScope
  }

  @MainActor
  private static func notifyOfPending() {
    commitScope.begin()
    for key in pending.withLock({ pending in
      defer { pending = [] }
      return pending
    }) {
      didChange(key)
    }
  }
}
