import FoundationEssentials
import SystemTestSupport
import Testing

@testable import Models

/// Tests of the forms in which sets are typed and printed.
struct SetParserTests {
  private func texts(_ text: String, unit: Weight.Unit? = .kilograms) throws -> String {
    try [SetEntry](text: text, unit: unit).map(\.text).joined(separator: " | ")
  }

  /// Each form with the resulting sets.
  @Test(arguments: [
    ("100x5 102.5x5 105x5", "100kgx5 | 102.5kgx5 | 105kgx5"),
    ("100x5, 102.5x5; 105x5", "100kgx5 | 102.5kgx5 | 105kgx5"),
    ("100x5,102.5x5,105x5", "100kgx5 | 102.5kgx5 | 105kgx5"),
    ("100x5\n102.5x5\t105x5\n", "100kgx5 | 102.5kgx5 | 105kgx5"),
    ("100x5,5,4", "100kgx5 | 100kgx5 | 100kgx4"),
    ("100x5, 5, 4", "100kgx5 | 100kgx5 | 100kgx4"),
    ("w60x5,5 100x5,5,4@9 80x8", "w60kgx5 | w60kgx5 | 100kgx5 | 100kgx5 | 100kgx4@9 | 80kgx8"),
    ("100x5@8,5@8.5,4@9 hard", "100kgx5@8 | 100kgx5@8.5 | 100kgx4@9 hard"),
    ("+10x5,5 x12,10 -20x8", "+10kgx5 | +10kgx5 | x12 | x10 | -20kgx8"),
    ("5x5x100", "100kgx5 | 100kgx5 | 100kgx5 | 100kgx5 | 100kgx5"),
    ("2x8x62.5lb@8 easy", "62.5lbx8@8 | 62.5lbx8@8 easy"),
    ("100kgx5x2", "100kgx5 | 100kgx5"), ("100x5x2", "100kgx5 | 100kgx5"),
    ("2x100kgx5", "100kgx5 | 100kgx5"), ("2x8x+10", "+10kgx8 | +10kgx8"),
    ("x12x2", "x12 | x12"), ("3x3x3", "3kgx3 | 3kgx3 | 3kgx3"),
    ("2x5 @ 102.5kg", "102.5kgx5 | 102.5kgx5"), ("2x5@100kg@8", "100kgx5@8 | 100kgx5@8"),
    ("2x5@100", "100kgx5 | 100kgx5"), ("5 @ 100kg", "100kgx5"),
    ("2x5 @ 100 kg", "100kgx5 | 100kgx5"),
    ("w2x5 @ 60kg 100x5", "w60kgx5 | w60kgx5 | 100kgx5"),
    ("100 x 5 102.5 kg x 5", "100kgx5 | 102.5kgx5"), ("100 kg x5 x12", "100kgx5 | x12"),
    ("175 lb x 8", "175lbx8"), ("3kgx5", "3kgx5"), ("2.5x10", "2.5kgx10"), ("+5x5", "+5kgx5"),
    ("11x12", "11kgx12"),
    ("80x8 easy 80x8 no pain, slow, 75x8", "80kgx8 easy | 80kgx8 no pain, slow | 75kgx8"),
    ("80x8@9 easy", "80kgx8@9 easy"), ("80x8 @9 easy", "80kgx8@9 easy"),
    ("80x8 @ the gym", "80kgx8 @ the gym"), ("80x8 \"5 sets\" 80x7", "80kgx8 \"5 sets\" | 80kgx7"),
    ("80x8 left knee \u{1F4AA}", "80kgx8 left knee \u{1F4AA}"),
  ])
  func `sets can be typed in many forms`(text: String, sets: String) throws {
    #expect(try texts(text) == sets)
  }

