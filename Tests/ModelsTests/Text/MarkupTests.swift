import Models
import SystemTestSupport
import Testing

/// Tests of texts in HTML and SVG.
struct MarkupTests {
  @Test func `texts are escaped between tags and in attributes, but literals are not`() {
    let text = #"</td><script>alert("1")</script>&lt;' onload='x"#
    let markup: Markup = #"<td title="\#(text)">\#(text)</td>"#
    let escaped =
      "&lt;/td&gt;&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&amp;lt;&#39; onload=&#39;x"
    #expect(markup.text == #"<td title="\#(escaped)">\#(escaped)</td>"#)
  }

  @Test func `numbers and pieces of markup are not escaped again`() {
    let row: Markup = "<td>\(1)</td>"
    let rows: Markup = "<tr>\([row, row])\(row)</tr>"
    #expect(rows.text == "<tr><td>1</td><td>1</td><td>1</td></tr>")
  }

  @Test func `invisible characters and characters that reverse text are replaced`() {
    let markup: Markup =
      "\("a\u{0}b\u{1B}c\u{85}d\u{202E}e\u{2066}f\u{200B}g\u{FEFF}h\u{AD}i\u{2028}j\u{FFFE}k")"
    #expect(
      markup.text
        == "a\u{FFFD}b\u{FFFD}c\u{FFFD}d\u{FFFD}e\u{FFFD}f\u{FFFD}g\u{FFFD}h\u{FFFD}i\u{FFFD}j\u{FFFD}k"
    )
  }

  @Test(arguments: HostileText.all)
  func `a hostile text cannot add markup`(text: String) {
    let markup: Markup = "\(text)"
    #expect(!markup.text.contains { "<>\"'".contains($0) })
    #expect(markup.text.invisibleCharacters == [])
    // With a combining mark, "<" is a different character, which the first check does not find.
    #expect(!markup.text.unicodeScalars.contains("<"))
  }
}
