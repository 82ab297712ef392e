import ClientsLive
import CommandLineInterface
import Features
import Models

/// A command that opens the app with a workout that starts at once: `ladder start CHALLENGE` or `ladder start 'TEXT'`.
struct StartCommand: Command {
  static let verb = Verb(
    name: "start", operand: .challenge(example: "pushups-2min"),
    summary: "start a challenge or a text")

  let common: CommonOptions
  let workout: ChosenWorkout

  init(parsing invocation: Invocation) throws {
    common = try invocation.common
    workout = try ChosenWorkout(parsing: invocation)
  }

  func run(in tool: CommandLineTool) throws -> Int32 { try tool.start(workout, common) }
}

/// A command that opens the app with a timer that starts at once: `ladder timer 25:00`.
///
/// It is a hold that the clock ends, so its time is the result, and no reps are counted.
struct TimerCommand: Command {
  static let verb = Verb(
    name: "timer", operand: .init(name: "TIME", example: "25:00"),
    summary: "start a timer without reps")

  let common: CommonOptions
  let workout: ChosenWorkout

  init(parsing invocation: Invocation) throws {
    common = try invocation.common
    guard let routine = Routine.timer(invocation.operand) else {
      throw UsageError(
        "a timer needs a time from 1s to 24:00:00, such as 90s, 25min, 25:00 or 1:30:00, not "
          + invocation.operand.quoted)
    }
    workout = .routine(routine, .hold)
  }

  func run(in tool: CommandLineTool) throws -> Int32 { try tool.start(workout, common) }
}

extension CommandLineTool {
  /// Opens the app and starts a workout.
  ///
  /// - Throws: ``UsageError`` without a terminal, before anything is saved; `DatabaseError`.
  fileprivate func start(_ workout: ChosenWorkout, _ common: CommonOptions) throws -> Int32 {
    var options = try launchOptions(common)
    if !common.isPlain { try requireTerminal() }
    let stores = try Stores.open(in: options.dataFolder)
    options.challenge = try workout.challenge(in: stores)
    if case .routine(let routine, _) = workout {
      let known = try stores.strength.exercises(of: options.person)
      for name in routine.exercises {
        reportNewExercise(
          try stores.strength.shownName(of: name, by: options.person), known: known, isSaved: false)
      }
    }
    stores.close()
    terminate(with: try common.isPlain ? startPlain(options) : startTerminal(options))
  }
}

/// A command that opens the app and starts what the person has done last: `ladder repeat`.
struct RepeatCommand: Command {
  static let verb = Verb(name: "repeat", summary: "start what you have done last")

  let common: CommonOptions

  init(parsing invocation: Invocation) throws { common = try invocation.common }

  func run(in tool: CommandLineTool) throws -> Int32 {
    var options = try tool.launchOptions(common)
    if !common.isPlain { try tool.requireTerminal() }
    let stores = try tool.existingDatabase(common)
    guard let stores else { throw WorkoutReference.last.notFoundError }
    let last = try WorkoutReference.last.workout(in: stores, by: options.person)
    if last.challenge == .strength {
      options.session = .repeating(last.sets)
    } else {
      options.challenge = try Self.challenge(of: last, in: stores)
    }
    stores.close()
    tool.terminate(
      with: try common.isPlain ? startPlain(options) : startTerminal(options))
  }

  private static func challenge(of last: Workout, in stores: Stores) throws -> Challenge {
    let challenges = try stores.challenges.catalogue().challenges
    guard let challenge = challenges.first(where: { $0.id == last.challenge }) else {
      throw UsageError(
        "the challenge of your last workout, \(last.challenge.rawValue.quoted), was deleted; "
          + "\"ladder challenges\" lists the others")
    }
    return challenge
  }
}

/// A workout that is named on the command line.
enum ChosenWorkout: Hashable {
  case challenge(Challenge)
  /// A routine and the scoring that follows from it.
  case routine(Routine, Challenge.Scoring)

  /// Reads the operand: the ID or the name of a challenge, or the text of a routine.
  ///
  /// - Throws: ``UsageError``.
  init(parsing invocation: Invocation) throws {
    do {
      self = .challenge(try invocation.challenge(allowsDeleted: false))
      return
    } catch let error as UsageError {
      guard Self.isRoutine(invocation.operand) else { throw error }
    }
    let routine: Routine
    do throws(RoutineError) {
      routine = try Routine(text: invocation.operand)
    } catch {
      throw UsageError("cannot read the workout: \(error)")
    }
    guard let scoring = routine.scoring else {
      throw UsageError(
        "\(routine.text.quoted) has no end that can be scored; "
          + "give each exercise reps, a time or a distance, as in \"push-up 10\" or \"plank 1:00\"")
    }
    self = .routine(routine, scoring)
  }

  /// Whether an operand that is no challenge is meant as a routine: names of challenges have no parentheses or commas,
  /// and a target has a digit or is "max".
  private static func isRoutine(_ operand: String) -> Bool {
    operand.contains { "(),".contains($0) }
      || operand.contains(where: \.isWhitespace)
        && (operand.contains(where: \.isNumber) || operand.lowercased().hasSuffix(" max"))
  }

  /// Whether it is a text whose result needs a time.
  var needsTime: Bool {
    if case .routine(let routine, _) = self { routine.timeLimit == nil } else { false }
  }

  /// The ID of the challenge, or the text of the routine, in messages.
  var name: String {
    switch self {
    case .challenge(let challenge): challenge.id.description
    case .routine(let routine, _): "'\(routine.text)'"
    }
  }

  /// The challenge. A routine is a custom challenge that isn't stored.
  var challenge: Challenge {
    switch self {
    case .challenge(let challenge):
      return challenge
    case .routine(let routine, let scoring):
      let name = Challenge.sanitizedName(routine.text) ?? "Workout"
      return .custom(
        Challenge.ID(customName: name), name: name, kind: .fullBody, scoring: scoring,
        instructions: [], routine: routine)
    }
  }

  /// Returns the stored challenge. A routine that no challenge has yet becomes a custom one, so that the same text finds
  /// it again.
  ///
  /// - Throws: `DatabaseError`.
  func challenge(in stores: Stores) throws -> Challenge {
    switch self {
    case .challenge(let challenge): challenge
    case .routine: try stores.challenges.findOrAdd(challenge)
    }
  }
}
