import Testing

@testable import Models

struct CSVTextTests {
  @Test(arguments: [
    ("plain text", "plain text"),
    ("", ""),
    ("a,b", "\"a,b\""),
    ("a;b", "\"a;b\""),
    ("say \"go\"", "\"say \"\"go\"\"\""),
    // A quotation mark with a combining accent is one character, but would still end the field.
    ("say \"\u{308}go, x", "\"say \"\"\u{308}go, x\""),
    // Control characters cannot end a row.
    ("two\r\nlines", #"two\u{d}\u{a}lines"#),
    // Spreadsheets would execute these.
    ("=1+1", "'=1+1"),
    ("+49", "'+49"),
    ("-20x8", "'-20x8"),
    ("@SUM(A1)", "'@SUM(A1)"),
    ("\t=1", #"'\u{9}=1"#),
    ("\r=1", #"'\u{d}=1"#),
    ("＝1＋1", "'＝1＋1"),
    ("=HYPERLINK(\"http://a\",\"b\")", "\"'=HYPERLINK(\"\"http://a\"\",\"\"b\"\")\""),
    ("a=1", "a=1"),
  ])
  func `spreadsheets read a field as text`(text: String, field: String) {
    #expect(text.csvField == field)
  }
}
