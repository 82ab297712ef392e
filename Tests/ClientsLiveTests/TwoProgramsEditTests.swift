import Clients
import FoundationEssentials
import Models
import SQLite
import Synchronization
import SystemTestSupport
import Testing

@testable import ClientsLive

/// Tests that a change to data is refused if another program has changed the data since the person saw it.
struct TwoProgramsEditTests {
  private let folder = TestFolder()
  private let now = WallClock()

  private final class WallClock: Sendable {
    private let date = Mutex(Date.sunday)
    var value: Date { date.withLock { $0 } }
    func advance() { date.withLock { $0 += 1 } }
  }

  /// A running program: its clients, and the data on its screens.
  private struct Program {
    let workouts: WorkoutsClient
    let strength: StrengthClient
    let challenges: ChallengesClient
    let plans: PlansClient
    let settings: SettingsClient
    var history: [Workout] = []
    var lastChange: WorkoutChange?
    var exercise = ExerciseSettings()
    var custom: [Challenge] = []
    var lastChallengeChange: ChallengeChange?
    var plan: TrainingPlan?
    var values = Settings()

    mutating func refresh() async throws {
      history = try await workouts.history(nil, nil, 100)
      exercise = try await strength.history("squat").settings
      custom = try await challenges.custom().current
      plan = try await plans.all().first
    }
  }

  private func program() throws -> Program {
    let database = try Database(Connection.open(in: folder.data))
    let ann = PersonName.sample("Ann")
    let time: @Sendable () -> Date = { [now] in now.value }
    return Program(
      workouts: .live(database: database, person: ann, now: time),
      strength: .live(database: database, person: ann),
      challenges: .live(database: database, now: time),
      plans: .live(database: database, person: ann, now: time),
      settings: .live(
        SettingsFile(path: folder.path + "/settings"), loaded: Settings(), on: database))
  }

