import Testing

@testable import Models

struct VariationScaleTests {
  @Test func `built-in scales are valid`() {
    let scales = VariationScale.standard
    #expect(scales.count >= 12)
    let names = scales.flatMap(\.variations)
    for name in names {
      // Each name is on one scale only, so that its position doesn't depend on the order of the scales.
      #expect(scales.count { $0.index(of: name) != nil } == 1, "\(name)")
      #expect(Routine("\(name) 10")?.text == "\(name) 10", "\(name) needs no quotation marks")
    }
    #expect(Set(scales.map(\.exercise)).count == scales.count)
  }

  @Test(arguments: ["push-up", "Push-ups", "push up", "PUSHUPS"])
  func `an exercise is found in any spelling`(name: String) throws {
    let position = try #require(VariationScale.standard.position(of: name))
    #expect(position.scale.exercise == "push-up")
    #expect(position.variation == "push-up")
    #expect(position.neighbor(by: -1) == "knee push-up")
    #expect(position.neighbor(by: 1) == "decline push-up")
  }

  @Test(arguments: ["", "push", "row", "knee push-up push-up", "深蹲"])
  func `other names are not on any scale`(name: String) {
    #expect(VariationScale.standard.position(of: name) == nil)
    #expect(VariationScale.standard.neighbor(of: name, by: 1) == nil)
  }

  @Test func `a scale has two ends`() {
    let scales = VariationScale.standard
    #expect(scales.neighbor(of: "wall push-up", by: -1) == nil)
    #expect(scales.neighbor(of: "one-arm push-up", by: 1) == nil)
    #expect(scales.neighbor(of: "push-up", by: .max) == nil)
    #expect(scales.neighbor(of: "push-up", by: .min) == nil)
    #expect(scales.neighbor(of: "wall push-up", by: 7) == "one-arm push-up")
  }

  @Test func `names are parsed`() throws {
    let scale = try VariationScale(exercise: " Push-up ", text: " knee push-up,push-up , 俯卧撑")
    #expect(scale.exercise == "Push-up")
    #expect(scale.variations == ["knee push-up", "push-up", "俯卧撑"])
    #expect(scale.index(of: "俯卧撑") == 2)
  }

  @Test(arguments: [
    ("", VariationScale.Violation.name), ("a, , b", .name), ("a, \"b\"", .name), ("a, --", .name),
    ("a", .count), ((0...16).map { "name\($0)" }.joined(separator: ","), .count),
    (String(repeating: "a", count: 1025), .count),
    ("\(String(repeating: "a", count: 49)), b", .name),
    ("dip, Dips", .duplicate("Dips")),
  ])
  func `invalid text is rejected`(text: String, violation: VariationScale.Violation) {
    #expect(throws: violation) { try VariationScale(exercise: "push-up", text: text) }
  }

  @Test func `a line without a colon after a name is rejected`() {
    #expect(throws: VariationScale.Violation.name) {
      try VariationScale.scales(in: "knee push-up, push-up")
    }
  }
}

struct VariationSettingsTests {
  @Test func `the settings file defines and replaces scales`() {
    let text = SettingsText(
      """
      variations.push-up = knee push-up, push-up, 俯卧撑
      variations.Swing = light swing, swing
      variations.push-ups = push-up, archer push-up
      """)
    #expect(text.problems.isEmpty)
    let scales = text.settings.variationScales
    #expect(scales.count == VariationScale.standard.count + 1)
    #expect(scales.neighbor(of: "swings", by: -1) == "light swing")
    #expect(scales.neighbor(of: "push-up", by: 1) == "archer push-up")
    #expect(scales.neighbor(of: "push-up", by: -1) == nil)
    #expect(scales.neighbor(of: "plank", by: -1) == "knee plank")
  }

  @Test(arguments: [
    ("variations.dip = dip", "2 to 16 names in at most 1024 bytes, not \"dip\""),
    ("variations.dip =", "names of exercises with commas between them, not \"\""),
    ("variations.dip = dip, , ring dip", "names of exercises with commas between them, not"),
    ("variations.dip = dip, Dips", "different exercises, not \"dip, Dips\""),
    ("variations. = a, b", "names of exercises with commas between them, not \"a, b\""),
    ("variations.dip = a, \u{1B}[2J\"x\"", "names of exercises with commas between them"),
  ])
  func `an invalid scale is reported and has no effect`(line: String, problem: String) {
    let text = SettingsText(line + "\ntheme = dark\n")
    #expect(text.problems.count == 1 && text.problems[0].line == 1)
    #expect(text.problems[0].problem.contains(" must be " + problem), "\(text.problems)")
    #expect(!text.problems[0].problem.contains("\u{1B}"))
    #expect(text.settings.variationScales == VariationScale.standard)
    #expect(text.settings.theme == .dark)
  }

