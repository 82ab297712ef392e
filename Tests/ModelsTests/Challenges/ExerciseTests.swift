import Testing

@testable import Models

struct ExerciseTests {
  @Test(arguments: Catalogue.standard.challenges)
  func `every challenge of the catalogue has an animation`(challenge: Challenge) throws {
    let exercise = try #require(challenge.exercise)
    #expect(exercise.frames.count >= 2)
    #expect(exercise.frames.allSatisfy { $0.count == exercise.height })
    #expect((12...24).contains(exercise.width) && (5...7).contains(exercise.height))
  }

  @Test(
    arguments: [
      ("100 PUSHUPS", "push-up"), ("My press ups", "push-up"), ("Chin-ups", "pull-up"),
      ("Wall sit", "wall sit"), ("Sit-ups in 2 minutes", "sit-up"), ("Jump squats", "squat"),
      ("Mountain climbers", "mountain climber"),
    ])
  func `an exercise is found by the name of a challenge`(name: String, exercise: String) {
    #expect(customChallenge(name).exercise?.names.first == exercise)
  }

  @Test(arguments: ["Serendip", "Handstand", "", "Wallsit", "腕立て伏せ"])
  func `other names have no exercise`(name: String) {
    #expect(customChallenge(name).exercise == nil)
  }

  private func customChallenge(_ name: String) -> Challenge {
    .custom("own-a", name: name, kind: .core, scoring: .hold, instructions: [])
  }

  @Test func `frames are read row by row`() throws {
    let text = """
      # A wave.
      exercise wave, greeting

      |  O
      | /|
      -
      |\\ O
      | -|
      """
    #expect(
      try Exercise.exercises(in: text) == [
        Exercise(
          names: ["wave", "greeting"], frames: [["  O", " /|"], ["\\ O", " -|"]])
      ])
  }

  @Test(
    arguments: [
      ("|O", "line 1: a row before the first \"exercise\""),
      ("-", "line 1: a frame before the first \"exercise\""),
      (
        "exercise a\n|O\n-\n|O\n|O", "line 5: the frame above has 2 rows, but the first frame has 1"
      ),
      ("exercise a\n-\n|O", "line 2: the frame above has 0 rows; 1 to 7 are possible"),
      ("exercise a\n|O\n-", "line 3: the frame above has 0 rows; 1 to 7 are possible"),
      ("exercise a\nexercise b", "line 2: the frame above has 0 rows; 1 to 7 are possible"),
      ("exercise a\n|é", "line 2: only ASCII can be drawn everywhere"),
      ("exercise a\n|\t", "line 2: only ASCII can be drawn everywhere"),
      ("exercise ,", "line 1: an exercise needs a name"),
      ("exercise a\n O", "line 2: expected \"exercise\", \"|\", \"-\" or \"#\", not \" O\""),
      (
        "exercise a\n|1234567890123456789012345",
        "line 2: a row has 24 columns at most, this one has 25"
      ),
    ])
  func `errors name their line`(text: String, message: String) {
    let error = #expect(throws: ExerciseError.self) { try Exercise.exercises(in: text) }
    #expect(error?.description == message)
  }
}
