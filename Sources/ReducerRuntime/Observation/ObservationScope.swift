/// An observer: the properties it read when it last ran, and a closure to call when any of them changes.
@MainActor
final class ObservationScope {
  private let onChange: @MainActor () -> Void
  // Accesses never overlap, so dynamic exclusivity checks are disabled. For the missing isolation check, see
  // ``ObservationHub``.
  @exclusivity(unchecked) private nonisolated(unsafe) var reads = ReadSequence()
  /// The observed properties: those read in the last completed run.
  private var keys: Set<ObservationKey> = []
  @exclusivity(unchecked) private(set) nonisolated(unsafe) var isDirty = false
  private var isCounted = false
  private var isEnded = false

  init(onChange: @escaping @MainActor () -> Void) {
    self.onChange = onChange
  }

  /// Runs `operation`, and replaces the observed properties with those that it reads.
  ///
  /// - Complexity: O(1) for each read, without hashing or allocation if the same properties are read as before.
  func track<Result>(_ operation: @MainActor () -> Result) -> Result {
    begin()
    let result = collect(operation)
    finish()
    return result
  }

  /// Starts a run whose reads replace the earlier ones.
  func begin() {
    isDirty = false
    reads.begin()
  }

  /// Starts a run whose reads are added to the earlier ones.
  func resume() {
    reads.resume()
  }

  /// Runs `operation` and collects its reads.
  func collect<Result>(_ operation: @MainActor () -> Result) -> Result {
    ObservationActivity.trackers.add(1, ordering: .relaxed)
    let result = RuntimeContext.tracking(self, operation)
    ObservationActivity.trackers.subtract(1, ordering: .relaxed)
    return result
  }

  /// Observes the collected reads.
  func finish() {
    if reads.end(), !isEnded { observe(reads.keys) }
  }

  private func observe(_ keys: Set<ObservationKey>) {
    let before = self.keys
    for key in before where !keys.contains(key) { ObservationHub.shared.remove(self, for: key) }
    for key in keys where !before.contains(key) { ObservationHub.shared.add(self, for: key) }
    self.keys = keys
    updateObserverCount(!keys.isEmpty)
  }

  /// Runs `operation` without observing its reads.
  static func untracked<Result>(_ operation: () -> Result) -> Result {
    guard ObservationActivity.isTracking else { return operation() }
    return RuntimeContext.tracking(nil, operation)
  }

  /// Returns the properties that `operation` reads.
  static func keys(readBy operation: () -> Void) -> Set<ObservationKey> {
    let probe = ObservationScope {}
    ObservationActivity.trackers.add(1, ordering: .relaxed)
    defer { ObservationActivity.trackers.subtract(1, ordering: .relaxed) }
    RuntimeContext.tracking(probe, operation)
    return probe.reads.keys
  }

  /// Stops observing permanently and drops a pending notification.
  func end() {
    isEnded = true
    isDirty = false
    observe([])
  }

  private func updateObserverCount(_ isObserver: Bool) {
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

/// The sequence of properties that an observer reads.
///
/// A repeated operation usually reads the same properties again. As long as it does, each key is only compared with the
/// corresponding one of the last run, without storing or hashing.
struct ReadSequence {
  private var sequence: [ObservationKey] = []
  private var position = 0
  private var hasDiverged = false
  /// Whether new reads are added to the earlier ones, instead of replacing them.
  private var isResumed = false

  /// The distinct properties that were read.
  ///
  /// - Complexity: O(n), with one hash for each read.
  var keys: Set<ObservationKey> { Set(sequence) }

  /// Starts a run.
  mutating func begin() {
    position = 0
    hasDiverged = false
    isResumed = false
  }

  /// Continues the last run: its reads stay.
  mutating func resume() {
    position = sequence.count
    hasDiverged = false
    isResumed = true
  }

  /// Records a read.
  ///
  /// - Complexity: O(1), amortized; O(n) in a continued run.
  mutating func add(_ key: ObservationKey) {
    if isResumed {
      guard !sequence.contains(key) else { return }
      hasDiverged = true
    } else if !hasDiverged {
      if position < sequence.count, sequence[position] == key {
        position += 1
        return
      }
      hasDiverged = true
      sequence.removeSubrange(position...)
    }
    sequence.append(key)
  }

  /// Ends the run.
  ///
  /// - Returns: Whether its reads differ from those of the previous run.
  mutating func end() -> Bool {
    if !hasDiverged, !isResumed, position < sequence.count {
      hasDiverged = true
      sequence.removeSubrange(position...)
    }
    return hasDiverged
  }
}
