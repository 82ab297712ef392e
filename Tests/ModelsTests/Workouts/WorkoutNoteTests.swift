import Models
import Testing

struct WorkoutNoteTests {
  @Test(arguments: [
    ("Felt strong", "Felt strong"),
    ("  two\nlines,\t a tab  ", "two lines, a tab"),
    ("\u{1B}[2Jgone\u{9B}31m\u{7}\u{0}", "[2Jgone31m"),
    ("a\u{202E}b\u{2066}c\u{2069}\u{200B}", "abc"),
    ("Zoe\u{308}", "Zoë"),
    ("腕立て 💪 שלום", "腕立て 💪 שלום"),
  ])
  func `a note is one line of visible text`(raw: String, text: String) {
    #expect(WorkoutNote(raw)?.text == text)
  }

  @Test(arguments: ["", "  \n", "\u{1B}\u{200B}", "\u{301}"])
  func `text without visible characters is not a note`(raw: String) {
    #expect(WorkoutNote(raw) == nil)
  }

  @Test func `a note is at most 200 columns wide`() {
    #expect(WorkoutNote(String(repeating: "a", count: 201))?.text.count == 200)
    #expect(WorkoutNote(String(repeating: "腕", count: 201))?.text.count == 100)
    #expect(WorkoutNote(String(repeating: "x", count: 10_000_000))?.text.count == 200)
    #expect(!WorkoutNote.isTooWide(String(repeating: "a", count: 200)))
    #expect(WorkoutNote.isTooWide(String(repeating: "腕", count: 101)))
  }
}
