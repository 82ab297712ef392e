/// The conditions under which the rows of a ``KeyMap`` are active: conditions of single rows, conditions that several
/// rows share, and the child state that a row depends on.
///
/// A shared condition is evaluated once for all its rows, and conditions of an absent child aren't evaluated. So the
/// cost of a key press depends on the visible screen and not on the number of screens.
struct KeyConditions<State>: Sendable {
  /// The number of rows.
  let count: Int

  /// Calls `found` with the active rows, in order, until it returns false.
  ///
  /// Row numbers start at `base` and are in ascending order. Returns whether the search continues after them.
  private let search:
    @Sendable (
      _ state: State, _ rows: ArraySlice<Int>, _ base: Int, _ found: (Int) -> Bool
    ) -> Bool

  /// Creates conditions, one for each row.
  init(_ conditions: [@Sendable (State) -> Bool]) {
    self.init(count: conditions.count) { state, rows, base, found in
      for row in rows where conditions[row - base](state) {
        if !found(row) { return false }
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

  /// Calls `found` with those of `rows` that are active in `state`, in order, until it returns false.
  ///
  /// - Parameter rows: The row numbers, in ascending order.
  /// - Complexity: O(rows), and the cost of the conditions.
  func search(_ rows: [Int], in state: State, found: (Int) -> Bool) {
    _ = ask(state, rows[...], 0, found)
  }

  /// Returns the conditions of the first rows, followed by those of the second.
  static func + (_ first: KeyConditions, _ second: KeyConditions) -> KeyConditions {
    KeyConditions(count: first.count + second.count) { state, rows, base, found in
      let middle = base + first.count
      let end = rows.firstIndex { $0 >= middle } ?? rows.endIndex
      return first.ask(state, rows[..<end], base, found)
        && second.ask(state, rows[end...], middle, found)
    }
  }

  /// Returns conditions that additionally require `condition`.
  func when(_ condition: @escaping @Sendable (State) -> Bool) -> KeyConditions {
    KeyConditions(count: count) { state, rows, base, found in
      condition(state) ? search(state, rows, base, found) : true
    }
  }

  /// Returns conditions on a parent's state. No row is active while the child is absent.
  func pullback<Parent>(
    _ child: @escaping @Sendable (Parent) -> State?
  ) -> KeyConditions<Parent> {
    KeyConditions<Parent>(count: count) { parent, rows, base, found in
      guard let state = child(parent) else { return true }
      return search(state, rows, base, found)
    }
  }

  /// Searches `rows`, without evaluating shared conditions if there are none.
  private func ask(
    _ state: State, _ rows: ArraySlice<Int>, _ base: Int, _ found: (Int) -> Bool
  ) -> Bool {
    rows.isEmpty || search(state, rows, base, found)
  }
}
