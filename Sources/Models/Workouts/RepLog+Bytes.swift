extension RepLog {
  /// The first gaps of a log of manually entered reps. In other logs the second gap isn't zero, because instants
  /// increase.
  private static let manualMarker: [UInt32] = [0, 0]

  /// The encoded log: the gap before each rep in milliseconds as a variable-length integer (LEB128). A log of manually
  /// entered reps is two zeros and the number of reps.
  ///
  /// Two bytes encode a gap of up to 16 seconds, so a hundred reps need about two hundred bytes.
  ///
  /// - Complexity: O(n).
  public var bytes: [UInt8] {
    isManual ? (Self.manualMarker + [UInt32(manualReps)]).gapBytes : milliseconds.gapBytes
  }

  /// Creates a log from its encoded ``bytes``.
  ///
  /// - Returns: `nil` if the bytes aren't a valid log: truncated, not increasing, out of range, or with more than
  ///   ``maxReps`` reps.
  /// - Complexity: O(n).
  // Callers that are built without optimization would run the generic code for the bytes of a database's row.
  @_specialize(where Bytes == UnsafeRawBufferPointer)
  public init?<Bytes: Sequence<UInt8>>(bytes: Bytes) {
    guard let numbers = [UInt32](gapBytes: bytes, maxCount: Self.maxReps) else { return nil }
    if numbers.starts(with: Self.manualMarker) {
      guard numbers.count == 3, numbers[2] > 0 else { return nil }
      self.init(manualReps: Int(numbers[2]))
    } else {
      self.init(milliseconds: numbers)
    }
  }
}
