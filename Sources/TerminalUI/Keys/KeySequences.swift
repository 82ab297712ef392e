/// A terminal's own byte sequences for special keys, as terminfo tells them.
public struct KeySequences: Sendable {
  private var keys: [[UInt8]: Key] = [:]

  public init() {}

  /// - Complexity: O(1).
  subscript(bytes: [UInt8]) -> Key? { keys.isEmpty ? nil : keys[bytes] }

  /// Adds a sequence. Only those that begin with ESC and can be told apart from a key typed by
  /// itself are kept: at least three bytes, of which the second is `[` or `O`, or exactly two.
  public mutating func add(_ bytes: [UInt8], _ key: Key) {
    guard bytes.first == 0x1B, bytes.count >= 2 else { return }
    let introducer = bytes[1]
    let isSequence = introducer == UInt8(ascii: "[") || introducer == UInt8(ascii: "O")
    guard isSequence == (bytes.count > 2), keys[bytes] == nil else { return }
    keys[bytes] = key
  }
}
