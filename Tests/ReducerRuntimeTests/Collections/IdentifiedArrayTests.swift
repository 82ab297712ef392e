import FoundationEssentials
import ReducerTestSupport
import Testing

@testable import ReducerRuntime

@Suite(.checksForLeaks) struct IdentifiedArrayTests {
  struct Row: Identifiable, Equatable, Comparable, Codable {
    var id: Int
    var text = ""
    static func < (lhs: Row, rhs: Row) -> Bool { lhs.id < rhs.id }
  }

  @Test func `an identified array is encoded and described like a plain array`() throws {
    let rows: IdentifiedArrayOf<PlainChild.State> = [.init(id: 1, count: 2)]
    let numbers = IdentifiedArray(uniqueElements: [3, 4], id: \.self)
    #expect("\(numbers)" == "[3, 4]")
    #expect(String(customDumping: numbers) == "[\n  [0]: 3,\n  [1]: 4\n]")
    #expect("\(rows)" == "\(Array(rows))")
    let items: IdentifiedArrayOf<Item> = [Item(id: 1), Item(id: 2)]
    let data = try JSONEncoder().encode(items)
    #expect(try JSONDecoder().decode(IdentifiedArrayOf<Item>.self, from: data) == items)
  }

  @Test func `elements are replaced by position and removed by value`() {
    var items: IdentifiedArrayOf<Item> = [Item(id: 1), Item(id: 2)]
    items[0] = Item(id: 1, note: "a")
    #expect(items[id: 1]?.note == "a")
    #expect(items.remove(Item(id: 2)) == Item(id: 2))
    #expect(items.remove(Item(id: 2)) == nil)
    items.removeAll()
    #expect(items == IdentifiedArrayOf<Item>())
  }

  @Test func `elements are removed from both ends`() {
    var numbers = IdentifiedArray(uniqueElements: 1...7, id: \.self)
    #expect(numbers.removeFirst() == 1)
    #expect(numbers.removeLast() == 7)
    numbers.removeFirst(2)
    numbers.removeLast(1)
    #expect(numbers == IdentifiedArray(uniqueElements: [4, 5], id: \.self))
    #expect(numbers[id: 3] == nil)
    #expect(numbers.index(id: 5) == 1)
  }

  /// Applies operations in a seeded random order to an identified array and to a plain array, and compares the arrays.
  @Test(arguments: 0..<20) func `an identified array behaves like a plain array`(seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    var rows: IdentifiedArrayOf<Row> = []
    var model: [Row] = []
    for step in 0..<400 {
      let row = Row(id: Int.random(in: 0..<24, using: &generator), text: "\(step)")
      let position = model.firstIndex { $0.id == row.id }
      switch Int.random(in: 0..<14, using: &generator) {
      case 0:
        let (inserted, index) = rows.append(row)
        #expect(inserted == (position == nil))
        if position == nil { model.append(row) }
        #expect(index == model.firstIndex { $0.id == row.id })
      case 1:
        let index = Int.random(in: 0...model.count, using: &generator)
        if rows.insert(row, at: index).inserted { model.insert(row, at: index) }
        #expect(position == nil || model.count == rows.count)
      case 2:
        #expect(rows.updateOrAppend(row) == position.map { model[$0] })
        if let position { model[position] = row } else { model.append(row) }
      case 3:
        #expect(rows.remove(id: row.id) == position.map { model[$0] })
        if let position { model.remove(at: position) }
      case 4:
        rows[id: row.id]?.text += "!"
        if let position { model[position].text += "!" }
      case 5:
        rows[id: row.id] = row
        if let position { model[position] = row } else { model.append(row) }
      case 6:
        rows[id: row.id] = nil
        if let position { model.remove(at: position) }
      case 7:
        // In place, set the element to nil or, if it is missing, to `row`.
        change(&rows[id: row.id]) { $0 = $0 == nil ? row : nil }
        if let position { model.remove(at: position) } else { model.append(row) }
      case 8 where !model.isEmpty:
        let index = Int.random(in: 0..<model.count, using: &generator)
        #expect(rows.remove(at: index) == model.remove(at: index))
      case 9 where !model.isEmpty:
        let first = Int.random(in: 0..<model.count, using: &generator)
        let second = Int.random(in: 0..<model.count, using: &generator)
        rows.swapAt(first, second)
        model.swapAt(first, second)
      case 10 where !model.isEmpty:
        let index = Int.random(in: 0..<model.count, using: &generator)
        rows[index].text = "changed"
        model[index].text = "changed"
      case 11 where step % 5 == 0:
        rows.removeAll { $0.id % 3 == 0 }
        model.removeAll { $0.id % 3 == 0 }
      case 12:
        if step % 2 == 0 {
          rows.sort()
          model.sort()
        } else {
          rows.reverse()
          model.reverse()
        }
      case 13:
        var modelGenerator = generator
        rows.shuffle(using: &generator)
        model.shuffle(using: &modelGenerator)
      default: continue
      }
      #expect(Array(rows) == model)
      #expect(rows.ids.elements == model.map(\.id))
      #expect(model.indices.allSatisfy { rows.index(id: model[$0].id) == $0 })
      #expect((0..<24).allSatisfy { id in rows.contains(id: id) == model.contains { $0.id == id } })
    }
  }

  @Test func `an element is kept if a change to it throws`() {
    struct Failure: Error {}
    func fail(_ row: inout Row?) throws { throw Failure() }
    var rows: IdentifiedArrayOf<Row> = [Row(id: 1), Row(id: 2)]
    try? fail(&rows[id: 1])
    #expect(rows.ids == [1, 2])
    #expect(rows[id: 1] == Row(id: 1))
  }

  @Test func `the structure changes only when elements are added, removed or moved`() {
    var rows: IdentifiedArrayOf<Row> = [Row(id: 1), Row(id: 2)]
    let before = rows.structure
    rows[id: 1]?.text = "x"
    rows[0].text = "y"
    rows.updateOrAppend(Row(id: 2, text: "z"))
    #expect(rows.structure == before)
    rows.swapAt(0, 1)
    #expect(rows.structure != before)
  }

  @Test func `arrays are equal when their elements are`() {
    let rows: IdentifiedArrayOf<Row> = [Row(id: 1), Row(id: 2)]
    #expect(rows == IdentifiedArray(uniqueElements: [Row(id: 1), Row(id: 2)]))
    #expect(rows != [Row(id: 2), Row(id: 1)])
    #expect(rows.hashValue == IdentifiedArray(uniqueElements: [Row(id: 1), Row(id: 2)]).hashValue)
  }

  private func change(_ row: inout Row?, _ change: (inout Row?) -> Void) { change(&row) }
}

extension IdentifiedArrayTests.Row: Hashable {}

/// A deterministic random number generator (SplitMix64).
struct SplitMix64: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

private struct Item: Codable, Equatable, Identifiable {
  var id: Int
  var note = ""
}

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
