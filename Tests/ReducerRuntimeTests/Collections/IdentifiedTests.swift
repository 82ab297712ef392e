import FoundationEssentials
import ReducerRuntime
import ReducerTestSupport
import Testing

@Suite(.checksForLeaks) struct IdentifiedTests {
  @Test func `a value without an id is listed by one`() {
    var lines: IdentifiedArrayOf<Identified<Int, Line>> = [Identified(Line(text: "warm-up"), id: 0)]
    lines.append(Identified(Line(text: "set"), id: 1))
    lines[id: 1]?.text = "set 1"
    #expect(lines[id: 1]?.value == Line(text: "set 1"))
    #expect(lines[id: 1]?.length == 5)
  }

  @Test func `the id is computed from the value`() {
    #expect(Identified(Line(text: "set"), id: \.text).id == "set")
    #expect(Identified(7, id: \.self).id == 7)
    #expect(Identified(7) { $0 + 1 }.id == 8)
  }

  @Test func `pairs are compared, hashed and encoded`() throws {
    let line = Identified(Line(text: "set"), id: 1)
    #expect(line != Identified(Line(text: "set"), id: 2))
    #expect(Set([line, line]).count == 1)
    let data = try JSONEncoder().encode(line)
    #expect(try JSONDecoder().decode(Identified<Int, Line>.self, from: data) == line)
  }
}

private struct Line: Codable, Hashable, Sendable {
  var text: String
  var length: Int { text.count }
}
