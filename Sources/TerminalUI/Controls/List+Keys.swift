extension KeyMap {
  /// Returns the keys that move the selection of a list.
  ///
  /// - Parameter action: Returns the action for a move by a number of rows, which stops at both ends.
  public static func listNavigation(_ action: (Int) -> Action) -> KeyMap {
    KeyMap([
      .init([.up, "k"], "up", action(-1), pair: .move),
      .init([.down, "j"], "down", action(1), pair: .move),
      .init([.pageDown], "page down", action(10), hinted: false),
      .init([.pageUp], "page up", action(-10), hinted: false),
      .init([.home, "<"], "first", action(.min), hinted: false),
      .init([.end, ">"], "last", action(.max), hinted: false),
    ]).section("Lists")
  }

  /// Returns the keys of a list that letters filter: the arrow and page keys move its selection.
  ///
  /// - Parameter canMove: Returns whether the list has several rows.
  public static func arrowNavigation(
    _ action: (Int) -> Action, when canMove: @escaping @Sendable (State) -> Bool
  ) -> KeyMap {
    [
      .init([.up], "up", action(-1), pair: .move, when: canMove),
      .init([.down], "down", action(1), pair: .move, when: canMove),
      .init([.pageDown], "page down", action(10), hinted: false),
      .init([.pageUp], "page up", action(-10), hinted: false),
      .init([.home], "first", action(.min), hinted: false),
      .init([.end], "last", action(.max), hinted: false),
    ]
  }
}

extension Int {
  /// Returns this selection moved by `offset` in a list of `count` rows, stopping at both ends.
  public func moved(by offset: Int, in count: Int) -> Int {
    // A jump to an end is `.min` or `.max`, so the sum can overflow.
    let (sum, isTooFar) = addingReportingOverflow(offset)
    return (isTooFar ? count - 1 : sum).clamped(in: count)
  }

  /// Returns this selection, or the nearest row of a list of `count` rows; 0 if the list is empty.
  package func clamped(in count: Int) -> Int { Swift.max(0, Swift.min(self, count - 1)) }
}
