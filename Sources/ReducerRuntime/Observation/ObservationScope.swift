/// One observer: what it read the last time it ran, and what to do when any of that changes.
@MainActor
final class ObservationScope {
  private let onChange: @MainActor () -> Void
  // Added to key by key, never held open; so the bookkeeping of accesses is left out. For the actor's check see
  // ``ObservationHub``.
  @exclusivity(unchecked) private nonisolated(unsafe) var reads = ReadSequence()
  /// What is observed: what was read when it was last done reading.
  private var keys: Set<ObservationKey> = []
  @exclusivity(unchecked) private(set) nonisolated(unsafe) var isDirty = false
  private var isCounted = false
  private var isEnded = false

  init(onChange: @escaping @MainActor () -> Void) {
    self.onChange = onChange
  }

  /// Runs `operation` and observes what it reads in place of what was read before.
  ///
  /// - Complexity: O(1) for each read, without a hash and without an allocation where the same is read as before.
  func track<Result>(_ operation: @MainActor () -> Result) -> Result {
    begin()
    let result = collect(operation)
    finish()
    return result
  }

  /// What is read from now on takes the place of what was read before.
  func begin() {
    isDirty = false
    reads.begin()
  }

  /// What is read from now on is observed as well as what was read before.
  func resume() {
    reads.resume()
  }

  /// Runs `operation` and collects what it reads.
  func collect<Result>(_ operation: @MainActor () -> Result) -> Result {
    ObservationActivity.trackers.add(1, ordering: .relaxed)
    let result = RuntimeContext.tracking(self, operation)
    ObservationActivity.trackers.subtract(1, ordering: .relaxed)
    return result
  }

  /// Observes what was collected.
  func finish() {
    if reads.end(), !isEnded { observe(reads.keys) }
  }

  private func observe(_ keys: Set<ObservationKey>) {
    let before = self.keys
    for key in before where !keys.contains(key) { ObservationHub.shared.remove(self, for: key) }
    for key in keys where !before.contains(key) { ObservationHub.shared.add(self, for: key) }
    self.keys = keys
    countAsObserver(!keys.isEmpty)
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
    return probe.reads.keys
  }

  /// Stops observing for good; a change that was about to be told is not.
  func end() {
    isEnded = true
    isDirty = false
    observe([])
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

  /// Called on the main actor's thread only.
  nonisolated func read(_ key: ObservationKey) {
    reads.add(key)
  }

  /// Called on the main actor's thread only.
  nonisolated func markDirty() {
    isDirty = true
  }

  func notify() {
    guard isDirty else { return }
    onChange()
  }
}
