extension KeyMap {
  /// The keys that move through a list, the same in every one.
  ///
  /// - Parameter moved: The action for a move by so many rows; it stops at both ends.
  package static func moving(_ moved: (Int) -> Action) -> KeyMap {
    KeyMap([
      .init([.down, "j"], "down", moved(1)),
      .init([.up, "k"], "up", moved(-1)),
      .init([.pageDown], "page down", moved(10), hinted: false),
      .init([.pageUp], "page up", moved(-10), hinted: false),
      .init([.home, "g"], "first", moved(.min), hinted: false),
      .init([.end, "G"], "last", moved(.max), hinted: false),
    ]).section("Lists")
  }
}

extension Int {
  /// A selection moved by `offset` in a list of `count` rows; it stops at both ends.
  package func moved(by offset: Int, in count: Int) -> Int {
    // Saturating: a jump to an end is a very long way.
    let (sum, isTooFar) = addingReportingOverflow(offset)
    return Swift.max(0, Swift.min(isTooFar ? count - 1 : sum, count - 1))
  }
}