  @Test func `a correction of a workout that was deleted is not lost`() async throws {
    let (a, b) = (try program(), try program())
    let old = try await a.workouts.finish(.sample()).workout
    _ = try await b.workouts.delete(old.id)
    let mine = old.copy { $0.note = WorkoutNote("mine") }
    await #expect(throws: EditConflict<Workout>(current: nil)) {
      try await a.workouts.correct(old.id, mine, false)
    }
    #expect(try await a.workouts.history(nil, nil, 9) == [])
    try await a.workouts.correct(old.id, mine, true)
    #expect(try await b.workouts.history(nil, nil, 9) == [mine])
    #expect(try await a.workouts.undo(.corrected(old.id, to: mine.id))?.workout == old)
  }

  @Test func `a second correction must be made to the result of the first`() async throws {
    let (a, b) = (try program(), try program())
    let old = try await a.workouts.finish(.sample()).workout
    let (theirs, mine) = (
      old.copy { $0.note = WorkoutNote("theirs") }, old.copy { $0.note = WorkoutNote("mine") }
    )
    try await a.workouts.correct(old.id, theirs, false)
    await #expect(throws: EditConflict(current: theirs)) {
      try await b.workouts.correct(old.id, mine, false)
    }
    await #expect(throws: EditConflict(current: theirs)) { _ = try await b.workouts.delete(old.id) }
    try await b.workouts.correct(theirs.id, mine, false)
    #expect(try await a.workouts.history(nil, nil, 9) == [mine])
    // The change shown as undoable is no longer the last one.
    await #expect(throws: EditConflict(current: mine)) {
      _ = try await a.workouts.undo(.corrected(old.id, to: theirs.id))
    }
    #expect(try await a.workouts.history(nil, nil, 9) == [mine])
  }

  @Test func `undoing a deletion does not revert another program's later one`()
    async throws
  {
    let (a, b) = (try program(), try program())
    let first = try await a.workouts.finish(.sample()).workout
    let second = try await a.workouts.finish(.sample(reps: 9)).workout
    _ = try await a.workouts.delete(first.id)
    now.advance()
    _ = try await b.workouts.delete(second.id)
    #expect(try await a.workouts.undo(.deleted(first.id))?.workout == first)
    await #expect(throws: EditConflict(current: first)) {
      _ = try await a.workouts.undo(.deleted(first.id))
    }
    #expect(try await a.workouts.undo(nil)?.workout == second)
  }

  @Test func `a program notices another program's change once, and not its own`() async throws {
    let (a, b) = (try program(), try program())
    #expect(try await !a.workouts.haveOthersWritten())
    _ = try await a.workouts.finish(.sample())
    #expect(try await !a.workouts.haveOthersWritten())
    _ = try await b.workouts.finish(.sample(reps: 9))
    #expect(try await a.workouts.haveOthersWritten())
    #expect(try await !a.workouts.haveOthersWritten())
  }

  @Test func `two programs change different settings`() async throws {
    let (a, b) = (try program(), try program())
    var (mine, theirs) = (Settings(), Settings())
    mine.theme = .dark
    theirs.rest = 30
    _ = try await a.settings.save(mine)
    #expect(try await b.settings.save(theirs).theme == .dark)
    mine.preparation = 7
    let merged = try await a.settings.save(mine)
    #expect(merged.theme == .dark && merged.rest == 30 && merged.preparation == 7)
  }

  /// A random sequence of changes by two programs, each of which sees the data of its last refresh.
  @Test(arguments: TestSize.seeds(test: 1, check: 1, torture: 20))
  func `no saved change is lost`(seed: UInt64) async throws {
    var random = Random(state: seed)
    var programs = [try program(), try program()]
    var model = Model()
    var counts: [String: Int] = [:]
    for step in 0..<TestSize.choose(test: 1_000, check: 1_000, torture: 10_000) {
      now.advance()
      let index = Int.random(in: 0...1, using: &random)
      if Int.random(in: 0..<4, using: &random) == 0 { try await programs[index].refresh() }
      let isSaved = try await change(&programs[index], &model, step, &random)
      counts[isSaved ? "saved" : "prevented", default: 0] += 1
      let other = programs[1 - index]
      #expect(Set(try await other.workouts.history(nil, nil, 100)) == model.workouts, "\(step)")
      #expect(try await other.strength.history("squat").settings == model.exercise, "\(step)")
      #expect(Set(try await other.challenges.custom().current) == model.custom, "\(step)")
      #expect(try await other.plans.all().first?.id == model.plan, "\(step)")
      let file = SettingsFile(path: folder.path + "/settings").load().settings
      #expect(file == model.settings, "\(step)")
    }
    #expect(counts["saved", default: 0] > 100 && counts["prevented", default: 0] > 20, "\(counts)")
  }

  /// The data that must be stored.
  private struct Model {
    var workouts: Set<Workout> = []
    var exercise = ExerciseSettings()
    var custom: Set<Challenge> = []
    var plan: TrainingPlan.ID?
    var settings = Settings()
  }

  /// Makes a random change to the data that the program shows.
  ///
  /// - Returns: Whether the change was saved. Otherwise, another program had changed the same data.
  private func change(
    _ program: inout Program, _ model: inout Model, _ step: Int, _ random: inout Random
  ) async throws -> Bool {
    do {
      switch Int.random(in: 0..<14, using: &random) {
      case 0, 1:
        guard model.workouts.count < 20 else { return true }
        let start = Date.sunday.addingTimeInterval(Double(step))
        model.workouts.insert(
          try await program.workouts.finish(.sample(reps: 1 + step % 9, at: start)).workout)
      case 2, 3, 4:
        guard let old = program.history.randomElement(using: &random) else { return true }
        let mine = old.copy { $0.note = WorkoutNote("note \(step)") }
        try await correct(old, to: mine, &program, &model, &random)
      case 5, 6:
        guard let old = program.history.randomElement(using: &random) else { return true }
        _ = try await program.workouts.delete(old.id)
        #expect(model.workouts.remove(old) != nil)
        program.lastChange = .deleted(old.id)
      case 7, 8:
        let change = Bool.random(using: &random) ? program.lastChange : nil
        guard let undone = try await program.workouts.undo(change) else { return true }
        if let replaced = undone.replaced {
          let copy = try #require(model.workouts.first { $0.id == replaced })
          model.workouts.remove(copy)
        }
        #expect(model.workouts.insert(undone.workout).inserted)
        if case .corrected(let id, _)? = change { #expect(undone.workout.id == id) }
        if case .deleted(let id)? = change { #expect(undone.workout.id == id) }
        program.lastChange = nil
      case 9:
        let settings = ExerciseSettings(note: WorkoutNote("note \(step)"))
        try await program.strength.saveSettings(settings, program.exercise, "squat")
        #expect(model.exercise == program.exercise)
        (model.exercise, program.exercise) = (settings, settings)
      case 10:
        try await changeChallenge(&program, &model, step, &random)
      case 11:
        try await changePlan(&program, &model, step, &random)
      default:
        var values = program.values
        switch Int.random(in: 0..<3, using: &random) {
        case 0: values.rest = 10 + step % 200
        case 1: values.preparation = step % 10
        default: values.theme = step % 2 == 0 ? .dark : .light
        }
        let former = program.values
        program.values = try await program.settings.save(values)
        if values.rest != former.rest { model.settings.rest = values.rest }
        if values.preparation != former.preparation {
          model.settings.preparation = values.preparation
        }
        if values.theme != former.theme { model.settings.theme = values.theme }
      }
      return true
    } catch is EditConflict<Workout>, is EditConflict<ExerciseSettings>, is EditConflict<Challenge>,
      is EditConflict<TrainingPlan>
    {
      return false
    }
  }

  /// Corrects a workout. If another program has changed it, the person sometimes saves again.
  private func correct(
    _ old: Workout, to mine: Workout, _ program: inout Program, _ model: inout Model,
    _ random: inout Random
  ) async throws {
    var (base, isDeleted) = (old, false)
    do {
      try await program.workouts.correct(old.id, mine, false)
    } catch let conflict as EditConflict<Workout> {
      #expect(!model.workouts.contains(old))
      guard Bool.random(using: &random) else { throw conflict }
      (base, isDeleted) = (conflict.current ?? old, conflict.current == nil)
      #expect(isDeleted || model.workouts.contains(base))
      try await program.workouts.correct(base.id, mine, isDeleted)
    }
    if !isDeleted { #expect(model.workouts.remove(base) != nil) }
    model.workouts.insert(mine)
    program.lastChange = .corrected(base.id, to: mine.id)
    program.history.removeAll { $0.id == old.id }
    program.history.append(mine)
  }

  private func changeChallenge(
    _ program: inout Program, _ model: inout Model, _ step: Int, _ random: inout Random
  ) async throws {
    let seen = program.custom.randomElement(using: &random)
    switch (Int.random(in: 0..<4, using: &random), seen) {
    case (0, let seen?):
      let new = seen.with(name: "Hop \(step)")
      try await program.challenges.edit(new, seen)
      #expect(model.custom.remove(seen) != nil)
      model.custom.insert(new)
      program.lastChallengeChange = .edited(new)
    case (1, let seen?):
      try await program.challenges.delete(seen)
      #expect(model.custom.remove(seen) != nil)
      program.lastChallengeChange = .deleted(seen.id)
    case (2, _):
      guard let change = program.lastChallengeChange,
        let restored = try await program.challenges.undo(change)
      else { return }
      if let version = change.version { #expect(model.custom.remove(version) != nil) }
      #expect(model.custom.insert(restored).inserted)
      program.lastChallengeChange = nil
    default:
      guard model.custom.count < 9 else { return }
      model.custom.insert(
        try await program.challenges.add(
          .custom(
            Challenge.ID(rawValue: "own-hop-\(step)"), name: "Hop \(step)", kind: .core,
            scoring: .hold, instructions: [])))
    }
  }

  private func changePlan(
    _ program: inout Program, _ model: inout Model, _ step: Int, _ random: inout Random
  ) async throws {
    switch (Int.random(in: 0..<3, using: &random), program.plan) {
    case (0, let plan?):
      try await program.plans.end(plan)
      #expect(model.plan == plan.id)
      (model.plan, program.plan) = (nil, nil)
    case (1, let plan):
      let restored = try await program.plans.undo("pushups-2min", plan?.id)
      #expect(model.plan == plan?.id)
      if let restored { (model.plan, program.plan) = (restored.id, restored) }
    default:
      let test = TestResult(
        measure: .reps, amount: 10 + step % 30, duration: .seconds(100), day: 20_000)
      let plan = TrainingPlan(
        id: UUID(), challenge: "pushups-2min", test: try #require(test))
      _ = try await program.plans.start(plan)
      (model.plan, program.plan) = (plan.id, plan)
    }
  }
}
