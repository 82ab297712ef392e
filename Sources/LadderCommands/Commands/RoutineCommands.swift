import ClientsLive
import CommandLineInterface
import FoundationEssentials
import Models
import SQLite

extension Command {
  /// Shows the next session of all plans, the followed program and progression rules: `ladder next`.
  static let next = Command(
    "next", summary: "show the next session", options: [.json],
    run: { invocation in
      let today = invocation.dayStart.day(at: invocation.tool.now())
      let next = try invocation.nextSession()
      var list = ListWriter(invocation.output, isJSON: invocation.has(.json))
      if let next {
        let sets = next.setsText
        try list.append(
          json: .object(
            [
              ("day", .string(civilDate(next.day(today: today)))), ("session", .string(next.text)),
            ] + (sets.map { [("workout", .string($0))] } ?? [])),
          lines: [next.line(today: today)] + (sets.map { ["  \($0)"] } ?? []))
      }
      try list.end(whenEmpty: NextListing.noneText)
    })

  /// Lists the named routines and all programs: `ladder routines`.
  static let routines = Command(
    "routines", summary: "list routines and programs", options: [.json],
    run: { invocation in
      var list = ListWriter(invocation.output, isJSON: invocation.has(.json))
      for challenge in try invocation.existingDatabase()?.challenges.custom().current ?? [] {
        let text = challenge.routine.text
        try list.append(
          json: .object([("routine", .string(challenge.name)), ("workout", .string(text))]),
          lines: ["\(challenge.name): \(text)"])
      }
      for program in try TrainingProgram.standard + (invocation.programFile?.load() ?? []) {
        let names = program.routines.map(\.name).uniqued
        try list.append(
          json: .object([
            ("program", .string(program.name)), ("routines", .array(names.map { .string($0) })),
          ]),
          lines: ["\(program.name), \(program.orderText): \(names.joined(separator: ", "))"])
      }
      try list.end(whenEmpty: "")
    })

  /// Prints the named routines and the person's programs: `ladder routines export`.
  static let routinesExport = Command(
    "routines export", summary: "print them as text",
    run: { invocation in
      let challenges = try invocation.existingDatabase()?.challenges.custom().current ?? []
      for challenge in challenges {
        guard challenge.routine.scoring == challenge.scoring else {
          invocation.tool.report(
            "\(challenge.name.quoted) is left out: a workout text doesn't have its scoring")
          continue
        }
        let routine = NamedRoutine(name: challenge.name, routine: challenge.routine)
        invocation.output.append(RoutineText.line(routine))
      }
      for program in try invocation.programFile?.load() ?? [] {
        invocation.output.append("\n" + program.text)
      }
    })

  /// Adds the routines and programs of a file: `ladder routines import FILE`. Those with known names are replaced.
  static let routinesImport = Command(
    "routines import", operand: Operand("FILE", isFile: true, example: "routines.txt"),
    summary: "add routines and programs",
    parse: { invocation in
      let path = invocation.operand
      let bytes = try InputFile(path).contents(maxSize: 1 << 20)
      guard let contents = String(validating: bytes, as: UTF8.self) else {
        throw ImportError(path, "it is not UTF-8 text; save it as UTF-8")
      }
      let text: RoutineText
      do throws(TextError) {
        text = try RoutineText(contents)
      } catch {
        throw ImportError(path, line: error.line, error.problem)
      }
      guard !text.routines.isEmpty || !text.programs.isEmpty else {
        throw ImportError(path, "it has no routine, such as routine 5x5 A: squat 5x5")
      }
      return { try add(text, from: path, invocation) }
    })

  private static func add(
    _ text: RoutineText, from path: String, _ invocation: Invocation
  ) throws {
    let stores = try Connection.open(in: invocation.dataFolder())
    let current = Dictionary(
      try stores.challenges.catalogue().challenges.map { ($0.name.nameKey, $0) }
    ) { first, _ in first }
    let routines = try text.routines.map { try $0.challenge(replacing: current, path) }
    if let known = text.programs.first(where: { TrainingProgram.standard.named($0.name) != nil }) {
      throw ImportError(
        path, "the program \(known.name.quoted) comes with Ladder; choose another name")
    }
    if !text.programs.isEmpty {
      guard let file = invocation.programFile else {
        throw UsageError("set HOME or XDG_CONFIG_HOME")
      }
      try file.add(text.programs)
    }
    try stores.challenges.add(routines, at: invocation.tool.now())
    invocation.output.completedChange = "the routines are saved"
    try invocation.output.appendLine(
      "Saved \(text.routines.count.counted("routine")) and "
        + "\(text.programs.count.counted("program")).")
  }
}

extension NamedRoutine {
  /// Returns the custom challenge of the routine.
  ///
  /// - Throws: ``ImportError`` if the routine has no score, or a built-in challenge has the name.
  fileprivate func challenge(
    replacing challenges: [String: Challenge], _ path: String
  ) throws -> Challenge {
    guard let scoring = routine.scoring else {
      throw ImportError(
        path, "\(name.quoted) has no score; give each exercise reps, a time or a distance")
    }
    let known = challenges[name.nameKey]
    guard known?.id.isCustom ?? true else {
      throw ImportError(path, "the challenge \(name.quoted) comes with Ladder; choose another name")
    }
    return .custom(
      Challenge.ID(customName: name), name: name, kind: known?.kind ?? .fullBody,
      scoring: scoring, instructions: known?.instructions ?? [], routine: routine)
  }
}

// MARK: - Next session

/// The message if there is no next session.
enum NextListing {
  static let noneText =
    "Nothing is planned. A test of a challenge makes a plan (t), and P in the list of workouts has programs."

  static var none: UsageError {
    UsageError(
      "nothing is planned; name a challenge, or choose a program with P in the list of workouts")
  }
}

extension NextSession {
  /// The sets as a workout text, if they aren't part of ``text``.
  fileprivate var setsText: String? {
    if case .program(let session) = self { session.plan?.routine.text } else { nil }
  }
}

extension Connection {
  /// Returns the next session of a person; see ``NextSession/first(of:_:in:today:)``.
  func nextSession(
    of person: PersonName, _ settings: Settings, _ programs: ProgramFile?, in catalogue: Catalogue,
    today: Int64
  ) throws -> NextSession? {
    .first(
      of: try plans.all(of: person),
      try strength.next(of: person, settings, programs, today: today), in: catalogue, today: today)
  }
}

extension Invocation {
  /// The file of the person's programs; `nil` if there is no folder for it.
  var programFile: ProgramFile? { settingsFile.map { ProgramFile(nextTo: $0) } }

  /// Returns the next session.
  func nextSession() throws -> NextSession? {
    let settings = loadSettingsReportingProblems()
    guard let stores = try existingDatabase() else { return nil }
    return try stores.nextSession(
      of: person(settings), settings.settings, programFile, in: stores.challenges.catalogue(),
      today: settings.settings.dayStart.day(at: tool.now()))
  }

  /// Returns the session of the followed program whose routine has the operand's name; `nil` if there is none, or a
  /// challenge has the name.
  func programSession() throws -> NextSession? {
    let settings = loadSettings()
    guard settings.settings.program != nil, (try? challenge(allowsDeleted: false)) == nil,
      let stores = try existingDatabase()
    else { return nil }
    return try stores.strength.next(
      of: person(settings), settings.settings, programFile,
      today: settings.settings.dayStart.day(at: tool.now()),
      named: operand)
  }
}
