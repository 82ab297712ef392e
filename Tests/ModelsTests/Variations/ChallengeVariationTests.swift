import Testing

@testable import Models

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
  func `the first exercise on a scale is replaced wherever it occurs`(
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

  @Test func `a variation is named after its text, or before the challenge`() throws {
    let single = try #require(try harder(challenge("push-up 2:00")))
    #expect(single.name == "decline push-up 2:00")
    let rounds = try #require(try harder(challenge("3x(push-up 10, squat 20)", name: "Two")))
    #expect(rounds.name == "decline push-up: Two")
    // The name of the variation before is not repeated.
    #expect(try harder(rounds)?.name == "diamond push-up: Two")
    #expect(try harder(rounds)?.id == "own-diamond-push-up-two")
  }

  @Test func `a variation that can't be scored in the same way does not exist`() throws {
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
