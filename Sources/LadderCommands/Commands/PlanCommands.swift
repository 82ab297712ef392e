import ClientsLive
import CommandLineInterface
import FoundationEssentials
import Models
import SQLite

/// A command that lists a person's training plans by due date, or writes them for a calendar: `ladder plan --ics`.
struct PlanCommand: Command {
  static let verb = Verb(name: "plan", summary: "show training plans by date")
  static let options: [Option] = [.json, .ics]

  let common: CommonOptions
  let isJSON: Bool
  let isCalendar: Bool

  init(parsing invocation: Invocation) throws {
    common = try invocation.common
    isJSON = invocation.arguments.has(.json)
    isCalendar = invocation.arguments.has(.ics)
    guard !isJSON || !isCalendar else { throw UsageError("choose one of --json and --ics") }
  }

  func run(in tool: CommandLineTool) throws -> Int32 {
    let stores = try tool.existingDatabase(common)
    let settings = tool.loadSettingsReportingProblems()
    let now = tool.now()
    let listing = PlanListing(
      stores: stores, person: try tool.person(common, settings), today: now.localDay,
      rest: PlanRule.restSeconds(setting: settings.settings.rest)
    )
    if isCalendar {
      tool.output.append(try listing.calendar(at: now))
    } else {
      try listing.write(asJSON: isJSON, to: tool.output)
    }
    return 0
  }
}

/// A list of a person's training plans.
struct PlanListing {
  /// The database; `nil` if there is none yet.
  let stores: Connection?
  let person: PersonName
  /// The local day, in days since 1970.
  let today: Int64
  /// The rest between two sets, in whole seconds.
  let rest: Int

  func write(asJSON isJSON: Bool, to output: Output) throws {
    let plans = try stores?.plans.all(of: person) ?? []
    let sortedPlans = plans.sorted { $0.nextDay(today: today) < $1.nextDay(today: today) }
    if isJSON {
      var writer = JSONArrayWriter(output)
      let catalogue = try stores?.challenges.catalogue() ?? .standard
      for plan in sortedPlans { try writer.append(object(plan, catalogue[plan.challenge])) }
      try writer.end()
    } else {
      try table(sortedPlans, output)
    }
  }

  /// Returns the sessions that aren't done as an iCalendar file.
  func calendar(at now: Date) throws -> String {
    let catalogue = try stores?.challenges.catalogue() ?? .standard
    let events = try (stores?.plans.all(of: person) ?? []).flatMap { plan in
      plan.calendarEvents(
        named: catalogue.name(of: plan.challenge), today: today,
        rest: rest)
    }
    return CalendarText.text(of: events, at: now)
  }

  private func table(_ plans: [TrainingPlan], _ output: Output) throws {
    guard !plans.isEmpty else {
      try output.appendLine(
        "No training plan for \(person) yet. Run \"ladder\", open a challenge and press t for a test."
      )
      return
    }
    let catalogue = try stores?.challenges.catalogue() ?? .standard
    let names = plans.map { catalogue.name(of: $0.challenge) }
    let width = max("CHALLENGE".count, names.map(\.maxColumnWidth).max() ?? 0)
    let next = plans.map { $0.nextSession?.text ?? "test again" }
    let nextWidth = next.map(\.maxColumnWidth).max() ?? 0
    try output.appendLine("DUE         \("CHALLENGE".padded(to: width))  DONE   NEXT")
    for (index, plan) in plans.enumerated() {
      let day = plan.nextDay(today: today)
      let done = "\(plan.completedDays.count)/\(plan.sessions.count)".rightAligned(to: 5)
      try output.appendLine(
        [
          day.dayText.padded(to: 10), names[index].padded(to: width), done,
          next[index].padded(to: nextWidth), day.dueText(today: today),
        ].joined(separator: "  "))
    }
  }

