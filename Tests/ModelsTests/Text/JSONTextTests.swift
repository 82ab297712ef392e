import Testing

@testable import Models

struct JSONTextTests {
  @Test(arguments: [
    ("plain", #""plain""#),
    ("a\"b\\c", #""a\"b\\c""#),
    ("\u{0}\n\u{1B}\u{7F}\u{9B}", #""\u0000\u000a\u001b\u007f\u009b""#),
    ("\u{202E}\u{2028}\u{E0041}", #""\u202e\u2028\udb40\udc41""#),
    ("Zoë 王 🏋", #""Zoë 王 🏋""#),
  ])
  func `JSON text has no control characters`(string: String, json: String) {
    #expect(JSONText.string(string).text == json)
  }

  @Test func `JSON keeps the order of members`() {
    let value = JSONText.object([
      ("b", .array([.number(1), .bool(false), .null])), ("a", .object([])), ("c", .array([])),
    ])
    #expect(value.text == #"{"b":[1,false,null],"a":{},"c":[]}"#)
  }
}
