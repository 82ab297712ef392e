import Models
import Testing

struct PersonNameTests {
  @Test(arguments: [
    ("Ann", "Ann"),
    ("  Ann   Bee\t", "Ann Bee"),
    ("Ann\nBee", "Ann Bee"),
    ("A\u{1B}[31mnn\u{7}", "A[31mnn"),
    ("A\u{9B}31mnn", "A31mnn"),
    ("A\u{0}nn", "Ann"),
    ("Ann\u{202E}eeB", "AnneeB"),
    ("\u{2066}Ann\u{2069}", "Ann"),
    ("A\u{200B}n\u{200D}n\u{FEFF}", "Ann"),
    ("A\u{E0041}nn", "Ann"),
    ("Ann\u{2028}Bee", "Ann Bee"),
    ("Zoe\u{308}", "Zoë"),
    ("\u{301}Ann", "Ann"),
    ("Ann \u{301}Bee", "Ann Bee"),
    ("Åsa", "Åsa"),
    ("王小明", "王小明"),
    ("שרה", "שרה"),
  ])
  func `letters, marks, digits and inner spaces are kept`(raw: String, name: String) {
    #expect(PersonName(raw)?.text == name)
  }

  @Test(arguments: ["", "   ", "\u{1B}", "\u{200B}\u{202E}", "\u{3164}", "\u{301}", "\n\t"])
  func `names without letters are rejected`(raw: String) {
    #expect(PersonName(raw) == nil)
    #expect(PersonName.displayable(raw) == "?")
  }

  @Test func `a name is normalized`() throws {
    let name = try #require(PersonName("Zoe\u{308}"))
    #expect(name.text.unicodeScalars.count == 3)
    #expect(Array(name.text.utf8) == Array("Zo\u{EB}".utf8))
  }

  @Test func `a name has at most 64 characters`() {
    for letter in ["a", "王", "\u{915}\u{93E}", "👍🏽", "e\u{323}\u{301}"] {
      #expect(PersonName(String(repeating: letter, count: 100))?.text.count == 64)
    }
    #expect(PersonName(String(repeating: "x", count: 10_000_000))?.text.count == 64)
    #expect(PersonName(String(repeating: "a", count: 63) + " b")?.text.count == 63)
    #expect(!PersonName.isTooLong(String(repeating: "王", count: 64)))
    #expect(PersonName.isTooLong(String(repeating: "x", count: 65)))
  }

  @Test func `a wide name is truncated to 24 columns with an ellipsis`() {
    #expect(PersonName.truncated(String(repeating: "a", count: 24)).count == 24)
    #expect(
      PersonName.truncated(String(repeating: "a", count: 25)) == String(repeating: "a", count: 23)
        + "…"
    )
    #expect(
      PersonName.truncated(String(repeating: "王", count: 13)) == String(repeating: "王", count: 11)
        + "…"
    )
  }

  @Test func `a name is truncated before a stack of combining marks`() {
    let tower = "a" + String(repeating: "\u{316}", count: 100)
    #expect(PersonName("Ann" + tower)?.text == "Ann")
    #expect(PersonName(tower) == nil)
  }
}

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