  private func object(_ plan: TrainingPlan, _ challenge: Challenge?) -> JSONText {
    let days = plan.days(today: today)
    let sessions = plan.sessions.map { session -> JSONText in
      let index = session.number - 1
      var members: [(String, JSONText)] = [
        ("day", .string(Self.text(days[index]))), ("done", .bool(index < plan.completedDays.count)),
        ("sets", .number(Int64(session.sets))),
      ]
      switch session.amount {
      case .reps(let reps, let time):
        members.append(("reps", .number(Int64(reps))))
        if let time { members.append(("seconds", .number(time.components.seconds))) }
      case .hold(let seconds):
        members.append(("seconds", .number(Int64(seconds))))
      }
      members.append(("rest_seconds", .number(Int64(rest))))
      if let routine = challenge.flatMap({ session.routine(of: $0, rest: rest) }) {
        members.append(("workout", .string(routine.text)))
      }
      return .object(members)
    }
    return .object([
      ("challenge", .string(plan.challenge.rawValue)),
      ("tested_on", .string(Self.text(plan.test.day))), ("test", .string(plan.test.text)),
      ("rule", .string(PlanRule(plan.test).summary)), ("sessions", .array(sessions)),
      ("next_test", .string(Self.text(days[plan.sessions.count]))),
    ])
  }

  private static func text(_ day: Int64) -> String { CivilDate(daysSince1970: day).text }
}

// MARK: - Remind

/// A command that prints units with which systemd reminds a person to train: `ladder remind --at 18:00`.
///
/// It changes nothing itself. The comments say what to do with the units.
struct RemindCommand: Command {
  static let verb = Verb(name: "remind", summary: "print a systemd timer (18:00)")
  static let options: [Option] = [.at]

  let common: CommonOptions
  /// The time of day: `18:00`.
  let time: String

  init(parsing invocation: Invocation) throws {
    common = try invocation.common
    let text = invocation.arguments[.at] ?? "18:00"
    guard let time = Self.time(text) else {
      throw UsageError("--at must be a time of day from 00:00 to 23:59, not \(text.quoted)")
    }
    self.time = time
  }

  func run(in tool: CommandLineTool) throws -> Int32 {
    let days = tool.loadSettingsReportingProblems().settings.trainingDays
    tool.output.append(Self.units(days, at: time))
    return 0
  }

  /// Returns a time of day with two digits for the hour; `nil` if the text is none.
  private static func time(_ text: String) -> String? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard
      parts.count == 2, (1...2).contains(parts[0].utf8.count), parts[1].utf8.count == 2,
      parts.allSatisfy({ $0.utf8.allSatisfy { (48...57).contains($0) } }),
      let hour = Int(parts[0]), let minute = Int(parts[1]), hour < 24, minute < 60
    else { return nil }
    return (parts[0].utf8.count == 1 ? "0" : "") + text
  }

  /// Returns the units and their instructions.
  static func units(_ days: TrainingDays, at time: String) -> String {
    let weekdays = days == .all ? "" : days.names.joined(separator: ",") + " "
    return """
      # A reminder to train. To turn it on:
      #
      # 1. Save the first part as ~/.config/systemd/user/ladder-remind.service
      #    and the second one as ~/.config/systemd/user/ladder-remind.timer.
      # 2. systemctl --user daemon-reload
      # 3. systemctl --user enable --now ladder-remind.timer
      #
      # To turn it off: systemctl --user disable --now ladder-remind.timer
      # The days are those of "training-days" in Ladder's settings. After a change, print
      # the units again.

      # ladder-remind.service
      [Unit]
      Description=Reminder to train

      [Service]
      Type=oneshot
      # Any other program that tells you works as well.
      ExecStart=notify-send --app-name=Ladder "Time to train" "ladder repeat starts what you did last"

      # ladder-remind.timer
      [Unit]
      Description=Reminder to train on your days

      [Timer]
      OnCalendar=\(weekdays)*-*-* \(time):00

      [Install]
      WantedBy=timers.target

      """
  }
}
