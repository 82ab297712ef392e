import FoundationEssentials
import Testing

@testable import Models

/// Tests of the sets of a session, and of the records among these sets.
struct PerformedSetTests {
  private func set(_ text: String) throws -> SetEntry {
    try SetEntry(text: text, unit: .kilograms)
  }

  private func session(_ texts: [(String, String)]) throws -> [PerformedSet] {
    try texts.map { exercise, text in
      try #require(PerformedSet(exercise, set(text), at: .zero))
    }
  }

  @Test func `a session in short has the sets with the heaviest load of each exercise`() throws {
    func text(_ sets: (String, String)...) throws -> String {
      try session(
        sets.flatMap { exercise, texts in
          texts.split(separator: " ").map { (exercise, String($0)) }
        }
      ).topSetsText
    }
    #expect(try text(("squat", "100x5 100x5 100x5")) == "Squat 3x5 @ 100kg")
    #expect(
      try text(("squat", "w60x5 80x5 100x5 100x4"), ("pull-up", "x12 x10"))
        == "Squat 5,4 @ 100kg, pull-up 12,10")
    #expect(
      try text(("squat", "65x5 75x5 85x8"), ("dip", "+20x8 x10"), ("chin-up", "-20x8 -30x9"))
        == "Squat 8 @ 85kg, dip 8 @ +20kg, chin-up 8 @ -20kg")
    #expect(try text(("squat", "w20x10")) == "Squat")
  }

  @Test func `consecutive sets of an exercise are listed after its name`() throws {
    let sets = try session([
      ("squat", "w60x5"), ("squat", "100x5"), ("row", "60x8"), ("squat", "100x4@9 slow"),
    ])
    #expect(sets.text == "squat w60kgx5 100kgx5, row 60kgx8, squat 100kgx4@9")
    #expect(sets.exercises == ["squat", "row"])
    #expect(sets.exercisesText == "Squat, row")
    // The warm-up set is not counted.
    #expect(sets.reps == 17)
    #expect(sets.countText == "3 sets")
    #expect([sets[0]].countText == "warm-up")
    // 100 · 5 + 60 · 8 + 100 · 4, without the warm-up set.
    #expect(sets.volume.text(in: .kilograms) == "1380 kg")
    #expect(sets.entries(of: "squat").count == 3)
  }

  /// Parses a text that corrects the session `old`.
  private func corrected(_ text: String, from old: [PerformedSet] = []) throws -> [PerformedSet] {
    try [PerformedSet](text: text, correcting: old, at: .seconds(60)) {
      $0 == "dip" ? .pounds : .kilograms
    }
  }

  @Test func `the text of a session is parsed to the same sets`() throws {
    let sets = try session([
      ("squat", "w60x5"), ("squat", "100x5@9 slow"), ("Romanian deadlift", "225lbx8"),
      ("pull-up", "-20x8"), ("pull-up", "x5"), ("squat, paused", "80x3"), ("5x5 squat", "x1"),
    ])
    #expect(sets.text.hasSuffix(#"pull-up -20kgx8 x5, "squat, paused" 80kgx3, "5x5 squat" x1"#))
    // The notes are not in the text, but they are kept.
    #expect(try corrected(sets.text, from: sets) == sets)
  }

  @Test func `a corrected set keeps its time, and the unit of its exercise`() throws {
    let old = try session([("row", "100lbx8"), ("row", "1000lbx8 typo")])
    let sets = try corrected("row 100lbx8 105x8, 90/90 stretch x10 x12", from: old)
    #expect(sets.text == "row 100lbx8 105lbx8, 90/90 stretch x10 x12")
    #expect(sets.map { $0.instant.components.seconds } == [0, 0, 60, 60])
    #expect(sets.map { $0.set.note?.text } == [nil, "typo", nil, nil])
    // Each exercise has its own unit.
    #expect(
      try corrected("dip 20x5, row 225lbx5, dip 25x5 x5, row 235x5").text
        == "dip 20lbx5, row 225lbx5, dip 25lbx5 x5, row 235lbx5")
  }

  /// Corrections of a session, with the notes that the sets have afterwards.
  @Test(
    arguments: [
      ("squat w60x5 80x8 80x9@8, row 60x8", ["warm", "easy", "hard", "slow"]),
      ("squat w60x5 80x8, row 60x8", ["warm", "easy", "slow"]),
      ("squat 80x8 80x8@8, row 60x8", ["easy", "hard", "slow"]),
      ("squat w60x5 70x8 80x8 80x8@8, row 60x8", ["warm", nil, "easy", "hard", "slow"]),
      ("row 62.5x8", ["slow"]),
      ("front squat w60x5 80x8 80x8@8, row 60x8", ["warm", "easy", "hard", "slow"]),
      ("squat w60x5 80x8 good 80x8@8 \"\", row 60x8", ["warm", "good", nil, "slow"]),
      ("squat 60x5 80,8x8", nil),
      ("squat w60x5,5 80x8 80x8@8, row 60x8", ["warm", nil, "easy", "hard", "slow"]),
    ] as [(String, [String?]?)])
  func `a corrected set keeps its note`(text: String, notes: [String?]?) throws {
    let old = try session([
      ("squat", "w60x5 warm"), ("squat", "80x8 easy"), ("squat", "80x8@8 hard"),
      ("row", "60x8 slow"),
    ])
    let new = try? corrected(text, from: old)
    #expect(new?.map { $0.set.note?.text } == notes)
  }

  @Test(arguments: [
    ("", 1, "an exercise and its sets"), ("100x5", 1, "an exercise and its sets"),
    ("squat", 6, "the sets of squat"), ("squat 100x5,", 13, "an exercise and its sets"),
    ("squat 100x5, row", 17, "the sets of row"), ("squat 100x5 100x0", 17, "the reps of a set"),
    ("squat 100x5 3x5", 13, "this can be 3 sets"), ("squat 100x5 5 5", 13, "this is neither a set"),
    ("squat 100x5, no pain", 21, "the sets of no pain"),
    ("squat 1000x999999", 12, "the reps of a set"),
    ("squat \"x\" 100x5", 1, "an exercise and its sets"),
  ])
  func `a malformed text is reported with the column of the error`(
    text: String, column: Int, problem: String
  ) {
    let error = #expect(throws: TextError.self) { try corrected(text) }
    #expect(error?.column == column)
    #expect(error?.problem.hasPrefix(problem) == true)
  }

  @Test func `a name must already have the form in which it is stored`() throws {
    for name in ["", " squat", "say \"no\"", "a\u{1B}b", String(repeating: "x", count: 49)] {
      #expect(PerformedSet(name, try set("x5"), at: .zero) == nil)
    }
  }

  @Test func `a session has at most 500 sets and 100 000 reps`() throws {
    func log(_ count: Int, _ text: String) throws -> WorkoutLog? {
      WorkoutLog(sets: try session(Array(repeating: ("squat", text), count: count)))
    }
    #expect(try log(500, "x200") != nil)
    #expect(try log(501, "x1") == nil)
    #expect(try log(101, "x1000") == nil)
    #expect(try log(101, "wx1000") != nil)
  }

  @Test func `the unit of the exercise is omitted`() throws {
    #expect(try set("100x5@9 slow").text(in: .kilograms) == "100x5@9")
    #expect(try set("w100x5").text(in: .pounds) == "w100kgx5")
    #expect(try set("-20x5").text(in: .kilograms) == "-20x5")
    #expect(try set("x5").text(in: .kilograms) == "x5")
    // 3x5 could be three sets.
    #expect(try set("3kgx5").text(in: .kilograms) == "3kgx5")
    let mixed = try [set("10kgx5"), set("10.5x5"), set("225lbx5"), set("x5"), set("11x5")]
    #expect(mixed.summary(in: .kilograms) == "10kgx5 10.5x5 225lbx5 x5 11kgx5")
    #expect(mixed.texts(in: .kilograms).joined(separator: " ") == mixed.summary(in: .kilograms))
  }

  /// Returns the records of the last of several sessions.
  private func records(_ sessions: [String]) throws -> [String] {
    let history = StrengthHistory(
      exercise: "squat",
      sessions: try sessions.enumerated().map { index, text in
        StrengthHistory.Session(
          workout: id(index), day: Int64(index),
          time: Date(timeIntervalSince1970: Double(index) * 86_400),
          sets: try text.split(separator: " ").map { try set(String($0)) })
      }, unit: .kilograms, rule: nil)
    return history.newRecords(in: id(sessions.count - 1)).map(\.text)
  }

  private func id(_ number: Int) -> UUID {
    UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, UInt8(number)))
  }

  @Test func `a set is a record if no earlier set has at least its load and its reps`() throws {
    #expect(try records(["100x5"]) == [])
    #expect(try records(["100x5", "100x5"]) == [])
    // More reps with the same load, a higher load, and fewer reps with an old load.
    #expect(try records(["100x5", "100x6 105x1 100x4"]) == ["105kgx1", "100kgx6"])
    #expect(try records(["100x5 90x8", "95x8 95x8"]) == ["95kgx8"])
    // A warm-up set neither sets a record nor prevents one.
    #expect(try records(["w120x5 100x5", "110x5 w130x5"]) == ["110kgx5"])
    // Less assistance is the better result.
    #expect(try records(["-20x8", "-15x8 -25x8 x3"]) == ["x3", "-15kgx8"])
    #expect(try records(["225lbx5", "102x5 102.1x5"]) == ["102.1kgx5"])
  }
}
