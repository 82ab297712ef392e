import ReducerRuntime
import ReducerTestSupport
import Testing

@Suite(.checksForLeaks) struct IdentifiedCollectionTests {
  private var rows: IdentifiedArrayOf<Row> = [Row(id: 1, name: "a"), Row(id: 2, name: "b")]

  @Test mutating func `generic code reads and changes elements by id`() {
    func names<C: IdentifiedCollection<Int, Row>>(in rows: C) -> [String] {
      rows.ids.compactMap { rows[id: $0]?.name }
    }
    func rename(_ rows: inout some MutableIdentifiedCollection<Int, Row>) {
      rows[id: 2] = Row(id: 2, name: "c")
    }
    rename(&rows)
    #expect(names(in: rows) == ["a", "c"])
  }

  @Test mutating func `generic code changes elements by position`() {
    func exchangeEnds(_ rows: inout some MutableIdentifiedCollection<Int, Row>) {
      let second = rows.index(after: rows.startIndex)
      rows.swapAt(rows.startIndex, second)
      rows[second].name = "z"
    }
    exchangeEnds(&rows)
    #expect(rows.map(\.name) == ["b", "z"])
  }

  @Test func `an element is contained if its id is`() {
    #expect(rows.contains(Row(id: 1, name: "other")))
    #expect(!rows.contains(Row(id: 3, name: "a")))
  }

  @Test func `elements are filtered in a list with any id`() {
    let words = IdentifiedArray(uniqueElements: ["a", "bc", "def"], id: \.count)
    let long: IdentifiedArray<Int, String> = words.filter { $0.count > 1 }
    #expect(long[id: 2] == "bc")
    #expect(long.ids == [2, 3])
  }
}

private struct Row: Identifiable {
  let id: Int
  var name: String
}
