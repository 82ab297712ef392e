/// One observer: what it read the last time it ran, and what to do when any of that changes.
@MainActor
final class ObservationScope {
  private let onChange: @MainActor () -> Void
  private var keys: Set<ObservationKey> = []
  /// What was read the time before; until all is read again, it is what is observed.
  private var keysBefore: Set<ObservationKey> = []
  private(set) var isDirty = false
  private var isCounted = false
  private var isEnded = false

  init(onChange: @escaping @MainActor () -> Void) {
    self.onChange = onChange
  }

  /// Runs `operation` and observes what it reads in place of what was read before.
  ///
  /// - Complexity: Allocates nothing where the same is read as before.
  func track<Result>(_ operation: @MainActor () -> Result) -> Result {
    isDirty = false
    swap(&keys, &keysBefore)
    keys.removeAll(keepingCapacity: true)
    ObservationActivity.trackers.add(1, ordering: .relaxed)
    let result = RuntimeContext.tracking(self, operation)
    ObservationActivity.trackers.subtract(1, ordering: .relaxed)
    if isEnded {
      keys.removeAll()
    } else if keys != keysBefore {
      for key in keysBefore where !keys.contains(key) {
        ObservationHub.shared.remove(self, for: key)
      }
      for key in keys where !keysBefore.contains(key) { ObservationHub.shared.add(self, for: key) }
    }
    countAsObserver(!keys.isEmpty)
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

  /// Stops observing for good; a change that was about to be told is not.
  func end() {
    isEnded = true
    isDirty = false
    for key in keys.union(keysBefore) { ObservationHub.shared.remove(self, for: key) }
    keys = []
    keysBefore = []
    countAsObserver(false)
  }

  private func countAsObserver(_ isObserver: Bool) {
    guard isObserver != isCounted else { return }
    isCounted = isObserver
    if isObserver {
      ObservationActivity.observers.add(1, ordering: .relaxed)
    } else {
      ObservationActivity.observers.subtract(1, ordering: .relaxed)
    }
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
