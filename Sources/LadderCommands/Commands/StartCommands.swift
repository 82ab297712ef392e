import ClientsLive
import CommandLineInterface
import HistoryFeatures
import Models
import SQLite

extension Command {
  /// Starts the app, on the terminal or line by line: `ladder` without a verb.
  static let app = Command(
    "", summary: "open Ladder in the terminal", options: [.record, .redact],
    parse: { invocation in
      let recording = try RecordedSession.Options(parsing: invocation.arguments)
      return {
        var options = try invocation.launchOptions()
        options.recording = recording
        try invocation.requireTerminal(allowsPlain: true)
        try invocation.start(options)
      }
    })

  /// Opens the app with a workout that starts at once: `ladder start CHALLENGE`, `ladder start 'TEXT'`, or without an
  /// operand the next session.
  static let start = Command(
    "start", operand: .challenge(isOptional: true, example: "pushups-2min"),
    summary: "start a workout, or the next",
    parse: { invocation in
      if invocation.operand.isEmpty {
        return { try start(invocation.nextSession() ?? { throw NextListing.none }(), invocation) }
      }
      if let session = try invocation.programSession() {
        return { try start(session, invocation) }
      }
      let workout = try ChosenWorkout(parsing: invocation)
      return { try start(workout, invocation) }
    })

  /// Opens the app and starts a session.
  ///
  /// - Throws: ``UsageError`` without a terminal, or if the session can't start.
  private static func start(_ next: NextSession, _ invocation: Invocation) throws {
    if case .program(let session) = next, let problem = session.problem {
      throw UsageError(problem)
    }
    var options = try invocation.launchOptions()
    try invocation.requireTerminal(allowsPlain: true)
    options.workout = .next(next)
    try invocation.start(options)
  }

  /// Opens the app with a timer that starts at once: `ladder timer 25:00`.
  ///
  /// A timer is a hold with a time limit: its time is the result, and no reps are counted.
  static let timer = Command(
    "timer", operand: Operand("TIME", example: "25:00"), summary: "start a timer without reps",
    parse: { invocation in
      guard let routine = Routine.timer(invocation.operand) else {
        throw UsageError(
          "a timer needs a time from 1s to 24:00:00, such as 90s, 25min, 25:00 or 1:30:00, not "
            + invocation.operand.quoted)
      }
      return { try start(.routine(routine, .hold), invocation) }
    })

  /// Opens the app and starts a workout.
  ///
  /// - Throws: ``UsageError`` without a terminal, before anything is saved; `DatabaseError`.
  private static func start(_ workout: ChosenWorkout, _ invocation: Invocation) throws {
    var options = try invocation.launchOptions()
    try invocation.requireTerminal(allowsPlain: true)
    let stores = try invocation.database()
    options.challenge = try workout.challenge(in: stores)
    if case .routine(let routine, _) = workout {
      let known = try stores.strength.exercises(of: options.person)
      for name in routine.exercises {
        invocation.tool.reportNewExercise(
          try stores.strength.shownName(of: name, by: options.person), known: known, isSaved: false)
      }
    }
    stores.close()
    try invocation.start(options)
  }

  /// Opens the app and starts the person's last workout again: `ladder repeat`.
  static let `repeat` = Command(
    "repeat", summary: "repeat your last workout",
    run: { invocation in
      var options = try invocation.launchOptions()
      try invocation.requireTerminal(allowsPlain: true)
      let stores = try invocation.existingDatabase()
      guard let stores else { throw WorkoutReference.last.notFoundError }
      let last = try WorkoutReference.last.workout(in: stores, by: options.person)
      if last.challenge == .strength {
        options.workout = .strength(.repeating(last.sets))
      } else {
        let challenges = try stores.challenges.catalogue().challenges
        guard let challenge = challenges.first(where: { $0.id == last.challenge }) else {
          throw UsageError(
            "the challenge of your last workout, \(last.challenge.rawValue.quoted), was deleted; "
              + "\"ladder challenges\" lists the others")
        }
        options.challenge = challenge
      }
      stores.close()
      try invocation.start(options)
    })

  /// Starts the app with the replay of a workout: `ladder replay ID`.
  static let replay = Command(
    "replay", operand: Operand("ID", values: { _ in ["last"] }, example: "last"),
    summary: "watch a workout (ID or last)",
    parse: { invocation in
      let workout = try WorkoutReference(invocation.operand)
      return {
        var options = try invocation.launchOptions()
        let connection = try invocation.existingDatabase()
        options.replay = try workout.replay(in: connection, by: options.person)
        connection?.close()
        try invocation.requireTerminal()
        invocation.terminate(with: try startTerminal(options))
      }
    })
}

extension RecordedSession.Options {
  /// Reads the options of a recording.
  ///
  /// - Returns: `nil` without `--record`.
  /// - Throws: ``UsageError``.
  init?(parsing arguments: ParsedArguments) throws {
    guard let path = try arguments.path(.record) else {
      guard !arguments.has(.redact) else {
        throw UsageError("--redact needs --record, as in --record FILE --redact")
      }
      return nil
    }
    guard !arguments.has(.plain) else {
      throw UsageError("--record and --plain cannot be combined; leave --plain out")
    }
    guard !path.isPicturePath else {
      throw UsageError(
        "--record writes a script of the session; "
          + "\"ladder play SCRIPT --record \(path.escapedText)\" makes the picture")
    }
    self.init(path: path, isRedacted: arguments.has(.redact))
  }
}

