extension String {
  /// The most characters that a line takes which is typed.
  static let longestTyped = 60

  /// The text as far as somebody may have typed it: what is pasted can be of any length, and so can one character of it,
  /// by the marks that it has.
  ///
  /// - Complexity: O(n) in what is kept and what is passed over.
  var typeable: String {
    var kept = ""
    for character in self.lazy.filter(\.isTypeable).prefix(Self.longestTyped) {
      kept.append(character)
    }
    return kept
  }
}

extension Character {
  /// Whether it is no more than any keyboard has on a key.
  var isTypeable: Bool { unicodeScalars.prefix(9).count <= 8 }
}
