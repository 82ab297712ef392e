import Sodium
import Testing

struct SealedBoxTests {
  private let key = Sodium.randomBytes(SealedBox.keySize)

  @Test func `a sealed message is opened with the same key and context`() {
    for count in [0, 1, 1000] {
      let message = Sodium.randomBytes(count)
      let box = SealedBox.seal(message, context: [1, 2], key: key)
      #expect(box.count == count + 40)
      #expect(SealedBox.open(box, context: [1, 2], key: key) == message)
    }
  }

  @Test func `the same message is sealed differently each time`() {
    #expect(
      SealedBox.seal([1, 2, 3], context: [], key: key)
        != SealedBox.seal([1, 2, 3], context: [], key: key))
  }

  @Test func `another key or context does not open a box`() {
    let box = SealedBox.seal([1, 2, 3], context: [1], key: key)
    #expect(SealedBox.open(box, context: [2], key: key) == nil)
    #expect(SealedBox.open(box, context: [1], key: Sodium.randomBytes(32)) == nil)
  }

  @Test func `a box with any byte changed is not opened`() {
    let box = SealedBox.seal([1, 2, 3], context: [], key: key)
    for index in box.indices {
      var changed = box
      changed[index] ^= 1
      #expect(SealedBox.open(changed, context: [], key: key) == nil)
    }
  }

  @Test func `a truncated box is not opened`() {
    let box = SealedBox.seal([1, 2, 3], context: [], key: key)
    for count in 0..<box.count {
      #expect(SealedBox.open(Array(box[..<count]), context: [], key: key) == nil)
    }
  }
}

struct HashTests {
  /// The hash of "abc" in FIPS 180-2, and the hash by RFC 7693 with the parameter for a length of 32 bytes.
  @Test func `hashes equal the values in the standards`() {
    let message = Array("abc".utf8)
    #expect(
      Sodium.sha256(message).map { String($0, radix: 16) }.prefix(4) == ["ba", "78", "16", "bf"])
    #expect(
      Sodium.hash(message).map { String($0, radix: 16) }.prefix(4) == ["bd", "dd", "81", "3c"])
  }
}