  @Test func `a weight without a unit has the unit of the previous weight`() throws {
    #expect(try texts("225lbx5 235x5 x8 +10x5") == "225lbx5 | 235lbx5 | x8 | +10lbx5")
    #expect(
      try texts("100x5 225lbx5 235x5 100kgx5 105x5")
        == "100kgx5 | 225lbx5 | 235lbx5 | 100kgx5 | 105kgx5")
    #expect(try texts("2x5x225lb 235x5", unit: nil) == "225lbx5 | 225lbx5 | 235lbx5")
    let error = #expect(throws: TextError.self) { try texts("x5 100x5", unit: nil) }
    #expect(error?.isUnitMissing == true)
    #expect(error?.column == 4)
    #expect(error?.problem == "is 100 in kg or in lb? write 100kg or 100lb")
  }

  /// Ambiguous texts with the column of the error and words of its message.
  @Test(arguments: [
    ("3x5", 1, "this can be 3 sets of 5 or 3 kg x 5: write 3x5 @ 100kg or x5 x5 x5 for the sets"),
    ("1x5", 1, "this can be 1 set of 5 or 1 kg x 5"), ("10x10", 1, "10 sets of 10 or 10 kg x 10"),
    ("w3x5", 2, "3 sets of 5"), ("3x5@8", 1, "3 sets of 5"), ("3x5,5,4", 1, "3 sets of 5"),
    ("100x5 3 x 5", 7, "3 sets of 5"), ("100x5 then 3x5", 12, "3 sets of 5"),
    ("5x5x10", 1, "this can be 5 sets of 5 with 10 kg or 10 sets of 5 with 5 kg"),
    ("30x5x100", 1, "from 1 to 20"),
    ("100x5 102.5", 7, "quotation marks"), ("100x5 102.5kg", 7, "quotation marks"),
    ("100x5,w5", 6, "quotation marks"), ("100x5,5,foo", 8, "quotation marks"),
    ("100x5 5 5", 7, "quotation marks"), ("100x5 / 100x5", 7, "quotation marks"),
    ("100x5 1o2x5", 7, "quotation marks"), ("100x5 slow 1o2x5", 7, "quotation marks"),
    ("100x5 w60", 7, "quotation marks"), ("100x5 3 sets", 7, "quotation marks"),
    ("100x5 102.5x", 13, "the reps of a set"), ("100x5 62,5x5", 7, "with a point"),
    ("100x5,62,5x5", 7, "with a point"), ("100x5 kg", 6, "can follow the reps"),
    ("21x5@100kg", 1, "from 1 to 20"), ("100kgx5@100kg", 9, "from 1 to 10"),
    ("5kgx5x100kg", 7, "only one of the three"),
    ("100x5x", 7, "the reps of a set"), ("5x5x100x3", 8, "can follow the reps"),
  ])
  func `a text that could be misread is refused`(text: String, column: Int, words: String) {
    let error = #expect(throws: TextError.self) { try texts(text) }
    #expect(error?.column == column)
    #expect(error?.problem.contains(words) == true, "\(error?.problem ?? "")")
  }

  /// Sets with few different loads, so that some consecutive sets have equal loads.
  private func randomSets(using random: inout Random) -> [SetEntry] {
    let loads = (0..<3).map { _ in SetEntry.random(using: &random) }
    return (0..<Int.random(in: 1...8, using: &random)).map { _ in
      var set = SetEntry.random(using: &random)
      let other = loads.randomElement(using: &random)!
      (set.load, set.isWarmUp) = (other.load, other.isWarmUp)
      return set
    }
  }

  @Test func `printed sets are parsed to the same sets`() throws {
    var random = Random(state: 24)
    for _ in 0..<500 {
      let sets = randomSets(using: &random)
      let plain = sets.map { set in
        var set = set
        set.note = nil
        return set
      }
      for unit in [Weight.Unit.kilograms, .pounds] {
        for set in sets {
          #expect(try SetEntry(text: set.text, unit: unit) == set)
          #expect(try SetEntry(text: set.result, unit: unit).text == set.result)
        }
        #expect(try [SetEntry](text: sets.map(\.text).joined(separator: " "), unit: unit) == sets)
        #expect(
          try [SetEntry](text: sets.map(\.result).joined(separator: " "), unit: unit) == plain)
        #expect(try [SetEntry](text: plain.planText, unit: unit) == plain)
        #expect(try [SetEntry](text: plain.summary(in: unit), unit: unit) == plain)
        #expect(
          try [SetEntry](text: plain.texts(in: unit).joined(separator: " "), unit: unit) == plain)
      }
      let same = Array(repeating: plain[0], count: Int.random(in: 1...20, using: &random))
      #expect(try [SetEntry](text: same.planText, unit: nil) == same)
      let session = try sets.map { try #require(PerformedSet("row 5", $0, at: .zero)) }
      let read = try [PerformedSet](text: session.text, correcting: session, at: .seconds(9)) {
        _ in nil
      }
      #expect(read == session)
    }
  }

  @Test func `the targets of a strength plan can be typed as sets`() throws {
    let plan = try #require(StrengthPlan(try Routine(text: "squat 2xw5 @ 60kg, squat 5 @ 225lb")))
    #expect(
      try plan.sets.map { try texts($0.text) } == ["w60kgx5", "w60kgx5", "225lbx5"])
  }
}

