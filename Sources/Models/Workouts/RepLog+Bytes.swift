extension RepLog {
  /// The log as few bytes: the gap before each rep in milliseconds, seven bits a byte, lowest first,
  /// the high bit set on every byte but a gap's last.
  ///
  /// Two bytes hold a gap of up to 16 seconds, so a hundred reps take about two hundred bytes.
  ///
  /// - Complexity: O(n).
  public var bytes: [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(milliseconds.count * 2)
    var previous: UInt32 = 0
    for instant in milliseconds {
      var gap = instant - previous
      previous = instant
      while gap > 0x7F {
        result.append(UInt8(gap & 0x7F) | 0x80)
        gap >>= 7
      }
      result.append(UInt8(gap))
    }
    return result
  }

  /// Reads back what ``bytes`` wrote.
  ///
  /// - Returns: `nil` when the bytes are no log: cut short, not rising, out of range, or of more
  ///   than ``mostReps``. Any bytes may be given.
  /// - Complexity: O(n).
  public init?(bytes: some Sequence<UInt8>) {
    var milliseconds: [UInt32] = []
    var instant: UInt64 = 0
    var gap: UInt64 = 0
    var shift: UInt64 = 0
    for byte in bytes {
      guard shift < 35 else { return nil }
      gap |= UInt64(byte & 0x7F) << shift
      shift += 7
      guard byte & 0x80 == 0 else { continue }
      instant += gap
      guard let whole = UInt32(exactly: instant), milliseconds.count < Self.mostReps else {
        return nil
      }
      milliseconds.append(whole)
      gap = 0
      shift = 0
    }
    guard shift == 0 else { return nil }
    self.init(milliseconds: milliseconds)
  }
}
