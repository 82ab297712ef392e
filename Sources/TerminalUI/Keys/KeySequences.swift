/// The byte sequences of a terminal for special keys, from terminfo.
public struct KeySequences: Sendable {
  private var keys: [[UInt8]: Key] = [:]

  public init() {}

  /// - Complexity: O(1).
  subscript(bytes: [UInt8]) -> Key? { keys.isEmpty ? nil : keys[bytes] }

  /// Adds a sequence, unless it is already defined or can't be distinguished from typed keys.
  ///
  /// It must begin with ESC and have either two bytes, or three and more with `[` or `O` as the second.
  public mutating func add(_ bytes: [UInt8], _ key: Key) {
    guard bytes.first == 0x1B, bytes.count >= 2 else { return }
    let introducer = bytes[1]
    let isSequence = introducer == UInt8(ascii: "[") || introducer == UInt8(ascii: "O")
    guard isSequence == (bytes.count > 2), keys[bytes] == nil else { return }
    keys[bytes] = key
  }
}
