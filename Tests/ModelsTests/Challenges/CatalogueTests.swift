import FoundationEssentials
import Testing

@testable import Models

struct CatalogueTests {
  @Test func `the standard catalogue can be decoded`() {
    let challenges = Catalogue.standard.challenges
    #expect(challenges.count >= 10)
    #expect(challenges.first?.id == "pushups-2min")
    #expect(challenges.first?.scoring == .reps(within: .seconds(120)))
    #expect(Catalogue.standard["burpees-100"]?.scoring == .time(forReps: 100))
    #expect(Catalogue.standard["plank-hold"]?.scoring == .hold)
    #expect(Catalogue.standard["pushups-2mim"] == nil)
  }

  @Test func `IDs are unique and easy to type`() {
    let ids = Catalogue.standard.challenges.map(\.id.rawValue)
    #expect(Set(ids).count == ids.count)
    for id in ids {
      #expect(id.utf8.allSatisfy { "abcdefghijklmnopqrstuvwxyz0123456789-".utf8.contains($0) })
    }
  }

  @Test(arguments: Catalogue.standard.challenges)
  func `texts fit a narrow terminal`(challenge: Challenge) {
    #expect((1...28).contains(challenge.name.count))
    #expect((1...64).contains(challenge.summary.count))
    #expect((2...4).contains(challenge.instructions.count))
    #expect(challenge.instructions.allSatisfy { (1...64).contains($0.count) })
  }

  @Test(arguments: Catalogue.standard.challenges)
  func `the limit of each exercise is known`(challenge: Challenge) {
    for exercise in challenge.routine.exercises {
      #expect(RepPace(of: exercise) != .any, "\(exercise)")
      #expect(challenge.scoring.countsReps || Routine.maxHold(of: exercise) != nil)
    }
  }

  @Test func `sections are in the order of the kinds, and keep the order of the challenges`() {
    let catalogue = Catalogue.standard
    #expect(catalogue.sections.map(\.kind) == Challenge.Kind.allCases)
    #expect(catalogue.sections.flatMap(\.challenges) == catalogue.challenges)
  }
}

extension Challenge {
  /// Creates a custom challenge with the routine in `text`, and with the scoring that follows from the routine.
  static func sample(_ text: String) throws -> Challenge {
    let routine = try Routine(text: text)
    return .custom(
      "own-x", name: "X", kind: .fullBody, scoring: try #require(routine.scoring),
      instructions: [], routine: routine)
  }
}

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

  @Test func `frames are read row by row`() {
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
      Exercise.exercises(in: text) == [
        Exercise(
          names: ["wave", "greeting"], frames: [["  O", " /|"], ["\\ O", " -|"]])
      ])
  }

  @Test func `built-in animations fit every screen`() {
    for exercise in Exercise.standard {
      #expect(!exercise.names.isEmpty && exercise.names.allSatisfy { !$0.isEmpty })
      #expect((1...Exercise.maxRows).contains(exercise.height))
      #expect(exercise.width <= Exercise.maxColumns)
      #expect(exercise.frames.allSatisfy { $0.count == exercise.height })
      let text = exercise.frames.joined().joined()
      #expect(text.utf8.allSatisfy { (0x20...0x7E).contains($0) })
    }
  }
}
