import FoundationEssentials
import ReducerRuntime
import ReducerTestSupport
import Testing

@Suite(.checksForLeaks)
struct IdentifiedArraySurfaceTests {
  private var rows: IdentifiedArrayOf<Row> = [Row(id: 1), Row(id: 2), Row(id: 3)]

  @Test mutating func `an element is replaced in place`() {
    #expect(rows.update(Row(id: 2, name: "b"), at: 1) == Row(id: 2))
    let new = rows.updateOrInsert(Row(id: 0), at: 0)
    #expect(new.originalMember == nil && new.index == 0)
    let old = rows.updateOrInsert(Row(id: 3, name: "c"), at: 0)
    #expect(old.originalMember == Row(id: 3) && old.index == 3)
    #expect(rows.elements.map(\.name) == ["", "", "b", "c"])
  }

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

  @Test mutating func `elements are removed and moved by offsets`() {
    rows.move(fromOffsets: [0, 2], toOffset: 0)
    #expect(rows.ids == [1, 3, 2])
    rows.sort()
    rows.move(fromOffsets: [0, 2], toOffset: 2)
    #expect(rows.ids == [2, 1, 3])
    rows.sort()
    rows.move(fromOffsets: [0], toOffset: 3)
    #expect(rows.ids == [2, 3, 1])
    expectPlaces(rows)
    rows.remove(atOffsets: [0, 2])
    #expect(rows.ids == [3])
    expectPlaces(rows)
  }

  @Test mutating func `elements are reversed, partitioned and shuffled`() {
    rows.reverse()
    #expect(rows.ids == [3, 2, 1])
    #expect(rows.partition { $0.id == 3 } == 2)
    #expect(rows.last?.id == 3)
    rows.shuffle()
    expectPlaces(rows)
  }

  @Test mutating func `arrays are joined without duplicate ids`() {
    rows += [Row(id: 3, name: "c"), Row(id: 4)]
    #expect(rows.ids == [1, 2, 3, 4])
    rows.replaceSubrange(0..<2, with: [Row(id: 9), Row(id: 3, name: "c")])
    #expect(rows.ids == [9, 3, 4])
    #expect(rows[id: 3]?.name == "c")
    let kept: IdentifiedArrayOf<Row> = rows.filter { $0.id > 3 }
    #expect(kept.ids == [9, 4])
    expectPlaces(rows)
  }

  @Test func `arrays are created from other collections`() {
    #expect(IdentifiedArray(rows) == rows)
    #expect(IdentifiedArray(rows[1...]).ids == [2, 3])
    #expect(IdentifiedArray(uncheckedUniqueElements: [Row(id: 1)]).ids == [1])
    #expect(IdentifiedArray(uncheckedUniqueElements: ["a", "bc"], id: \.count).ids == [1, 2])
    let merged = IdentifiedArray(
      [Row(id: 1, name: "a"), Row(id: 1, name: "b")],
      uniquingIDsWith: { $1.name > $0.name ? $1 : $0 })
    #expect(merged.elements == [Row(id: 1, name: "b")])
    #expect(merged.debugDescription.hasPrefix("IdentifiedArray<Row>([") == true)
  }

  @Test func `an array has the key path of its identifiers`() {
    #expect(rows.map { $0[keyPath: rows.id] } == [1, 2, 3])
    let words = IdentifiedArray(uniqueElements: ["a", "bc"], id: \.count)
    #expect(words.id == \String.count)
    #expect(IdentifiedArray(words[1...]).id == \String.count)
    #expect(words.filter { $0 != "a" }.id == \String.count)
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
