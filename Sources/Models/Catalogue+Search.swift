extension Catalogue {
  /// The challenges that `query` means, in their order.
  ///
  /// Each word of it must occur in the name, the kind's heading or the key, in whichever letters.
  ///
  /// ```swift
  /// catalogue.challenges(matching: "push min")  // Push-ups in 2 minutes
  /// ```
  ///
  /// - Returns: All of them when there is no word in `query`.
  /// - Complexity: O(n) in the challenges.
  public func challenges(matching query: String) -> [Challenge] {
    let words = query.lowercased().split(whereSeparator: \.isWhitespace)
    guard !words.isEmpty else { return challenges }
    return challenges.filter { challenge in
      let text = "\(challenge.name) \(challenge.kind.title) \(challenge.id)".lowercased()
      return words.allSatisfy { text.contains($0) }
    }
  }
}
