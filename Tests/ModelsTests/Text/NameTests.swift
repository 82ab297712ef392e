import Testing

@testable import Models

/// Tests of the comparison of names, of the search for words, and of misspellings.
struct NameTests {
  @Test(arguments: [
    ["Pull Ups", "pull-up", "pullup", "PULL-UPS", "Pull‑ups", "pullups", "pull  up"],
    ["Élévation", "elevation", "E\u{301}levations", "ÉLÉVATIONS"],
    ["bench press", "Bench presses", "BENCHPRESS", "bench-press"],
    ["fly", "flies", "flyes"], ["crunch", "crunches"], ["box jump", "Box-jumps"],
    ["farmer's walk", "farmers walk", "Farmer’s Walks"], ["dip", "DIPS"],
    ["Überzüge", "uberzuge"], ["straße", "STRASSE"], ["İp", "ip"], ["ørn", "Orn"],
    ["άρση", "ΑΡΣΗ"], ["深蹲"], ["90/90 stretch", "90 90 stretches"], ["★"], ["✔"],
    ["squat"], ["squat 2"], ["plank"], ["planks jack", "plank jack"],
  ])
  func `spellings of a name have the same key`(spellings: [String]) {
    #expect(Set(spellings.map(\.nameKey)).count == 1)
  }

  @Test(arguments: [
    ("pull-up", "push-up"), ("press", "pres"), ("бой", "бои"), ("ハ", "バ"), ("squat", "front squat"),
    ("squat 1", "squat 2"), ("ab", "abs roll"), ("★", "✔"), ("", "a"), ("walk", "wall"),
  ])
  func `different names have different keys`(first: String, second: String) {
    #expect(first.nameKey != second.nameKey)
  }

  @Test func `the key of a key is the key itself`() {
    for name in ["Pull Ups", "Élévation", "'", "★", "Farmer's walks", "flies", "ß"] {
      #expect(!name.nameKey.isEmpty)
      #expect(name.nameKey.nameKey == name.nameKey)
    }
  }

  @Test(arguments: [
    ("Diamond Push-ups", "pushups", true), ("Diamond push ups", "diamond", true),
    ("pushing", "push", false), ("bench press", "press", true), ("bench press", "ben", false),
  ])
  func `a name contains another one as whole words`(name: String, other: String, contains: Bool) {
    #expect(name.containsName(other.nameKey) == contains)
  }

  @Test(arguments: [
    ("elevation", true), ("ÉLÉV", true), ("pullup", true), ("pullu", true), ("pull-ups", true),
    ("up", true), ("abs", false), ("cable", true), ("knee", true), ("kneé", true),
    ("left-knee", false), ("rows", true),
  ])
  func `a search finds other spellings of a name`(word: String, isFound: Bool) {
    let text = SearchableText(names: ["Élévation", "Pull Up", "cable row"], text: "left knee")
    #expect(text.contains(SearchWord(word)) == isFound)
  }

  @Test(
    arguments: [
      ("sqaut", "squat"), ("squatt", "squat"), ("bench pres", "bench press"),
      ("benhc press", "bench press"),
      ("bench-pess", "bench press"), ("benchh presss", "bench press"), ("incline press", nil),
      ("decline press", nil),
      ("Squats", nil), ("sqauts", "squat"), ("front squat", nil), ("Y raise", nil),
      ("T raise", nil), ("squat 2", nil),
      ("rwo", "row"), ("", nil), ("深蹲", nil),
    ] as [(String, String?)])
  func `a misspelled name is similar to a known one`(name: String, known: String?) {
    let names = ["squat", "bench press", "incline press", "T raise", "row", "squat 1"]
    #expect(names.likelySpelling(of: name) == known)
  }

  @Test(
    arguments: [
      ("push-ups", "pushups-2min"), ("histroy", "history"), ("PUSHUPS", "pushups-2min"),
      ("xyz", nil),
      ("Deck of crads", "Deck of cards"), ("", nil),
    ] as [(String, String?)])
  func `a word has a closest candidate`(word: String, candidate: String?) {
    #expect(["history", "pushups-2min", "Deck of cards"].closest(to: word) == candidate)
  }
}

/// Tests of lists that keep the first problems and count the others.
struct ProblemListTests {
  @Test func `the first problems are kept, and the others are counted`() {
    let list = ProblemList((1...100_000).lazy.map { "problem \($0)" })
    #expect(Array(list) == (1...20).map { "problem \($0)" })
    #expect(list.totalCount == 100_000 && list.omittedCount == 99_980)
    #expect(list.omittedText == "99980 more problems aren't listed")
    #expect(ProblemList(1...20).omittedText == nil)
    #expect(ProblemList(1...21).omittedText == "1 more problem isn't listed")
  }

  @Test func `two lists are merged in order`() {
    let odd = ProblemList(stride(from: 1, to: 100, by: 2))
    let even = ProblemList(stride(from: 2, to: 11, by: 2))
    let merged = odd.merging(even)
    #expect(Array(merged) == Array(1...10) + [11, 13, 15, 17, 19, 21, 23, 25, 27, 29])
    #expect(merged.totalCount == 55)
  }
}
