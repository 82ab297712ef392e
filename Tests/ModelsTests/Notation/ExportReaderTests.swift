import FoundationEssentials
import Testing

@testable import Models

struct ExportReaderTests {
  /// Reads a file in chunks.
  private func items(_ text: String, chunkSize: Int = 7) throws -> [String] {
    var rest = Array(text.utf8)[...]
    var reader = ExportReader {
      defer { rest = rest.dropFirst(chunkSize) }
      return Array(rest.prefix(chunkSize))
    }
    var items: [String] = []
    while let (json, line) = try reader.next() {
      items.append("\(line) \(String(decoding: json, as: UTF8.self))")
    }
    return items
  }

  private func problem(_ text: String) -> String? {
    do {
      _ = try items(text)
      return nil
    } catch {
      return "\(error)"
    }
  }

  @Test(arguments: 1...20)
  func `JSON is split into the objects of its arrays`(chunkSize: Int) throws {
    let text = #"""
      {"format":"ladder","version":1,
      "people":[
      {"name":"A {\"[\\"},
      {"a":{"b":[1,[2]]}}
      ],"workouts":[ ],
      "plans":[{"c":3}]}

      """#
    #expect(
      try items(text, chunkSize: chunkSize) == [
        #"3 {"name":"A {\"[\\"}"#, #"4 {"a":{"b":[1,[2]]}}"#, #"6 {"c":3}"#,
      ])
  }

  @Test func `JSON lines are split into the objects after the first one`() throws {
    let text = #"{"format":"ladder","version":1}"# + "\n{\"a\":1}\n\r\n{\n\"b\":\n2} {\"c\":3}"
    #expect(try items(text) == ["2 {\"a\":1}", "4 {\n\"b\":\n2}", "6 {\"c\":3}"])
  }

  @Test func `members may be in any order, and unknown scalar members are ignored`() throws {
    #expect(
      try items(#"{"people":[{}],"by":"me, [{}]","version":1,"format":"ladder"}"#) == ["1 {}"])
  }

  @Test(arguments: [
    ("", "line 1: the file ends too early"),
    ("title,start_time\n", "line 1: this is not a Ladder export"),
    ("\0\0\0\0", "line 1: this is not a Ladder export"),
    ("[]", "line 1: this is not a Ladder export"),
    ("{}", "line 1: this is not a Ladder export"),
    (#"{"format":"other","version":1}"#, "line 1: this is not a Ladder export"),
    (#"{"format":"ladder"}"#, "line 1: this is not a Ladder export"),
    (#"{"format":"ladder","version":1,}"#, nil),
    (#"{"format":"ladder","version":1 "a":2}"#, "line 1: this is not a Ladder export"),
    (#"{"format":"ladder","version":2}"#, "line 1: it has version 2, not 1; update Ladder"),
    (#"{"format":"ladder","version":1,"people":[7]}"#, "line 1: this is not a Ladder export"),
    (#"{"format":"ladder","version":1,"a":{"b":1}}"#, "line 1: this is not a Ladder export"),
    ("{\"format\":\"ladder\",\"version\":1}\nx", "line 2: this is not a Ladder export"),
    ("{\"format\":\"ladder\",\"version\":1}\n}", "line 2: this is not a Ladder export"),
    ("{\"format\":\"ladder\",\"version\":1}\n{\"a\":\"", "line 2: the file ends too early"),
    ("{\"format\":\"ladder\",\"version\":1,\n\"people\":[{}", "line 2: the file ends too early"),
  ])
  func `other files are refused with a line number`(text: String, expected: String?) {
    #expect(problem(text) == expected)
  }

  @Test func `memory is limited`() {
    let header = "{\"format\":\"ladder\",\"version\":1}\n"
    func endless(_ start: String, _ rest: String) -> (problem: String, size: Int) {
      var size = 0
      var reader = ExportReader {
        defer { size += 1 << 16 }
        return size == 0
          ? Array(start.utf8) : Array(repeating: rest.utf8.first ?? 0, count: 1 << 16)
      }
      do {
        while try reader.next() != nil {}
        return ("", size)
      } catch {
        return ("\(error)", size)
      }
    }
    let deep = endless(header, "{")
    #expect(
      deep.problem == "line 2: an item is larger or more deeply nested than any that Ladder writes")
    #expect(deep.size < 1 << 18)
    let long = endless(header + "{\"a\":\"", "x")
    #expect(long.problem == deep.problem)
    #expect((8 << 20...9 << 20).contains(long.size))
    let header2 = endless("{\"a\":\"", "x")
    #expect(header2.problem == "line 1: this is not a Ladder export" && header2.size < 1 << 18)
  }
}
