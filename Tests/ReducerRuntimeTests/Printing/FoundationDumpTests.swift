import Foundation
import ReducerRuntime
import ReducerTestSupport
import Testing

@Suite(.checksForLeaks)
struct FoundationDumpTests {
  @Test(arguments: [
    (Dumped([1, 2] as NSArray), "[\n  [0]: 1,\n  [1]: 2\n]"),
    (Dumped([1, 2] as NSOrderedSet), "[\n  [0]: 1,\n  [1]: 2\n]"),
    (Dumped(NSSet(array: [2, 1])), "Set([\n  1,\n  2\n])"),
    (Dumped(NSCountedSet(array: [1, 2, 2])), "Set([\n  1,\n  2\n])"),
    (Dumped([2: "b", 1: "a"] as NSDictionary), "[\n  1: \"a\",\n  2: \"b\"\n]"),
    (Dumped(NSAttributedString(string: "text")), "\"text\""),
    (Dumped(NSMutableString(string: "text")), "\"text\""),
    (Dumped(AttributedString("text")), "\"text\""),
    (Dumped(NSData(data: Data([0]))), "Data(1 byte)"),
    (Dumped(NSDate(timeIntervalSince1970: 0)), "Date(1970-01-01T00:00:00.000Z)"),
    (Dumped(NSIndexPath()), "[]"),
    (Dumped(NSIndexSet(index: 1)), "IndexSet(\n  ranges: [\n    [0]: 1..<2\n  ]\n)"),
    (Dumped(NSLocale(localeIdentifier: "en_US")), "Locale(en_US)"),
    (
      Dumped(NSMeasurement(doubleValue: 42, unit: Unit(symbol: "kg"))),
      "Measurement(\n  value: 42.0,\n  unit: \"kg\"\n)"
    ),
    (Dumped(NSNotification(name: .init("done"), object: nil)), "Notification(name: \"done\")"),
    (Dumped(NSNull()), "NSNull()"),
    (Dumped(1 as NSNumber), "1"),
    (Dumped(NSRange(0..<1)), "0..<1"),
    (Dumped(NSURL(string: "https://example.com")), "URL(https://example.com)"),
    (
      Dumped(NSURLQueryItem(name: "a", value: "b")),
      "URLQueryItem(\n  name: \"a\",\n  value: \"b\"\n)"
    ),
    (Dumped(NSUUID(uuidString: UUID(1).uuidString)), "UUID(00000000-0000-0000-0000-000000000001)"),
    (
      Dumped(NSURLComponents(string: "https://example.com/a?b=c")),
      """
      URLComponents(
        scheme: "https",
        host: "example.com",
        path: "/a",
        queryItems: [
          [0]: URLQueryItem(
            name: "b",
            value: "c"
          )
        ]
      )
      """
    ),
    (
      Dumped(NSError(domain: "tests", code: 42, userInfo: ["a": "b"])),
      """
      NSError(
        domain: "tests",
        code: 42,
        userInfo: [
          "a": "b"
        ]
      )
      """
    ),
    (
      Dumped(NSTimeZone(forSecondsFromGMT: 0)),
      """
      TimeZone(
        identifier: "GMT",
        abbreviation: "GMT",
        secondsFromGMT: 0,
        isDaylightSavingTime: false
      )
      """
    ),
  ])
  func `classes are dumped like the Swift values that they wrap`(value: Dumped, expected: String) {
    #expect(value.text == expected)
  }
}
