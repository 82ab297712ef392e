import SystemTestSupport
import Testing

@testable import Models

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

  /// Malformed texts with the column of the error, and words of its message.
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
  func `a malformed text names its column`(text: String, column: Int, words: String) {
    #expect {
      try SetEntry(text: text, unit: .kilograms)
    } throws: { error in
      guard let error = error as? SetEntryError else { return false }
      return error.column == column && error.problem.contains(words)
    }
  }

  @Test func `a text that is too long is rejected`() {
    let note = String(repeating: "a", count: WorkoutNote.maxWidth)
    #expect(throws: Never.self) { try SetEntry(text: "100x5 " + note, unit: .kilograms) }
    #expect(throws: SetEntryError.self) { try SetEntry(text: "100x5 a" + note, unit: .kilograms) }
    #expect(throws: SetEntryError.self) {
      try SetEntry(text: "x5" + String(repeating: " ", count: 1023), unit: .kilograms)
    }
  }

  @Test func `a note that could be read as a set is in quotation marks`() throws {
    for note in [
      "x5", "102.5x5 105x5", "@9", "5", "5,4", "\"", "say \"no\" x5", ",", "100 kg", "/",
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
