/// What was read, in the order in which it was.
///
/// Work that is done again mostly reads the same again: as long as it does, nothing need be kept, hashed or compared but
/// one key with the next.
struct ReadSequence {
  private var sequence: [ObservationKey] = []
  private var position = 0
  private var isOther = false
  /// Whether what is read comes to what was read before, instead of taking its place.
  private var isResumed = false

  /// What was read, each once.
  ///
  /// - Complexity: O(n), one hash for each read.
  var keys: Set<ObservationKey> { Set(sequence) }

  /// The work is done again.
  mutating func begin() {
    position = 0
    isOther = false
    isResumed = false
  }

  /// The work goes on: what it has read stays.
  mutating func resume() {
    position = sequence.count
    isOther = false
    isResumed = true
  }

  /// - Complexity: O(1), amortised; O(n) while work goes on.
  mutating func add(_ key: ObservationKey) {
    if isResumed {
      guard !sequence.contains(key) else { return }
      isOther = true
    } else if !isOther {
      if position < sequence.count, sequence[position] == key {
        position += 1
        return
      }
      isOther = true
      sequence.removeSubrange(position...)
    }
    sequence.append(key)
  }

  /// The work is done.
  ///
  /// - Returns: Whether it read anything else than the time before.
  mutating func end() -> Bool {
    if !isOther, !isResumed, position < sequence.count {
      isOther = true
      sequence.removeSubrange(position...)
    }
    return isOther
  }
}
