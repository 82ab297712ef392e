extension RepLog {
  /// The first bytes of a typed log. In other logs the second gap isn't zero, because instants increase.
  private static let typedMark: [UInt8] = [0, 0]

  /// The encoded log: the gap before each rep in milliseconds as a variable-length integer (LEB128). A typed log is two
  /// zeros and the number of reps.
  ///
  /// Two bytes encode a gap of up to 16 seconds, so a hundred reps need about two hundred bytes.
  ///
  /// - Complexity: O(n).
  public var bytes: [UInt8] {
    guard !isTyped else {
      var result = Self.typedMark
      Self.append(UInt32(typedReps), to: &result)
      return result
    }
    var result: [UInt8] = []
    result.reserveCapacity(milliseconds.count * 2)
    var previous: UInt32 = 0
    for instant in milliseconds {
      Self.append(instant - previous, to: &result)
      previous = instant
    }
    return result
  }

  private static func append(_ number: UInt32, to bytes: inout [UInt8]) {
    var rest = number
    while rest > 0x7F {
      bytes.append(UInt8(rest & 0x7F) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  /// Creates a log from its encoded ``bytes``.
  ///
  /// - Returns: `nil` if the bytes aren't a valid log: truncated, not increasing, out of range, or with more than
  ///   ``mostReps`` reps.
  /// - Complexity: O(n).
  public init?(bytes: some Sequence<UInt8>) {
    var milliseconds: [UInt32] = []
    var isTyped = false
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
      if milliseconds == [0], whole == 0, !isTyped {
        isTyped = true
        milliseconds = []
      } else {
        milliseconds.append(whole)
      }
      gap = 0
      shift = 0
    }
    guard shift == 0 else { return nil }
    guard isTyped else {
      self.init(milliseconds: milliseconds)
      return
    }
    guard milliseconds.count == 1, milliseconds[0] > 0 else { return nil }
    self.init(typedReps: Int(milliseconds[0]))
  }
}