  @Test func `the number of scales is limited`() {
    let lines = (0...64).map { "variations.exercise\($0)x = easy \($0)x, hard \($0)x\n" }
    let text = SettingsText(lines.joined())
    #expect(text.problems.map(\.line) == [65])
    #expect(text.settings.variations.count == 64)
    #expect(text.text == lines.joined())
  }
}

struct ChallengeVariationTests {
  private let scales = VariationScale.standard

  private func challenge(_ text: String, name: String = "Mine") throws -> Challenge {
    let routine = try Routine(text: text)
    return .custom(
      "own-mine", name: name, kind: .upperBody, scoring: try #require(routine.scoring),
      instructions: ["Slowly."], routine: routine)
  }

  private func harder(_ challenge: Challenge, by offset: Int = 1) throws -> Challenge? {
    let position = try #require(challenge.variation(in: scales))
    return challenge.replacing(position, with: try #require(position.neighbor(by: offset)))
  }

  @Test(arguments: [
    ("push-up 2:00", "decline push-up 2:00"), ("Push-ups 100", "decline push-up 100"),
    ("3x(push-up 10, squat 20)", "3x(decline push-up 10, squat 20)"),
    ("burpee max", "tuck-jump burpee max"), ("plank max", "long-lever plank max"),
    ("row 500m, push-up 5, Push up 6", "row 500m, decline push-up 5, decline push-up 6"),
  ])
  func `every set of the first exercise on a scale is replaced`(
    text: String, harder text2: String
  ) throws {
    let challenge = try challenge(text)
    let harder = try #require(try harder(challenge))
    #expect(harder.routine.text == text2)
    #expect(harder.scoring == challenge.scoring && harder.kind == challenge.kind)
    #expect(harder.id.isCustom && harder.instructions.isEmpty)
  }

  @Test func `a challenge without an exercise on a scale has no variations`() throws {
    #expect(try challenge("row 500m").variation(in: scales) == nil)
    #expect(try challenge("push-up 10").variation(in: []) == nil)
  }

  @Test func `a variation's name is its text, or its exercise and the challenge's name`() throws {
    let single = try #require(try harder(challenge("push-up 2:00")))
    #expect(single.name == "decline push-up 2:00")
    let rounds = try #require(try harder(challenge("3x(push-up 10, squat 20)", name: "Two")))
    #expect(rounds.name == "decline push-up: Two")
    // The name of the previous variation is not repeated.
    #expect(try harder(rounds)?.name == "diamond push-up: Two")
    #expect(try harder(rounds)?.id == "own-diamond-push-up-two")
  }

  @Test func `a replacement that can't be scored in the same way is refused`() throws {
    let challenge = try challenge("2x(push-up max, squat 5)")
    let scale = try VariationScale(exercise: "push-up", text: "plank, push-up, dip")
    let position = try #require(challenge.variation(in: [scale]))
    #expect(challenge.replacing(position, with: "plank") == nil)
    #expect(challenge.replacing(position, with: "dip") != nil)
    let long = try self.challenge(
      Array(repeating: "dip 1", count: 400).joined(separator: ", "))
    let dips = try #require(long.variation(in: scales))
    #expect(long.replacing(dips, with: "negative dip") == nil)
  }

  @Test func `the challenge with the same routine and scoring is found`() throws {
    let pushUps = try #require(Catalogue.standard["pushups-2min"])
    let harder = try #require(try harder(pushUps))
    #expect(Catalogue.standard.equivalent(of: harder) == nil)
    let back = try #require(try self.harder(harder, by: -1))
    #expect(back.routine == pushUps.routine)
    #expect(Catalogue.standard.equivalent(of: back) == pushUps)
    let stored = Challenge.custom(
      harder.id, name: harder.name, kind: harder.kind, scoring: harder.scoring, instructions: [],
      storedRounds: harder.storedRounds)
    #expect(stored == harder)
  }
}
