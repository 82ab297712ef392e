import ClientsLive
import CommandLineInterface
import FoundationEssentials
import Models
import SQLite

extension Command {
  /// Saves a workout that the app didn't record: a challenge (`ladder log CHALLENGE --reps N --time mm:ss`), a workout
  /// as text (`ladder log 'run 5km' --time 26:10`), or sets with weights (`ladder log 'bench press' 100x5 80x8`).
  static let log = Command(
    "log", operand: .challenge(example: "pushups-2min --reps 30", further: "SET"),
    summary: "log a workout done elsewhere",
    options: [.reps, .time, .at, .note, .rpe, .weight, .distance, .calories],
    parse: { invocation in
      let entry = try LogEntry(parsing: invocation)
      return { try entry.save(invocation) }
    })
}

/// The workout or the sets of `ladder log`.
private enum LogEntry {
  case workout(LoggedWorkout)
  case sets(LoggedSets)

  init(parsing invocation: Invocation) throws {
    let (values, now) = (invocation.arguments, invocation.tool.now())
    let dayStart = invocation.dayStart
    guard invocation.furtherOperands.isEmpty else {
      self = .sets(
        try LoggedSets(
          invocation.operand, sets: invocation.furtherOperands, options: values, now: now, dayStart)
      )
      return
    }
    if let (exercise, sets) = try Self.sets(of: invocation) {
      self = .sets(try LoggedSets(exercise, sets: sets, options: values, now: now, dayStart))
      return
    }
    let chosen = try ChosenWorkout(parsing: invocation)
    if chosen.needsTime, values[.time] == nil,
      let (exercise, sets) = invocation.operand.exerciseAndSets
    {
      throw UsageError(
        "\(chosen.name) has sets and reps but no weight, so it needs --time, as in --time 04:30; "
          + "a weight needs its unit, as in "
          + "\"ladder log '\(exercise)' \(sets.prefix { $0 != " " }.replacing("x", with: "kgx"))\"")
    }
    self = .workout(try LoggedWorkout(chosen, options: values, now: now, dayStart))
  }

  /// Returns the exercise and the sets of an operand that has both: `squat 100kgx5 80x8`, or `squat 5x5 @ 100kg`.
  ///
  /// - Returns: `nil` for any other challenge or text.
  /// - Throws: ``UsageError``.
  private static func sets(
    of invocation: Invocation
  ) throws -> (exercise: String, sets: [String])? {
    let chosen: ChosenWorkout
    do {
      chosen = try ChosenWorkout(parsing: invocation)
    } catch {
      // The operand may be sets with weights instead of the text of a workout.
      let operand = invocation.operand
      if let (exercise, sets) = operand.exerciseAndSets, !operand.contains("(") {
        return (exercise, [sets])
      }
      guard let error = error as? UsageError, invocation.arguments.hasNoOptions,
        !operand.contains(where: { $0.isNumber || "(),".contains($0) })
      else { throw error }
      throw UsageError(
        "\(error.sentence) (the sets of an exercise follow its name, as in "
          + "\"ladder log \(operand.shellWord) 100x5\")")
    }
    guard let plan = chosen.challenge.strengthPlan else { return nil }
    let exercise = plan.sets[0].exercise
    guard plan.sets.allSatisfy({ $0.exercise == exercise }) else {
      throw UsageError(
        "log the sets of each exercise separately, as in \"ladder log \(exercise.shellWord) 80x5\"")
    }
    let sets = try plan.sets.map { set in
      guard let reps = set.reps, let load = set.load(ofMaximum: nil, in: .kilograms) else {
        throw UsageError(
          "\(set.text.quoted) does not have both a weight and reps; log what you did, as in "
            + "\"ladder log \(exercise.shellWord) 100x5\"")
      }
      return "\(load.text)x\(reps)"
    }
    return (exercise, sets)
  }

  func save(_ invocation: Invocation) throws {
    let stores = try invocation.database()
    let settings = invocation.loadSettingsReportingProblems()
    let person = try invocation.person(settings)
    let result: String
    var published: Workout?
    switch self {
    case .workout(let entry):
      (result, published) = try Self.save(entry, by: person, in: stores)
    case .sets(let entry):
      let exercises = try stores.strength.exercises(of: person)
      let known = try stores.strength.settings(of: entry.exercise, by: person).unit
      let unit =
        try known ?? settings.settings.unit
        ?? (entry.needsUnit ? invocation.askForUnit() : .kilograms)
      result = try Self.save(entry, unit: unit, by: person, in: stores)
      invocation.tool.reportNewExercise(
        try stores.strength.shownName(of: entry.exercise, by: person), known: exercises)
    }
    invocation.output.completedChange = "the workout is saved"
    try invocation.output.appendLine("Saved: \(result)")
    if let published { try invocation.publish(published, from: stores) }
  }

  private static func save(
    _ entry: LoggedSets, unit: Weight.Unit, by person: PersonName, in stores: Connection
  ) throws -> String {
    var draft = try entry.draft(unit: unit)
    let day = try stores.dayStart.day(of: draft.workout(by: person.text))
    if let body = try entry.figures.bodyWeight ?? stores.strength.bodyWeight(of: person, on: day) {
      draft.log = draft.log.mapSets { ($0, $1.with(body: $1.body ?? body)) }
    }
    _ = try stores.workouts.finish(
      draft, note: entry.note, figures: entry.figures, by: person)
    let sets = draft.log.sets.map(\.set.result).joined(separator: " ")
    let name = try stores.strength.shownName(of: entry.exercise, by: person)
    return "\(name), \(sets), \(draft.localStart.text)"
  }

  private static func save(
    _ entry: LoggedWorkout, by person: PersonName, in stores: Connection
  ) throws -> (result: String, Workout) {
    let challenge = try entry.chosen.challenge(in: stores)
    let saved = try stores.workouts.finish(
      entry.draft(in: challenge), note: entry.note, figures: entry.figures, by: person)
    let result =
      saved.score.map(challenge.text)
      ?? saved.impossibilityReason.map { "\(Challenge.notRanked) (\($0.sentence))" }
      ?? Challenge.noScore
    let record = saved.isRecord ? ", a new best" : ""
    let text = "\(challenge.name), \(result)\(record), \(saved.workout.localStart.text)"
    return (text, saved.workout)
  }
}

extension Invocation {
  /// Asks for the unit of weights that are typed without one, and stores the answer in the settings.
  ///
  /// - Returns: Kilograms if there is no terminal.
  /// - Throws: ``UsageError`` if the answer is not a unit; `SettingsError`.
  fileprivate func askForUnit() throws -> Weight.Unit {
    guard tool.isTerminal else { return .kilograms }
    output.append("Are your weights in kilograms or pounds? (kg or lb) ")
    try output.flush()
    let answer = StandardInput.readLine(maxSize: 100).filter { !$0.isWhitespace }.lowercased()
    guard
      let unit = Weight.Unit.allCases.first(where: { $0.rawValue == answer || $0.words == answer })
    else {
      throw UsageError("nothing was saved; answer kg or lb, or type the unit, as in 100kgx5")
    }
    let previous = loadSettings().settings
    var settings = previous
    settings.unit = unit
    try settingsFile?.save(settings, changing: previous)
    return unit
  }
}
