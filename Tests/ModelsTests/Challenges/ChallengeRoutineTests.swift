import FoundationEssentials
import Testing

@testable import Models

/// Tests of the routines of challenges.
struct ChallengeRoutineTests {
  private func challenge(_ members: String) throws -> Challenge {
    let json = """
      [{"id": "x", "name": "X", "kind": "legs", "summary": "s", "how": [], \(members)}]
      """
    return try #require(try Catalogue(json: Data(json.utf8)).challenges.first)
  }

  @Test(arguments: Catalogue.standard.challenges)
  func `the routine of every challenge is canonical and has its scoring`(
    challenge: Challenge
  ) throws {
    #expect(try Routine(text: challenge.routine.text) == challenge.routine)
    #expect(challenge.routine.scoring == challenge.scoring)
    let json = try JSONEncoder().encode([challenge])
    #expect(try Catalogue(json: json).challenges == [challenge])
  }

  @Test(arguments: [
    (#""scoring": {"by": "reps", "seconds": 120}"#, "X 2:00"),
    (#""scoring": {"by": "time", "reps": 50}"#, "X 50"),
    (#""scoring": {"by": "hold"}"#, "X max"),
    (#""routine": "3x(push-up 10, plank 30s)""#, "3x(push-up 10, plank 30s)"),
    (#""routine": "squat max""#, "squat max"),
    (#""scoring": {"by": "hold"}, "routine": "squat max""#, "squat max"),
    (#""scoring": {"by": "hold"}, "routine": "timer 25:00""#, "timer 25:00"),
  ])
  func `every challenge has a routine`(members: String, text: String) throws {
    #expect(try challenge(members).routine.text == text)
  }

  @Test(arguments: [
    #""scoring": {"by": "reps", "seconds": 60}, "routine": "squat 61s""#,
    #""routine": "3x(plank max)""#, #""scoring": {"by": "hold"}, "routine": "squat 3xmax""#,
    #""routine": "squat""#, #""routine": 8"#,
  ])
  func `invalid challenges are rejected`(members: String) {
    #expect(throws: DecodingError.self) { try challenge(members) }
  }

  @Test(arguments: [
    ("", "Stairs 1:50"),
    ("4x(Stairs 20s, rest 10s)", "4x(Stairs 20s, rest 10s)"),
    ("4x(step 20s, rest 10s)", "4x(step 20s, rest 10s)"),
    // Another time than the scoring's.
    ("4x(step 20s)", "Stairs 1:50"),
  ])
  func `stored rounds are read`(rounds: String, text: String) throws {
    let challenge = try #require(
      Challenge.custom(
        "own-stairs", name: "Stairs", kind: .legs, scoring: .reps(within: .seconds(110)),
        instructions: [], storedRounds: rounds))
    #expect(challenge.routine.text == text)
    let again = Challenge.custom(
      "own-stairs", name: "Stairs", kind: .legs, scoring: .reps(within: .seconds(110)),
      instructions: [], storedRounds: challenge.storedRounds)
    #expect(again == challenge)
  }

  @Test func `rounds of later versions can't be read`() {
    #expect(
      Challenge.custom(
        "own-x", name: "X", kind: .legs, scoring: .hold, instructions: [],
        storedRounds: "tempo 3-1-3 (squat 5)") == nil)
  }
}
