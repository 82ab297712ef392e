/// The conditions under which the rows of a ``KeyMap`` are active: conditions of single rows, shared conditions, and
/// the child states that rows depend on.
///
/// A shared condition is evaluated once for all its rows, and conditions of an absent child aren't evaluated. So the
/// cost of a key press depends on the visible screen, not on the number of screens.
struct KeyConditions<State>: Sendable {
  /// The number of rows.
  let count: Int

  /// Calls `onMatch` with the active rows, in order, until it returns false.
  ///
  /// Row numbers start at `base` and are in ascending order. Returns whether the search continues.
  private let search:
    @Sendable (
      _ state: State, _ rows: ArraySlice<Int>, _ base: Int, _ onMatch: (Int) -> Bool
    ) -> Bool

  /// Creates conditions, one for each row.
  init(_ conditions: [@Sendable (State) -> Bool]) {
    self.init(count: conditions.count) { state, rows, base, onMatch in
      for row in rows where conditions[row - base](state) {
        if !onMatch(row) { return false }
      }
      return true
    }
  }

  private init(
    count: Int,
    search: @escaping @Sendable (State, ArraySlice<Int>, Int, (Int) -> Bool) -> Bool
  ) {
    self.count = count
    self.search = search
  }

  /// Calls `onMatch` with those of `rows` that are active in `state`, in order, until it returns false.
  ///
  /// - Parameter rows: The row numbers, in ascending order.
  /// - Complexity: O(rows), and the cost of the conditions.
  func search(_ rows: [Int], in state: State, onMatch: (Int) -> Bool) {
    _ = searchUnlessEmpty(state, rows[...], 0, onMatch)
  }

  /// Returns the conditions in `first`, followed by those in `second`.
  static func + (_ first: KeyConditions, _ second: KeyConditions) -> KeyConditions {
    KeyConditions(count: first.count + second.count) { state, rows, base, onMatch in
      let middle = base + first.count
      let end = rows.firstIndex { $0 >= middle } ?? rows.endIndex
      return first.searchUnlessEmpty(state, rows[..<end], base, onMatch)
        && second.searchUnlessEmpty(state, rows[end...], middle, onMatch)
    }
  }

  /// Returns conditions that additionally require `condition`.
  func when(_ condition: @escaping @Sendable (State) -> Bool) -> KeyConditions {
    KeyConditions(count: count) { state, rows, base, onMatch in
      condition(state) ? search(state, rows, base, onMatch) : true
    }
  }

  /// Returns conditions on a parent's state. No row is active while the child is absent.
  func pullback<Parent>(
    _ child: @escaping @Sendable (Parent) -> State?
  ) -> KeyConditions<Parent> {
    KeyConditions<Parent>(count: count) { parent, rows, base, onMatch in
      guard let state = child(parent) else { return true }
      return search(state, rows, base, onMatch)
    }
  }

  /// Searches `rows`. Does not evaluate shared conditions if `rows` is empty.
  private func searchUnlessEmpty(
    _ state: State, _ rows: ArraySlice<Int>, _ base: Int, _ onMatch: (Int) -> Bool
  ) -> Bool {
    rows.isEmpty || search(state, rows, base, onMatch)
  }
}