/// Tests of the text of sets.
struct SetEntryTests {
  @Test(arguments: [
    ("100x5", "100kgx5"), ("80x8@9", "80kgx8@9"), ("w60x5", "w60kgx5"), ("+10x5", "+10kgx5"),
    ("-20x8", "-20kgx8"), ("x12", "x12"), ("wx5", "wx5"), ("225lbx5", "225lbx5"),
    ("  W62.50KG×5@8.5  slow   down ", "w62.50kgx5@8.5 slow down"),
    ("−20Lb×8@10.0", "-20lbx8@10"), ("+2.5x1000@1", "+2.5kgx1000@1"),
    ("9999.999x1 ÉLÉVÉ", "9999.999kgx1 ÉLÉVÉ"),
  ])
  func `the text of a set is canonical`(text: String, canonical: String) throws {
    let set = try SetEntry(text: text, unit: .kilograms)
    #expect(set.text == canonical)
    #expect(try SetEntry(text: set.text, unit: .pounds) == set)
  }

  @Test func `the parts of a text are the parts of a set`() throws {
    let set = try SetEntry(text: "w102.50x5@8.5 slow", unit: .pounds)
    #expect(set.load == .weight(try weight("102.50", .pounds)))
    #expect(set.reps == 5)
    #expect(set.effort?.halves == 17)
    #expect(set.isWarmUp)
    #expect(set.note?.text == "slow")
    #expect(try SetEntry(text: "-20x8", unit: .kilograms).load == .assisted(try weight("20")))
    #expect(try SetEntry(text: "+20x8", unit: .kilograms).load == .added(try weight("20")))
    #expect(try SetEntry(text: "x8", unit: .kilograms).load == .bodyWeight)
  }

