/// When the rows of a ``KeyMap`` are in force: the conditions of single rows, those that several rows share, and which
/// child's state a row is about.
///
/// A shared condition is asked once for all its rows, and a child that is not there is asked for none of its own: a key
/// costs what the screen costs that is shown, however many there are.
struct KeyConditions<State>: Sendable {
  /// How many rows these are the conditions of.
  let count: Int

  /// Calls `found` with the rows in force, in order, until it returns false.
  ///
  /// Rows are numbers from `base` on, in ascending order; the answer is whether the search goes on behind them.
  private let search:
    @Sendable (
      _ state: State, _ rows: ArraySlice<Int>, _ base: Int, _ found: (Int) -> Bool
    ) -> Bool

  /// A condition for each row.
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

  /// Calls `found` with those of `rows` that are in force in `state`, in order, until it returns false.
  ///
  /// - Parameter rows: Numbers of rows, in ascending order.
  /// - Complexity: O(rows), but for what the conditions cost.
  func search(_ rows: [Int], in state: State, found: (Int) -> Bool) {
    _ = ask(state, rows[...], 0, found)
  }

  /// These rows, and behind them those of `other`.
  static func + (_ first: KeyConditions, _ second: KeyConditions) -> KeyConditions {
    KeyConditions(count: first.count + second.count) { state, rows, base, found in
      let middle = base + first.count
      let end = rows.firstIndex { $0 >= middle } ?? rows.endIndex
      return first.ask(state, rows[..<end], base, found)
        && second.ask(state, rows[end...], middle, found)
    }
  }

  /// The same rows, each in force only while `condition` holds as well.
  func when(_ condition: @escaping @Sendable (State) -> Bool) -> KeyConditions {
    KeyConditions(count: count) { state, rows, base, found in
      condition(state) ? search(state, rows, base, found) : true
    }
  }

  /// The same rows in a parent's state, none of them in force while there is no child.
  func pullback<Parent>(
    _ child: @escaping @Sendable (Parent) -> State?
  ) -> KeyConditions<Parent> {
    KeyConditions<Parent>(count: count) { parent, rows, base, found in
      guard let state = child(parent) else { return true }
      return search(state, rows, base, found)
    }
  }

  /// Searches, unless there is nothing to search for: then no condition is asked.
  private func ask(
    _ state: State, _ rows: ArraySlice<Int>, _ base: Int, _ found: (Int) -> Bool
  ) -> Bool {
    rows.isEmpty || search(state, rows, base, found)
  }
}
