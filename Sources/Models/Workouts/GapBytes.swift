extension [UInt32] {
  /// The gap before each of these increasing numbers, the first from zero, as a variable-length integer (LEB128).
  ///
  /// - Complexity: O(n).
  var gapBytes: [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(count * 2)
    var previous: UInt32 = 0
    for number in self {
      Self.append(number - previous, to: &result)
      previous = number
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

  /// Creates numbers from the gaps before them. Equal neighbors are possible.
  ///
  /// - Returns: `nil` if the bytes are truncated or out of range, or if there are more than `maxCount` numbers.
  /// - Complexity: O(n).
  init?(gapBytes: some Sequence<UInt8>, maxCount: Int) {
    self = []
    var number: UInt64 = 0
    var gap: UInt64 = 0
    var shift: UInt64 = 0
    for byte in gapBytes {
      guard shift < 35 else { return nil }
      gap |= UInt64(byte & 0x7F) << shift
      shift += 7
      guard byte & 0x80 == 0 else { continue }
      number += gap
      guard let whole = UInt32(exactly: number), count < maxCount else { return nil }
      append(whole)
      gap = 0
      shift = 0
    }
    guard shift == 0 else { return nil }
  }
}
