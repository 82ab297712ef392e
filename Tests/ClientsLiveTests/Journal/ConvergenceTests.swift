import Clients
import FoundationEssentials
import Models
import Sodium
import SystemTestSupport
import Testing

@testable import ClientsLive

struct ConvergenceTests {
  private let server = TestJournalServer()
  private let key = JournalKey()

  @Test(arguments: TestSize.seeds(test: 3, check: 20, torture: 500))
  func `machines converge after any changes and synchronizations`(seed: UInt64) async throws {
    var random = Random(state: seed)
    let machines = [try TestMachine(), try TestMachine(), try TestMachine()]
    for (index, machine) in machines.enumerated() {
      machine.now += Double(index - 1) * 86_400
    }
    for _ in 0..<120 {
      let machine = machines[Int.random(in: 0..<3, using: &random)]
      machine.now += Double.random(in: 0...5000, using: &random)
      try await change(machine, &random)
    }
    // Several rounds, because received entries can cause further changes, such as the replacement of a plan.
    for _ in 0..<3 {
      for machine in machines { try await machine.sync(with: server, key: key) }
    }
    let views = try await [machines[0].view(), machines[1].view(), machines[2].view()]
    #expect(views[0] == views[1])
    #expect(views[1] == views[2])
    for machine in machines {
      #expect(try await machine.sync(with: server, key: key) == .init())
    }
  }

  private func change(_ machine: TestMachine, _ random: inout Random) async throws {
    let challenge: Challenge.ID = Bool.random(using: &random) ? "pushups-2min" : "situps-2min"
    switch Int.random(in: 0..<14, using: &random) {
    case 0...3:
      _ = try await machine.workouts.finish(
        .sample(challenge, reps: Int.random(in: 0...20, using: &random), at: machine.now))
    case 4:
      guard let workout = try await workout(of: machine, &random) else { return }
      _ = try await machine.workouts.delete(workout.id)
    case 5:
      guard let workout = try await workout(of: machine, &random) else { return }
      let reps = UInt32.random(in: 1...9, using: &random)
      try await machine.workouts.correct(
        workout.id,
        workout.copy {
          $0.log = WorkoutLog(
            reps: RepLog(milliseconds: (1...reps).map { $0 * 500 })!, duration: $0.duration)
        })
    case 6, 7:
      _ = try await machine.workouts.undo()
    case 8:
      let amount = Int.random(in: 10...40, using: &random)
      let test = TestResult(
        measure: .reps, amount: amount, duration: .seconds(100),
        day: DayStart.midnight.day(at: machine.now))
      _ = try await machine.plans.start(
        TrainingPlan(id: UUID(), challenge: challenge, test: try #require(test)))
    case 9, 10:
      guard let plan = try await machine.plans.all().randomElement(using: &random) else { return }
      let session = plan.sessions[min(plan.completedDays.count, plan.sessions.count - 1)]
      let number = (plan.progress?.sets ?? 0) + 1
      _ = try await machine.plans.recordSet(
        PlannedSet(session: session, number: number), plan.id,
        DayStart.midnight.day(at: machine.now))
    case 11:
      if Bool.random(using: &random) {
        try await machine.plans.end(challenge)
      } else {
        _ = try await machine.plans.undo(challenge)
      }
    case 12:
      try await changeChallenge(machine, &random)
    default:
      try await machine.sync(with: server, key: key)
    }
  }

  private func workout(of machine: TestMachine, _ random: inout Random) async throws -> Workout? {
    try await machine.workouts.history(nil, nil, 100).randomElement(using: &random)
  }

  private func changeChallenge(_ machine: TestMachine, _ random: inout Random) async throws {
    let custom = try await machine.challenges.custom().current
    switch Int.random(in: 0..<4, using: &random) {
    case 0:
      _ = try await machine.challenges.add(
        .custom(
          "own-stairs", name: "Stairs", kind: .core, scoring: .reps(within: .seconds(60)),
          instructions: ["Up"]))
    case 1:
      guard let challenge = custom.first else { return }
      let number = Int.random(in: 1...100, using: &random)
      try await machine.challenges.edit(
        .custom(
          challenge.id, name: "Stairs \(number)", kind: challenge.kind, scoring: challenge.scoring,
          instructions: challenge.instructions))
    case 2:
      guard let challenge = custom.first else { return }
      try await machine.challenges.delete(challenge.id)
    default:
      _ = try await machine.challenges.undo()
    }
  }
}

struct RecoveryWordsTests {
  /// A test vector of BIP 39.
  @Test func `the words match the standard`() {
    let words = RecoveryWords.words(of: [UInt8](repeating: 0x7F, count: 32))
    #expect(words.prefix(3) == ["legal", "winner", "thank"])
    #expect(words.last == "title")
    #expect(words.count == RecoveryWords.count)
  }

  @Test func `a key is read from its words regardless of case and spacing`() throws {
    for _ in 0..<100 {
      let key = JournalKey()
      let text = "\n" + key.words.map { $0.uppercased() }.joined(separator: " ,\n  ") + "."
      #expect(try JournalKey(words: text) == key)
    }
  }

  @Test func `wrong words are reported`() {
    var words = RecoveryWords.words(of: [UInt8](repeating: 0x7F, count: 32))
    #expect(throws: RecoveryWordsError.count(23)) {
      try JournalKey(words: words.dropLast().joined(separator: " "))
    }
    words[2] = "thonk"
    #expect(throws: RecoveryWordsError.unknownWord("thonk", position: 3)) {
      try JournalKey(words: words.joined(separator: " "))
    }
    words[2] = "wine"
    #expect(throws: RecoveryWordsError.wrongChecksum) {
      try JournalKey(words: words.joined(separator: " "))
    }
  }
}
