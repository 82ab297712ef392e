import ClientsLive
import CommandLineInterface
import FoundationEssentials
import Models
import SQLite

extension Command {
  /// Prints a line about the current workout, for tmux and status bars: `ladder status`.
  ///
  /// It reads the last checkpoint from the database and adds the time since then.
  static let status = Command(
    "status", summary: "show the workout in progress", options: [.json, .watch],
    run: { command in
      // Safe: the body of `withNetwork` runs on this thread, which waits for its end.
      nonisolated(unsafe) let invocation = command
      let settings = invocation.loadSettings()
      // Safe for the same reason.
      nonisolated(unsafe) var report = StatusReport(
        person: try invocation.person(settings), settings: settings.settings,
        programs: invocation.programFile,
        isJSON: invocation.has(.json), now: invocation.tool.now)
      func write(while shouldContinue: () -> Bool) throws {
        try report.write(
          from: invocation.existingDatabase, to: invocation.output, while: shouldContinue)
      }
      guard let accounts = try? invocation.accountFile().load(), !accounts.isEmpty else {
        return try write {
          invocation.has(.watch) && invocation.output.waitForReader(milliseconds: 1000)
        }
      }
      try invocation.withNetwork { transport in
        repeat {
          try report.read(from: invocation.existingDatabase)
          await report.readRoom(of: accounts, transport)
          try report.write(to: invocation.output)
          if invocation.has(.watch) { try await Task.sleep(for: .seconds(1)) }
        } while invocation.has(.watch) && invocation.output.waitForReader(milliseconds: 0)
      }
    })
}

/// A report of a person's current workout or rest, as lines of text or JSON.
struct StatusReport {
  let person: PersonName
  var settings = Settings()
  var programs: ProgramFile?
  let isJSON: Bool
  /// The wall clock.
  let now: () -> Date

  /// A room in which others wait for the person, if there is one.
  var room: (race: Race, group: JoinedGroup)?
  private var stores: Connection?
  private var catalogue = Catalogue.standard
  private var state = State.none(nil, next: nil)
  /// The time of the state.
  private var time = Date.distantPast
  private var last: String?

  init(
    person: PersonName, settings: Settings = Settings(), programs: ProgramFile? = nil,
    isJSON: Bool, now: @escaping () -> Date
  ) {
    (self.person, self.settings, self.programs) = (person, settings, programs)
    (self.isJSON, self.now) = (isJSON, now)
  }

  /// Reads whether others wait for the person in one of the groups, unless there is a workout or a rest.
  @MainActor
  mutating func readRoom(of accounts: [StoredAccount], _ transport: Transport) async {
    room = nil
    guard case .none = state else { return }
    for account in accounts where room == nil {
      let rooms = await stores?.races.rooms(of: account, transport, now: time)
      room = rooms?.first(where: \.isWaitingForYou).map { ($0, account.group) }
    }
  }

  /// Writes the state, and then a line for each change.
  ///
  /// - Parameters:
  ///   - database: Opens the database; returns `nil` until there is one.
  ///   - shouldContinue: Waits until the next poll, and returns whether to continue.
  mutating func write(
    from database: () throws -> Connection?, to output: Output, while shouldContinue: () -> Bool
  ) throws {
    repeat {
      try read(from: database)
      try write(to: output)
    } while shouldContinue()
  }

  /// Reads the state from the database, which is opened as soon as it exists.
  mutating func read(from database: () throws -> Connection?) throws {
    if stores == nil { stores = try database() }
    time = now()
    catalogue = try stores?.challenges.catalogue() ?? .standard
    state = try state(in: stores, at: time, catalogue)
  }

  /// Writes the state as a line, if the line differs from the last one.
  mutating func write(to output: Output) throws {
    let line = isJSON ? json(state, time).text : text(state, time, catalogue)
    guard line != last else { return }
    try output.appendLine(line)
    try output.flush()
    last = line
  }

  private enum State {
    /// No workout. The values are the progress of the weekly goal and the line of the next session, if there are any.
    case none(GoalProgress?, next: String?)
    case resting(StoredRest)
    case workout(WorkoutStatus)
  }

  private func state(
    in stores: Connection?, at now: Date, _ catalogue: Catalogue
  ) throws -> State {
    guard let stores else { return .none(nil, next: nil) }
    let status = try stores.unfinished.status(of: person, now: now, catalogue: catalogue)
    // In a strength session the rests are part of the workout.
    if status == nil || status?.phase == .unfinished || status?.challenge == .strength,
      let rest = try stores.rests.current(of: person, now: now)
    {
      return .resting(rest)
    }
    if let status { return .workout(status) }
    let next = try stores.nextSession(
      of: person, settings, programs, in: catalogue, today: settings.dayStart.day(at: now))
    return .none(
      try stores.statistics.progress(of: person, at: now, settings),
      next: next?.line(today: settings.dayStart.day(at: now)))
  }

  private func text(_ state: State, _ now: Date, _ catalogue: Catalogue) -> String {
    switch state {
    case .none(let goal, let next):
      return "no workout" + (goal.map { "  \($0.text) this week" } ?? "")
        + (next.map { "  next \($0)" } ?? "")
        + (room.map { "  \($0.race.waitingText): \(catalogue.name(of: $0.race.challenge))" } ?? "")
    case .resting(let rest):
      let name = catalogue.name(of: rest.challenge)
      return "\(name)  rest \(rest.remainingRoundedUp(at: now).minutesText)"
    case .workout(let status):
      var parts = [catalogue.name(of: status.challenge)]
      if catalogue[status.challenge]?.hasReps != false { parts.append("REPS \(status.reps)") }
      // Status bars usually update once a second.
      parts.append(status.elapsed.minutesText)
      if let remaining = status.remaining(at: now) {
        parts.append("\(remaining.minutesText) left")
      }
      if status.phase != .running { parts.append(status.phase.rawValue) }
      return parts.joined(separator: "  ")
    }
  }

  private func json(_ state: State, _ now: Date) -> JSONText {
    switch state {
    case .none(let goal, let next):
      var members: [(String, JSONText)] = [("state", .string("none"))]
      if let goal {
        members += [
          ("goal", .string(goal.goal.text)), ("goal_count", .number(Int64(goal.goal.count))),
          ("goal_done", .number(Int64(goal.done))),
        ]
      }
      if let next { members.append(("next", .string(next))) }
      if let room {
        members.append(
          (
            "room",
            [
              "challenge": .string(room.race.challenge.rawValue),
              "group": .string(room.group.id.rawValue),
              "racers": .array(room.race.present.map { .string($0.name) }),
            ]
          ))
      }
      return .object(members)
    case .resting(let rest):
      return [
        "state": "resting", "challenge": .string(rest.challenge.rawValue),
        "remaining_ms": .number((rest.remaining(at: now) ?? .zero).wholeMilliseconds),
        "deadline": .string(rest.end.iso8601),
      ]
    case .workout(let status):
      var members: [(String, JSONText)] = [
        ("state", .string(status.phase.rawValue)),
        ("challenge", .string(status.challenge.rawValue)),
        ("reps", .number(Int64(status.reps))),
        ("elapsed_ms", .number(status.elapsed.wholeMilliseconds)),
      ]
      if let deadline = status.deadline, let remaining = status.remaining(at: now) {
        members.append(("remaining_ms", .number(remaining.wholeMilliseconds)))
        members.append(("deadline", .string(deadline.iso8601)))
      }
      return .object(members)
    }
  }
}
