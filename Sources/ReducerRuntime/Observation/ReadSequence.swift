/// What was read, in the order in which it was.
///
/// Work that is done again mostly reads the same again: as long as it does, nothing need be kept, hashed or compared but
/// one key with the next.
struct ReadSequence {
  private var sequence: [ObservationKey] = []
  private var position = 0
  private var isOther = false

  /// What was read, each once.
  ///
  /// - Complexity: O(n), one hash for each read.
  var keys: Set<ObservationKey> { Set(sequence) }

  /// The work is done again.
  mutating func begin() {
    position = 0
    isOther = false
  }

  /// - Complexity: O(1), amortised.
  mutating func add(_ key: ObservationKey) {
    if !isOther {
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
    if !isOther, position < sequence.count {
      isOther = true
      sequence.removeSubrange(position...)
    }
    return isOther
  }
}
