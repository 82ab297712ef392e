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
  }

  @Test func `lists share their ids instead of copying them`() {
    func address(_ ids: IdentifiedIDs<Int>) -> UnsafeRawPointer? {
      ids.elements.withUnsafeBytes(\.baseAddress)
    }
    let ids = rows.ids
    #expect(address(ids) == address(rows.ids))
  }

  @Test mutating func `a copy of the ids does not change with the list`() {
    let ids = rows.ids
    rows.remove(id: 1)
    rows.insert(Row(id: 4), at: 0)
    #expect(ids == [3, 1, 2])
    #expect(ids.firstIndex(of: 1) == 1)
    #expect(rows.ids == [4, 3, 2])
    #expect(rows.ids.firstIndex(of: 2) == 2)
  }

  @Test mutating func `an id is replaced together with its element`() {
    rows[1] = Row(id: 7)
    #expect(rows.ids == [3, 7, 2])
    #expect(rows.index(id: 7) == 1)
    #expect(rows.index(id: 1) == nil)
  }

  @Test func `ids are equal in the same order only`() {
    let other: IdentifiedArrayOf<Identified<Int, String>> = [
      Identified("c", id: 3), Identified("a", id: 1), Identified("b", id: 2),
    ]
    #expect(rows.ids == other.ids)
    #expect(rows.ids != [1, 2, 3])
    #expect(Set([rows.ids, other.ids, [1, 2, 3]]).count == 2)
  }

  @Test func `a set has the first of several equal ids`() {
    #expect(IdentifiedIDs([2, 1, 2, 3, 1]).elements == [2, 1, 3])
    #expect(IdentifiedIDs<Int>().isEmpty)
  }

  @Test func `ids are combined with others in order`() {
    let ids = rows.ids
    #expect(ids.union([1, 5, 4]) == [3, 1, 2, 5, 4])
    #expect(ids.intersection([2, 3, 9]) == [3, 2])
    #expect(ids.subtracting([1, 9]) == [3, 2])
    #expect(ids.symmetricDifference([1, 9, 9]) == [3, 2, 9])
  }

  @Test func `ids are compared as sets`() {
    let ids = rows.ids
    #expect(ids.isSubset(of: 1...3) && !ids.isSubset(of: [3, 1]))
    #expect(ids.isSuperset(of: [2, 3]) && !ids.isSuperset(of: [2, 4]))
    #expect(ids.isDisjoint(with: [4, 5]) && !ids.isDisjoint(with: [4, 3]))
  }
}

private struct Row: Identifiable {
  let id: Int
}
