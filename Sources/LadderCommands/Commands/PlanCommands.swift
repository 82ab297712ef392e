import ClientsLive
import CommandLineInterface
import FoundationEssentials
import Models
import SQLite

extension Command {
  /// Lists a person's training plans by due date, or writes them for a calendar: `ladder plan --ics`.
  static let plan = Command(
    "plan", summary: "show training plans by date", options: [.json, .ics],
    parse: { invocation in
      guard !invocation.has(.json) || !invocation.has(.ics) else {
        throw UsageError("--json and --ics cannot be combined; leave one out")
      }
      return {
        let stores = try invocation.existingDatabase()
        let settings = invocation.loadSettingsReportingProblems()
        let now = invocation.tool.now()
        let listing = PlanListing(
          plans: try stores?.plans.all(of: invocation.person(settings)) ?? [],
          catalogue: try stores?.challenges.catalogue() ?? .standard,
          person: try invocation.person(settings), today: settings.settings.dayStart.day(at: now),
          rest: PlanRule.restSeconds(setting: settings.settings.rest))
        if invocation.has(.ics) {
          invocation.output.append(listing.calendar(at: now))
        } else {
          try listing.write(asJSON: invocation.has(.json), to: invocation.output)
        }
      }
    })
}

/// A list of a person's training plans.
struct PlanListing {
  let plans: [TrainingPlan]
  let catalogue: Catalogue
  let person: PersonName
  /// The local day, in days since 1970.
  let today: Int64
  /// The rest between two sets, in whole seconds.
  let rest: Int

  /// Returns the remaining sessions as an iCalendar file.
  func calendar(at now: Date) -> String {
    let events = plans.flatMap { plan in
      plan.calendarEvents(named: catalogue.name(of: plan.challenge), today: today, rest: rest)
    }
    return CalendarText.text(of: events, at: now)
  }

  func write(asJSON isJSON: Bool, to output: Output) throws {
    let plans = plans.sorted { $0.nextDay(today: today) < $1.nextDay(today: today) }
    let names = plans.map { catalogue.name(of: $0.challenge) }
    let width = max("CHALLENGE".count, names.map(\.maxColumnWidth).max() ?? 0)
    let next = plans.map { $0.nextSession?.text ?? "test again" }
    let nextWidth = next.map(\.maxColumnWidth).max() ?? 0
    var list = ListWriter(
      output, isJSON: isJSON,
      header: "DUE         \("CHALLENGE".padded(to: width))  DONE   NEXT")
    for (index, plan) in plans.enumerated() {
      let day = plan.nextDay(today: today)
      let done = "\(plan.completedDays.count)/\(plan.sessions.count)".rightAligned(to: 5)
      try list.append(
        json: object(plan, catalogue[plan.challenge]),
        lines: [
          [
            day.dayText.padded(to: 10), names[index].padded(to: width), done,
            next[index].padded(to: nextWidth), day.dueText(today: today),
          ].joined(separator: "  ")
        ])
    }
    try list.end(
      whenEmpty: "No training plan for \(person) yet. "
        + "Run \"ladder\", open a challenge and press t for a test.")
  }

  private func object(_ plan: TrainingPlan, _ challenge: Challenge?) -> JSONText {
    let days = plan.days(today: today)
    let sessions = plan.sessions.map { session -> JSONText in
      let index = session.number - 1
      var members: [(String, JSONText)] = [
        ("day", .string(civilDate(days[index]))), ("done", .bool(index < plan.completedDays.count)),
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
      ("tested_on", .string(civilDate(plan.test.day))), ("test", .string(plan.test.text)),
      ("rule", .string(PlanRule(plan.test).summary)), ("sessions", .array(sessions)),
      ("next_test", .string(civilDate(days[plan.sessions.count]))),
    ])
  }
}

// MARK: - Remind

extension Command {
  /// Prints units with which systemd reminds a person to train: `ladder remind --at 18:00`.
  ///
  /// It installs nothing. Comments in the output describe how to install the units.
  static let remind = Command(
    "remind", summary: "print a systemd reminder timer", options: [.at],
    parse: { invocation in
      let text = invocation.arguments[.at] ?? "18:00"
      guard let time = Reminder.time(text) else {
        throw UsageError("--at must be a time of day from 00:00 to 23:59, not \(text.quoted)")
      }
      return {
        let days = invocation.loadSettingsReportingProblems().settings.trainingDays
        invocation.output.append(Reminder.units(days, at: time))
      }
    })
}

/// The systemd units of `ladder remind`.
enum Reminder {
  /// Returns a time of day with two digits for the hour; `nil` if the text is not a time of day.
  fileprivate static func time(_ text: String) -> String? {
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
      # Any other program that notifies you works, too.
      ExecStart=notify-send --app-name=Ladder "Time to train" "ladder repeat starts your last workout"

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
