import Foundation
import ReducerRuntime
import ReducerTestSupport
import Testing

@Suite(.checksForLeaks)
struct CustomDumpTests {
  @Test func `a value is printed property by property`() {
    let route = Route(start: Stop(id: 1, name: "Harbor"), stops: [Stop(id: 2, name: "Market")])
    #expect(
      String(customDumping: route) == """
        Route(
          start: Stop(
            id: 1,
            name: "Harbor"
          ),
          stops: [
            [0]: Stop(
              id: 2,
              name: "Market"
            )
          ]
        )
        """)
  }

  @Test(arguments: [
    (0, "Route(…)"),
    (1, "Route(\n  start: Stop(…),\n  stops: […]\n)"),
  ])
  func `deeper values are abbreviated`(depth: Int, expected: String) {
    let route = Route(start: Stop(id: 1, name: "Harbor"), stops: [Stop(id: 2, name: "Market")])
    #expect(dump(route, depth: depth) == expected)
  }

  @Test func `a dump can have a name and an indentation`() {
    var text = ""
    let value = customDump([1], to: &text, name: "numbers", indent: 2)
    #expect(text == "  numbers: [\n    [0]: 1\n  ]")
    #expect(value == [1])
  }

  @Test(arguments: [
    (Dumped(Trip.parked), "Trip.parked"),
    (Dumped(Trip.moving(3)), "Trip.moving(3)"),
    (Dumped(Trip.delayed(by: 3)), "Trip.delayed(by: 3)"),
    (Dumped(Trip.ended(3, at: "Harbor")), "Trip.ended(\n  3,\n  at: \"Harbor\"\n)"),
    (Dumped(Result<Trip, Never>.success(.moving(3))), "Result.success(\n  .moving(3)\n)"),
    (Dumped(Int?.none as Any), "nil"),
    (Dumped((1, second: 2, ())), "(\n  1,\n  second: 2,\n  ()\n)"),
    (Dumped([Int]()), "[]"),
    (Dumped([Int: Int]()), "[:]"),
    (Dumped(Set([3, 1, 2])), "Set([\n  1,\n  2,\n  3\n])"),
    (Dumped(["b": 2, "a": 1]), "[\n  \"a\": 1,\n  \"b\": 2\n]"),
    (Dumped([9: 0, 10: 0, 1: 0]), "[\n  1: 0,\n  10: 0,\n  9: 0\n]"),
    (Dumped(["a\nb": 0, "": 1]), "[\n  \"\": 1,\n  \"\"\"\n  a\n  b\n  \"\"\": 0\n]"),
    (Dumped(Trip.parked as Trip?), ".parked"),
    (Dumped(Result<Void, Never>.success(())), "Result.success()"),
    (Dumped(Box(content: ("a", 1)) as Box?), "(\n  \"a\",\n  1\n)"),
    (Dumped(Result<Box<Void>, Never>.success(Box(content: ()))), "Result.success(())"),
    (Dumped(Holder(value: 1..<4)), "Holder(\n  value: 1..<4\n)"),
    (Dumped(Holder(value: Box(content: Secret()))), "Holder(value: <secret>)"),
    (
      Dumped(Holder(value: Box(content: Date(timeIntervalSince1970: 0)))),
      "Holder(\n  value: Date(1970-01-01T00:00:00.000Z)\n)"
    ),
    (Dumped([AnyHashable("b"): 2, AnyHashable(1): 1]), "[\n  \"b\": 2,\n  1: 1\n]"),
    (Dumped(1..<4), "1..<4"),
    (Dumped(AnyHashable(42)), "42"),
    (Dumped("é" as Character), "\"é\""),
    (Dumped("é" as Unicode.Scalar), "\"é\""),
    (Dumped("text" as StaticString), "\"text\""),
    (Dumped(\Stop.name), "\\Stop.name"),
  ])
  func `each kind of value has a form`(value: Dumped, expected: String) {
    #expect(value.text == expected)
  }

  @Test(arguments: [
    (Dumped(Date(timeIntervalSince1970: 0.5)), "Date(1970-01-01T00:00:00.500Z)"),
    (Dumped(URL(string: "https://example.com/a")!), "URL(https://example.com/a)"),
    (Dumped(Data([1, 2, 3])), "Data(3 bytes)"),
    (Dumped(Data(count: 1_001_024)), "Data(1,001,024 bytes)"),
    (Dumped(UUID(3)), "UUID(00000000-0000-0000-0000-000000000003)"),
    (Dumped(Decimal(string: "1.25")!), "1.25"),
    (Dumped(Locale(identifier: "en_US")), "Locale(en_US)"),
    (
      Dumped(IndexSet([1, 2, 4])), "IndexSet(\n  ranges: [\n    [0]: 1..<3,\n    [1]: 4..<5\n  ]\n)"
    ),
    (
      Dumped(TimeZone(secondsFromGMT: 0)!),
      """
      TimeZone(
        identifier: "GMT",
        abbreviation: "GMT",
        secondsFromGMT: 0,
        isDaylightSavingTime: false
      )
      """
    ),
    (
      Dumped(Dated(day: Date(timeIntervalSince1970: 0))),
      "Dated(day: Date(1970-01-01T00:00:00.000Z))"
    ),
  ])
  func `types of Foundation have a short form`(value: Dumped, expected: String) {
    #expect(value.text == expected)
  }

  @Test(arguments: [
    (1_474_690_544.971, "Date(2016-09-24T04:15:44.971Z)"),
    (-1.25, "Date(1969-12-31T23:59:58.750Z)"),
    (59.9996, "Date(1970-01-01T00:01:00.000Z)"),
  ])
  func `a date is rounded to milliseconds`(seconds: Double, expected: String) {
    #expect(String(customDumping: Date(timeIntervalSince1970: seconds)) == expected)
  }

  @Test(arguments: [
    (Duration.zero, "0 nanoseconds"),
    (.seconds(5), "5 seconds"),
    (.milliseconds(5123), "5 seconds, 123 milliseconds"),
    (.nanoseconds(-61_000_002_003), "-1 minute, 1 second, 2 microseconds, 3 nanoseconds"),
    (.seconds(86_400 * 1_234 + 7_200), "1,234 days, 2 hours"),
    (Duration(secondsComponent: 59, attosecondsComponent: 999_999_999_600_000_000), "1 minute"),
  ])
  func `a duration is printed in units`(duration: Duration, expected: String) {
    #expect(String(customDumping: duration) == expected)
  }

  @Test(arguments: [
    (Dumped("plain\ttab"), #""plain\ttab""#),
    (Dumped("a \"quote\""), "#\"a \"quote\"\"#"),
    (Dumped("a \\ and \"##"), "###\"a \\ and \"##\"###"),
    (Dumped("two\nlines"), "\"\"\"\ntwo\nlines\n\"\"\""),
    (Dumped("two\nlines".dropFirst()), "\"\"\"\nwo\nlines\n\"\"\""),
    (Dumped("\"\"\"#\n"), "##\"\"\"\n\"\"\"#\n\n\"\"\"##"),
    (
      Dumped(Stop(id: 1, name: "a\nb")),
      "Stop(\n  id: 1,\n  name: \"\"\"\n    a\n    b\n    \"\"\"\n)"
    ),
    (Dumped(Holder(value: "a\nb" as String?)), "Holder(\n  value: \"\"\"\n  a\n  b\n  \"\"\"\n)"),
  ])
  func `a string is printed as a literal`(value: Dumped, expected: String) {
    #expect(value.text == expected)
  }

  @Test(arguments: [
    (Dumped(Route.self), "Route.self"),
    (Dumped(Route.Leg.self), "Route.Leg.self"),
    (Dumped([[Double: Int?]?].self), "[[Double: Int?]?].self"),
    (Dumped([String: [Route.Leg]].self), "[String: [Route.Leg]].self"),
    (Dumped((x: Double, y: [Int]).self), "(x: Double, y: [Int]).self"),
    (Dumped(Result<Int, any Error>.self), "Result.self"),
    (Dumped(((Int) -> Bool).self), "(Int) -> Bool.self"),
  ])
  func `a type is printed without its module`(value: Dumped, expected: String) {
    #expect(value.text == expected)
  }

  @Test func `a local type has the name of the type around it`() {
    struct Local {}
    #expect(String(customDumping: Local()) == "CustomDumpTests.Local()")
  }

  @Test func `an object is printed once, with the properties of its superclasses`() {
    let tram = Tram(line: 4, doors: 6)
    tram.next = Tram(line: 5, doors: 6)
    tram.next?.next = tram
    #expect(
      String(customDumping: tram) == """
        Tram(
          line: 4,
          next: #1 Tram(
            line: 5,
            next: Tram(↩︎),
            doors: 6
          ),
          doors: 6
        )
        """)
    tram.next = nil
  }

  @Test func `a shared value is numbered, and printed once`() {
    @Shared(value: Stop(id: 1, name: "Harbor")) var stop
    @Shared(value: 5) var other
    #expect(
      String(customDumping: [$stop.id, $other, $stop.id]) == """
        [
          [0]: #1 1,
          [1]: #2 5,
          [2]: #1 Int(↩︎)
        ]
        """)
  }

  @Test func `properties that a macro adds are omitted, unless the type's mirror has them`() {
    #expect(String(customDumping: Observed()) == "Observed(\n  _name: \"a\"\n)")
    #expect(String(customDumping: Mirrored()) == "Mirrored(\n  _$registrar: 0,\n  _name: \"a\"\n)")
  }

  @Test func `a type can choose its form`() {
    #expect(String(customDumping: [Secret()]) == "[\n  [0]: <secret>\n]")
    #expect(String(customDumping: Box(content: Trip.moving(1))) == ".moving(1)")
    #expect(
      String(customDumping: Dialog()) == """
        Dialog.cancel(
          action: nil,
          label: "Cancel"
        )
        """)
  }

  private func dump(_ value: some Any, depth: Int) -> String {
    var text = ""
    customDump(value, to: &text, maxDepth: depth)
    return text
  }
}

