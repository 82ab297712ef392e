import FoundationEssentials
import ReducerRuntime
import ReducerTestSupport
import Testing

@Suite(.checksForLeaks) struct IdentifiedIDsTests {
  private var rows: IdentifiedArrayOf<Row> = [Row(id: 3), Row(id: 1), Row(id: 2)]

  @Test func `ids are found by value and by position`() {
    #expect(rows.ids == [3, 1, 2])
    #expect(rows.ids[1] == 1)
    #expect(rows.ids.contains(2))
    #expect(!rows.ids.contains(4))
    #expect(rows.ids.firstIndex(of: 2) == 2)
    #expect(rows.ids.lastIndex(of: 3) == 0)
    #expect(rows.ids.firstIndex(of: 4) == nil)
    #expect(rows.ids.elements == Array(rows.ids))
    #expect("\(rows.ids)" == "[3, 1, 2]")
    #expect(IdentifiedIDs([2, 1, 2, 3, 1]).elements == [2, 1, 3])
    #expect(IdentifiedIDs<Int>().isEmpty)
  }

  @Test func `lists share their ids instead of copying them`() {
    func address(_ ids: IdentifiedIDs<Int>) -> UnsafeRawPointer? {
      ids.elements.withUnsafeBytes(\.baseAddress)
    }
    let ids = rows.ids
    #expect(address(ids) == address(rows.ids))
  }
}

@Suite(.checksForLeaks)
struct IdentifiedArraySurfaceTests {
  private var rows: IdentifiedArrayOf<Row> = [Row(id: 1), Row(id: 2), Row(id: 3)]

  @Test mutating func `elements are removed from both ends and the middle`() {
    #expect(rows.removeFirst().id == 1)
    #expect(rows.removeLast().id == 3)
    #expect(rows.popLast()?.id == 2)
    rows.append(contentsOf: (1...6).map { Row(id: $0) })
    rows.removeFirst(1)
    rows.removeLast(1)
    rows.removeSubrange(2...)
    #expect(rows.ids == [2, 3])
    expectPlaces(rows)
  }

  @Test mutating func `arrays are joined without duplicate ids`() {
    rows += [Row(id: 3, name: "c"), Row(id: 4)]
    #expect(rows.ids == [1, 2, 3, 4])
    rows.replaceSubrange(0..<2, with: [Row(id: 9), Row(id: 3, name: "c")])
    #expect(rows.ids == [9, 3, 4])
    #expect(rows[id: 3]?.name == "c")
    expectPlaces(rows)
  }

  @Test func `decoding duplicate ids fails`() {
    let stored = Data(#"[{"id":1,"name":""},{"id":1,"name":""}]"#.utf8)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(IdentifiedArrayOf<Row>.self, from: stored)
    }
  }

  private func expectPlaces(_ rows: IdentifiedArrayOf<Row>) {
    for (index, row) in rows.enumerated() { #expect(rows.index(id: row.id) == index) }
  }
}

private struct Row: Codable, Comparable, Identifiable {
  let id: Int
  var name = ""

  static func < (one: Row, other: Row) -> Bool { one.id < other.id }
}
