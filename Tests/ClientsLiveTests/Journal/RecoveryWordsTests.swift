import Sodium
import Testing

@testable import ClientsLive

struct RecoveryWordsTests {
  /// A test vector of BIP 39.
  @Test func `the words are those of the standard`() {
    let words = RecoveryWords.words(of: [UInt8](repeating: 0x7F, count: 32))
    #expect(words.prefix(3) == ["legal", "winner", "thank"])
    #expect(words.last == "title")
    #expect(words.count == RecoveryWords.count)
  }

  @Test func `a key is read from its words in any case and spacing`() throws {
    for _ in 0..<100 {
      let key = JournalKey()
      let text = "\n" + key.words.map { $0.uppercased() }.joined(separator: " ,\n  ") + "."
      #expect(try JournalKey(words: text) == key)
    }
  }

  @Test func `wrong words are named`() {
    var words = RecoveryWords.words(of: [UInt8](repeating: 0x7F, count: 32))
    #expect(throws: RecoveryWordsError.count(23)) {
      try JournalKey(words: words.dropLast().joined(separator: " "))
    }
    words[2] = "thonk"
    #expect(throws: RecoveryWordsError.unknownWord("thonk", position: 3)) {
      try JournalKey(words: words.joined(separator: " "))
    }
    words[2] = "wine"
    #expect(throws: RecoveryWordsError.wrongChecksum) {
      try JournalKey(words: words.joined(separator: " "))
    }
  }
}