/// A dump that can be the argument of a test.
struct Dumped: Sendable, CustomTestStringConvertible {
  let text: String
  var testDescription: String { text }

  init<Value>(_ value: Value) { text = String(customDumping: value) }
}

private struct Stop: Equatable {
  var id: Int
  var name: String
}

private struct Route {
  struct Leg {}
  var start: Stop
  var stops: [Stop]
}

private enum Trip {
  case parked
  case moving(Int)
  case delayed(by: Int)
  case ended(Int, at: String)
}

private struct Dated {
  var day: Date?
}

private class Vehicle {
  let line: Int
  var next: Tram?

  init(line: Int) { self.line = line }
}

private final class Tram: Vehicle {
  let doors: Int

  init(line: Int, doors: Int) {
    self.doors = doors
    super.init(line: line)
  }
}

private struct Observed {
  let _name = "a"
  let _$registrar = 0
}

private struct Mirrored: CustomDumpReflectable {
  var customDumpMirror: Mirror {
    Mirror(self, children: ["_$registrar": 0, "_name": "a"], displayStyle: .struct)
  }
}

private struct Secret: CustomDumpStringConvertible {
  var customDumpDescription: String { "<secret>" }
}

private struct Box<Content>: CustomDumpRepresentable {
  var content: Content
  var customDumpValue: Any { content }
}

private struct Holder<Value> {
  var value: Value
}

private struct Dialog: CustomDumpReflectable {
  var customDumpMirror: Mirror {
    Mirror(
      self, children: ["cancel": (action: Int?.none as Any, label: "Cancel")], displayStyle: .enum)
  }
}
