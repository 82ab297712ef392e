/// The sequence of properties that an observer reads.
///
/// A repeated operation usually reads the same properties again. As long as it does, each key is only compared with
/// the next one of the last run, without storing or hashing anything.
struct ReadSequence {
  private var sequence: [ObservationKey] = []
  private var position = 0
  private var hasDiverged = false
  /// Whether new reads are added to the earlier ones, instead of replacing them.
  private var isResumed = false

  /// The distinct properties that were read.
  ///
  /// - Complexity: O(n), one hash for each read.
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
  /// - Returns: Whether its reads differ from the run before.
  mutating func end() -> Bool {
    if !hasDiverged, !isResumed, position < sequence.count {
      hasDiverged = true
      sequence.removeSubrange(position...)
    }
    return hasDiverged
  }
}
