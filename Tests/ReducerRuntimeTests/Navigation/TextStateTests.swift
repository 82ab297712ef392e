import ReducerRuntime
import ReducerTestSupport
import Testing

@Suite(.checksForLeaks)
struct TextStateTests {
  @Test func `a text has its plain words`() {
    #expect(String(state: TextState("Delete 3 workouts?")) == "Delete 3 workouts?")
    #expect(String(state: TextState(verbatim: "100 %")) == "100 %")
    #expect(String(state: TextState("Push-ups".dropLast(4)).bold()) == "Push")
    #expect(String(state: TextState("a").bold() + TextState("b").italic()) == "ab")
    #expect(TextState("").runs == [])
  }

  @Test func `a style applies to its piece only`() {
    let text = TextState("Delete ") + TextState("Push-ups").bold() + TextState("?")
    #expect(text.runs.map(\.content) == ["Delete ", "Push-ups", "?"])
    #expect(text.runs.map(\.attributes) == [[], .bold, []])
  }

  @Test func `styles combine`() {
    let text = TextState("!").bold().italic().underline().strikethrough().foregroundColor(.red)
    #expect(text.runs.map(\.attributes) == [[.bold, .italic, .underline, .strikethrough]])
    #expect(text.runs.map(\.foregroundColor) == [.red])
  }

  @Test func `an inactive style changes nothing`() {
    let text = TextState("a").bold()
    #expect(text.bold(false) == text)
    #expect(text.italic(false).underline(false).strikethrough(false) == text)
    #expect(text.foregroundColor(nil) == text)
  }

  @Test func `a piece keeps its own style`() {
    let text = (TextState("a").foregroundColor(.green) + TextState("b")).foregroundColor(.red)
      .bold()
    #expect(text.runs.map(\.foregroundColor) == [.green, .red])
    #expect(text.runs.map(\.attributes) == [.bold, .bold])
  }

  @Test func `texts with equal words and styles are equal`() {
    let parts = TextState("a").bold() + TextState("") + TextState("b").bold()
    #expect(parts == TextState("ab").bold())
    #expect(Set([parts, TextState("ab").bold()]).count == 1)
    #expect((TextState("a") + TextState("b")).bold() == TextState("ab").bold())
    #expect(TextState("ab") != TextState("ab").bold())
    #expect(TextState("ab").foregroundColor(.red) != TextState("ab").foregroundColor(.blue))
  }

  @Test func `a dump shows words and styles`() {
    let text =
      TextState("Delete ") + TextState("all").bold().foregroundColor(.brightRed)
      + TextState(" now").italic() + TextState("?").underline() + TextState("!").strikethrough()
    let dump = "Delete <brightRed>**all**</brightRed>_ now_<u>?</u>~~!~~"
    #expect(String(customDumping: text) == dump)
    #expect(diff(TextState("a"), TextState("a").bold())?.contains("**a**") == true)
  }
}
