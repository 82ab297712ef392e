/// One observer: what it read the last time it ran, and what to do when any of that changes.
@MainActor
final class ObservationScope {
  private let onChange: @MainActor () -> Void
  private var keys: Set<ObservationKey> = []
  private(set) var isDirty = false
  private var isRegistered = false

  init(onChange: @escaping @MainActor () -> Void) {
    self.onChange = onChange
  }

  /// Runs `operation` and observes what it reads in place of what was read before.
  func track<Result>(_ operation: @MainActor () -> Result) -> Result {
    forget()
    ObservationActivity.trackers.add(1, ordering: .relaxed)
    let result = RuntimeContext.tracking(self, operation)
    ObservationActivity.trackers.subtract(1, ordering: .relaxed)
    for key in keys { ObservationHub.shared.add(self, for: key) }
    if !keys.isEmpty {
      isRegistered = true
      ObservationActivity.observers.add(1, ordering: .relaxed)
    }
    return result
  }

  /// Runs `operation` so that nobody observes what it reads.
  static func untracked<Result>(_ operation: () -> Result) -> Result {
    guard ObservationActivity.isTracking else { return operation() }
    return RuntimeContext.tracking(nil, operation)
  }

  /// What `operation` reads.
  static func keys(readBy operation: () -> Void) -> Set<ObservationKey> {
    let probe = ObservationScope {}
    ObservationActivity.trackers.add(1, ordering: .relaxed)
    defer { ObservationActivity.trackers.subtract(1, ordering: .relaxed) }
    RuntimeContext.tracking(probe, operation)
    return probe.keys
  }

  /// Stops observing; a change that was about to be told is not.
  func forget() {
    isDirty = false
    for key in keys { ObservationHub.shared.remove(self, for: key) }
    keys.removeAll(keepingCapacity: true)
    if isRegistered { ObservationActivity.observers.subtract(1, ordering: .relaxed) }
    isRegistered = false
  }

  func read(_ key: ObservationKey) {
    keys.insert(key)
  }

  func markDirty() {
    isDirty = true
  }

  func notify() {
    guard isDirty else { return }
    onChange()
  }
}
