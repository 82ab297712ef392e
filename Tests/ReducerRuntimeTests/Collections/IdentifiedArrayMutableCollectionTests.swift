import ReducerRuntime
import ReducerTestSupport
import Testing

@Suite(.checksForLeaks)
struct IdentifiedArrayMutableCollectionTests {
  private var rows: IdentifiedArrayOf<Row> = [
    Row(id: 3), Row(id: 1), Row(id: 4), Row(id: 2), Row(id: 5),
  ]

  @Test mutating func `elements are found after a sort that throws`() {
    var comparisons = 0
    #expect(throws: Failure.self) {
      try rows.sort { first, second in
        comparisons += 1
        if comparisons == 4 { throw Failure() }
        return first < second
      }
    }
    expectPlaces(of: 1...5)
  }

  @Test mutating func `elements are found after a removal that throws`() {
    #expect(throws: Failure.self) {
      try rows.removeAll { row in
        if row.id == 2 { throw Failure() }
        return row.id == 3
      }
    }
    expectPlaces(of: 1...5)
  }

  @Test mutating func `elements are found after a partition that throws`() {
    #expect(throws: Failure.self) {
      _ = try rows.partition { row in
        if row.id == 2 { throw Failure() }
        return row.id == 3
      }
    }
    expectPlaces(of: 1...5)
  }

  @Test mutating func `generic algorithms sort, reverse, shuffle and partition`() {
    func sort(_ rows: inout some MutableCollection<Row> & RandomAccessCollection) { rows.sort() }
    func reverse(_ rows: inout some MutableCollection & BidirectionalCollection) { rows.reverse() }
    func shuffle(_ rows: inout some MutableCollection & RandomAccessCollection) { rows.shuffle() }
    sort(&rows)
    #expect(rows.ids == [1, 2, 3, 4, 5])
    reverse(&rows)
    #expect(rows.ids == [5, 4, 3, 2, 1])
    shuffle(&rows)
    expectPlaces(of: 1...5)
    let second = rows.partition { $0.id > 3 }
    #expect(rows[..<second].allSatisfy { $0.id <= 3 } && second == 3)
    expectPlaces(of: 1...5)
  }

  @Test mutating func `a part of the list is sorted and moved`() {
    rows[1...].sort()
    #expect(rows.ids == [3, 1, 2, 4, 5])
    rows[..<3].swapAt(0, 2)
    #expect(rows.ids == [2, 1, 3, 4, 5])
    rows.moveSubranges(RangeSet(0..<2), to: 4)
    #expect(rows.ids == [3, 4, 2, 1, 5])
    rows.removeSubranges(RangeSet([0..<1, 3..<5]))
    #expect(rows.ids == [4, 2])
    expectPlaces(of: [2, 4])
  }

  @Test mutating func `setting an element at another position swaps it with the element there`() {
    rows[0] = Row(id: 4, name: "d")
    #expect(rows.ids == [4, 1, 3, 2, 5])
    #expect(rows[0].name == "d")
    expectPlaces(of: 1...5)
  }

  @Test mutating func `a new element replaces the one at its position`() {
    rows[1] = Row(id: 9)
    #expect(rows.ids == [3, 9, 4, 2, 5])
    #expect(rows[id: 1] == nil)
    expectPlaces(of: [2, 3, 4, 5, 9])
  }

  @Test func `an id that changes in place stops the program`() async {
    await #expect(processExitsWith: .failure) {
      var rows: IdentifiedArrayOf<Row> = [Row(id: 1), Row(id: 2)]
      rows[0].id = 2
    }
    await #expect(processExitsWith: .failure) {
      var rows: IdentifiedArrayOf<Row> = [Row(id: 1), Row(id: 2)]
      rows[id: 1]?.id = 2
    }
  }

  @Test func `a row's reducer that changes the id stops the program`() async {
    await #expect(processExitsWith: .failure) {
      await MainActor.run {
        let store = Store(initialState: List.State(rows: [Row(id: 1), Row(id: 2)])) { List() }
        store.send(.rows(.element(id: 1, action: .renumbered(2))))
      }
    }
  }

  private func expectPlaces(of ids: some Collection<Int>) {
    #expect(rows.ids.sorted() == Array(ids))
    for (index, row) in rows.enumerated() { #expect(rows.index(id: row.id) == index) }
  }
}

private struct Failure: Error {}

private struct Row: Comparable, Identifiable {
  var id: Int
  var name = ""

  static func < (one: Row, other: Row) -> Bool { one.id < other.id }
}

@Reducer
private struct List {
  struct State { var rows: IdentifiedArrayOf<Row> }
  enum Action { case rows(IdentifiedAction<Int, RowAction>) }
  @CasePathable enum RowAction { case renumbered(Int) }

  var body: some ReducerOf<Self> {
    EmptyReducer().forEach(\.rows, action: \.rows) {
      Reduce<Row, RowAction> { row, action in
        if case .renumbered(let id) = action { row.id = id }
        return .none
      }
    }
  }
}