// MARK: - Chosen workout

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
    do throws(TextError) {
      routine = try Routine(text: invocation.operand)
    } catch {
      throw UsageError("cannot read the workout: \(error)")
    }
    guard let scoring = routine.scoring else {
      throw UsageError(
        "\(routine.text.quoted) cannot be scored, because it has no end; "
          + "give each exercise reps, a time or a distance, as in \"push-up 10\" or \"plank 1:00\"")
    }
    self = .routine(routine, scoring)
  }

  /// Whether an operand that is not a challenge looks like a routine: few names of challenges have parentheses or
  /// commas, and a target has a digit or is "max".
  private static func isRoutine(_ operand: String) -> Bool {
    operand.contains { "(),".contains($0) }
      || operand.contains(where: \.isWhitespace)
        && (operand.contains(where: \.isNumber) || operand.lowercased().hasSuffix(" max"))
  }

  /// Whether the workout is a routine whose result needs a time.
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

  /// Returns the stored challenge. A new routine is added as a custom challenge, so that the same text finds it again.
  ///
  /// - Throws: `DatabaseError`.
  func challenge(in stores: Connection) throws -> Challenge {
    switch self {
    case .challenge(let challenge): challenge
    case .routine: try stores.challenges.findOrAdd(challenge)
    }
  }
}

// MARK: - Workout reference

/// A reference to a workout on a command line: a prefix of its ID, as `ladder history` prints it, or `last`.
enum WorkoutReference: Hashable {
  /// Hexadecimal digits in lower case.
  case id(prefix: String)
  /// The person's latest workout.
  case last

  /// The minimum number of digits of a prefix.
  private static let minDigits = 4

  /// Parses a reference.
  ///
  /// - Throws: ``UsageError``.
  init(_ word: String) throws {
    guard word.lowercased() != "last" else {
      self = .last
      return
    }
    let digits = word.lowercased().filter { $0 != "-" }
    let isHexadecimal = digits.utf8.allSatisfy { 48...57 ~= $0 || 97...102 ~= $0 }
    guard isHexadecimal, Self.minDigits...32 ~= digits.count else {
      throw UsageError(
        "\(word.quoted) is neither \"last\" nor a workout's ID; \"ladder history\" shows the IDs, "
          + "and their first \(Self.minDigits) digits are enough")
    }
    self = .id(prefix: digits)
  }

  /// Returns the state of the workout's page, from which it can be replayed.
  ///
  /// - Parameter person: The current person.
  /// - Throws: ``UsageError`` if no workout or several match, or the workout can't be replayed; `DatabaseError`.
  func replay(in stores: Connection?, by person: PersonName) throws -> WorkoutDetail.State {
    guard let stores else { throw notFoundError }
    let workout = try workout(in: stores, by: person)
    guard workout.challenge != .strength else {
      throw UsageError(
        "workout \(workout.id.prefix(length: 8)) has sets with weights, whose reps have no times to "
          + "replay; \"ladder history\" shows its sets")
    }
    guard try stores.challenges.catalogue()[workout.challenge] != nil else {
      throw UsageError(
        "the workout's challenge, \(workout.challenge.rawValue.quoted), is unknown on this machine")
    }
    guard workout.reps > 0 else {
      throw UsageError("workout \(workout.id.prefix(length: 8)) has no reps to replay")
    }
    guard workout.hasRecordedRepTimes else {
      throw UsageError(
        "the reps of workout \(workout.id.prefix(length: 8)) were typed in, so there is nothing to replay"
      )
    }
    let isYours = try PersonName(workout.user).map { try stores.people.areSame(person, $0) }
    return WorkoutDetail.State(workout, isYours: isYours ?? false)
  }

  func workout(in stores: Connection, by person: PersonName) throws -> Workout {
    let found =
      switch self {
      case .id(let digits): try stores.workouts.workouts(idPrefix: digits, limit: 2)
      case .last: try stores.workouts.history(of: person, limit: 1)
      }
    guard let workout = found.first else { throw notFoundError }
    if case .id(let digits) = self, found.count > 1 {
      throw UsageError("several workout IDs begin with \"\(digits)\"; type more digits")
    }
    return workout
  }

  var notFoundError: UsageError {
    switch self {
    case .id(let digits):
      UsageError(
        "no workout ID begins with \"\(digits)\"; \"ladder history\" lists the IDs")
    case .last:
      UsageError("you have no workouts yet; run \"ladder\" and choose a challenge")
    }
  }
}

extension Workout.ID {
  /// Returns the first digits of the ID in lower case, without hyphens.
  func prefix(length count: Int) -> String {
    String(uuidString.lowercased().filter { $0 != "-" }.prefix(count))
  }
}