  /// Malformed texts with the column of the error and words of its message.
  @Test(arguments: [
    ("", 1, "a weight and reps"), ("   ", 4, "a weight and reps"),
    ("squat", 1, "a weight and reps"),
    ("w", 2, "a weight and reps"), ("ww60x5", 2, "a weight and reps"),
    ("@9", 1, "a weight and reps"), ("(100x5)", 1, "a weight and reps"),
    ("100", 4, "x and the reps"), ("100kg", 6, "x and the reps"), ("100-5", 4, "x and the reps"),
    ("100*5", 4, "x and the reps"),
    ("100x", 5, "from 1 to 1000"), ("100x ", 5, "from 1 to 1000"), ("100x0", 5, "from 1 to 1000"),
    ("100x-5", 5, "from 1 to 1000"), ("100x1001", 5, "from 1 to 1000"),
    ("100x99999999999999999999", 5, "from 1 to 1000"), ("100xx5", 5, "from 1 to 1000"),
    ("x", 2, "from 1 to 1000"),
    ("0x5", 1, "from 0.001"), ("0.000x5", 1, "from 0.001"), ("10000x5", 1, "from 0.001"),
    ("1.2345x5", 1, "from 0.001"), (".5x5", 1, "from 0.001"), ("5.x5", 1, "from 0.001"),
    ("1.2.3x5", 1, "from 0.001"), ("+0x5", 2, "from 0.001"),
    ("62,5x5", 1, "with a point"),
    ("100stx5", 4, "kg or lb"), ("100kgsx5", 4, "kg or lb"), ("100кгx5", 4, "kg or lb"),
    ("+x5", 2, "after the sign"), ("-kgx5", 2, "after the sign"), ("+-5x5", 2, "after the sign"),
    ("100x5@", 7, "from 1 to 10"), ("100x5@0", 7, "from 1 to 10"),
    ("100x5@10.5", 7, "from 1 to 10"), ("100x5@8.25", 7, "from 1 to 10"),
    ("100x5@8..5", 7, "from 1 to 10"), ("100x5@x", 7, "from 1 to 10"),
    ("100x5.5", 6, "can follow the reps"), ("100x5@9!", 8, "can follow the reps"),
    ("100x5reps", 6, "can follow the reps"), ("5x100kg", 6, "can follow the reps"),
    ("👩‍👩‍👧x5", 1, "a weight and reps"),
  ])
  func `an error names the column of a malformed text`(text: String, column: Int, words: String) {
    #expect {
      try SetEntry(text: text, unit: .kilograms)
    } throws: { error in
      guard let error = error as? TextError else { return false }
      return error.column == column && error.problem.contains(words)
    }
  }

  @Test func `a text that is too long is rejected`() {
    let note = String(repeating: "a", count: WorkoutNote.maxWidth)
    #expect(throws: Never.self) { try SetEntry(text: "100x5 " + note, unit: .kilograms) }
    #expect(throws: TextError.self) { try SetEntry(text: "100x5 a" + note, unit: .kilograms) }
    #expect(throws: TextError.self) {
      try SetEntry(text: "x5" + String(repeating: " ", count: 1023), unit: .kilograms)
    }
  }

  @Test func `a note that could be read as a set is in quotation marks`() throws {
    for note in [
      "x5", "102.5x5 105x5", "@9", "5", "5,4", "\"", "say \"no\" x5", "a \"\u{308} x5", ",",
      "100 kg", "/",
    ] {
      let set = try #require(SetEntry(.bodyWeight, reps: 5, note: WorkoutNote(note)))
      #expect(set.text.hasPrefix("x5 \""))
      #expect(try SetEntry(text: set.text, unit: nil) == set)
    }
    #expect(try SetEntry(text: "x5 \"easy\" today", unit: nil).text == "x5 \"easy\" today")
    #expect(try SetEntry(text: "x5 \"easy\"", unit: nil).text == "x5 easy")
  }
}

/// Returns a weight.
func weight(_ number: String, _ unit: Weight.Unit = .kilograms) throws -> Weight {
  try #require(DecimalText(number).flatMap { Weight($0, unit) })
}

/// Returns the sets of a text, in kilograms.
func sets(_ text: String) throws -> [SetEntry] {
  text.isEmpty ? [] : try [SetEntry](text: text, unit: .kilograms)
}

extension SetEntry {
  static func random(using random: inout Random) -> SetEntry {
    while true {
      let number =
        "\(Int.random(in: 0...9999, using: &random))"
        + ["", ".5", ".25", ".125", ".50"].randomElement(using: &random)!
      guard
        let decimal = DecimalText(number),
        let weight = Weight(decimal, Weight.Unit.allCases.randomElement(using: &random)!),
        let set = SetEntry(
          [.weight(weight), .added(weight), .assisted(weight), .bodyWeight]
            .randomElement(using: &random)!,
          reps: .random(in: 1...maxReps, using: &random),
          effort: Effort("\(Int.random(in: 0...10, using: &random)).5"),
          isWarmUp: .random(using: &random),
          note: [nil, "slow", "slow, x5 @9 深蹲", "3x5", "5 \"5\"", "easy, no pain"]
            .randomElement(using: &random)!.flatMap { WorkoutNote($0) })
      else { continue }
      return set
    }
  }
}
