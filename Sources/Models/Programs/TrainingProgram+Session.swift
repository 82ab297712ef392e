import FoundationEssentials

/// The next session of a program, with its weights.
public struct ProgramSession: Hashable, Sendable {
  public let program: String
  /// The name of the routine.
  public let name: String
  /// The position in a cycle of weeks: `week 2 of 4`; `nil` in other programs.
  public var week: String?
  /// The local day on which it is due, in days since 1970.
  public let day: Int64
  /// The sets. A set without a known weight has none.
  public let routine: Routine?
  /// The reason why the session can't start, with the remedy; `nil` if it can.
  public var problem: String?
  /// The sessions after it, up to a week later, with the weights that follow from the workouts so far.
  public fileprivate(set) var following: [ProgramSession] = []

  /// Creates the session of a program that is unknown on this machine.
  public init(unknown program: String, day: Int64) {
    self.init(
      program: program, name: "", day: day, routine: nil,
      problem: "the program \(program.quoted) is not on this machine; import it or choose another")
  }

  init(
    program: String, name: String, week: String? = nil, day: Int64, routine: Routine?,
    problem: String? = nil
  ) {
    self.program = program
    self.name = name
    self.week = week
    self.day = day
    self.routine = routine
    self.problem = problem
  }

  /// The planned sets; `nil` if the session can't start.
  public var plan: StrengthPlan? {
    guard problem == nil, let routine, var plan = StrengthPlan(routine) else { return nil }
    plan.needsWeights = true
    return plan
  }
}

extension TrainingProgram {
  /// Returns the next session. It follows from the finished workouts alone.
  ///
  /// A workout counts as the next session if it has work sets of at least half of its exercises. In a program by
  /// weekday, it counts as the session of the last of these days, so a missed day is left out. In other programs, a
  /// missed day delays the sessions.
  ///
  /// - Parameters:
  ///   - histories: The histories of the program's exercises, by the `nameKey` of their names in the program.
  ///   - since: The first day of the program, in days since 1970. Earlier workouts only determine weights.
  ///   - today: The local day.
  ///   - days: The training days, which determine the day of a program without weekdays.
  ///   - index: The index of a routine to do today instead.
  /// - Complexity: O(n log n) in the sessions of the histories.
  public func nextSession(
    after histories: [String: StrengthHistory], since: Int64, today: Int64,
    on days: TrainingDays = .all, instead index: Int? = nil
  ) -> ProgramSession {
    let progress = ProgramProgress(self, histories, since: since)
    let (next, day) = index.map { ($0, today) } ?? progress.next(today: today, on: days)
    var session = progress.session(next, on: day)
    session.following = progress.sessions(after: next, on: day, days)
    return session
  }
}

/// The finished sessions of a program.
private struct ProgramProgress {
  let program: TrainingProgram
  let histories: [String: StrengthHistory]
  let since: Int64
  /// The finished sessions in order.
  private var finished: [(index: Int, day: Int64, workout: Workout.ID)] = []

  /// A workout with its exercises.
  private struct Candidate {
    let id: Workout.ID
    let day: Int64
    var time: Date
    var keys: Set<String> = []
  }

  init(_ program: TrainingProgram, _ histories: [String: StrengthHistory], since: Int64) {
    (self.program, self.histories, self.since) = (program, histories, since)
    var candidates: [Workout.ID: Candidate] = [:]
    for (key, history) in histories {
      for session in history.sessions
      where session.day >= since && session.sets.contains(where: { !$0.isWarmUp }) {
        var candidate =
          candidates[session.workout]
          ?? Candidate(id: session.workout, day: session.day, time: session.time)
        candidate.time = min(candidate.time, session.time)
        candidate.keys.insert(key)
        candidates[session.workout] = candidate
      }
    }
    let keys = program.routines.map { Set($0.routine.exercises.map(\.nameKey)) }
    for workout in candidates.values.sorted(by: {
      ($0.day, $0.time, $0.id) < ($1.day, $1.time, $1.id)
    }) {
      let (index, day) = position(of: workout)
      guard 2 * keys[index].intersection(workout.keys).count >= keys[index].count,
        hasMaximums(for: index, before: workout)
      else { continue }
      finished.append((index, day, workout.id))
    }
  }

  /// Returns the routine that a workout after the finished sessions can count as, and the day on which it was due.
  private func position(of workout: Candidate) -> (index: Int, day: Int64) {
    guard case .weekdays(let days) = program.order else {
      return (finished.count % program.routines.count, workout.day)
    }
    for day in stride(from: workout.day, to: workout.day - 7, by: -1) {
      if let index = days.firstIndex(of: CivilDate(daysSince1970: day).weekday) {
        return (index, day)
      }
    }
    preconditionFailure("a program by weekday has a day")
  }

  /// Returns whether all percentages of a routine could refer to a set before a workout. The workout that supplies the
  /// first maximum is not a session of the program.
  private func hasMaximums(for index: Int, before workout: Candidate) -> Bool {
    !program.routines[index].routine.containsStep { step in
      guard step.hasPercentage else { return false }
      let share = BodyShare(of: step.exercise)
      return !(histories[step.exercise.nameKey]?.sessions ?? []).contains { session in
        (session.day, session.time) < (workout.day, workout.time)
          && session.sets.contains { $0.estimatedMaximum(share) != nil }
      }
    }
  }

  // MARK: - The next session

  /// Returns the index of the next routine, and the day on which it is due.
  func next(today: Int64, on days: TrainingDays) -> (index: Int, day: Int64) {
    if case .weekdays(let weekdays) = program.order {
      for day in today...today + 7 where !finished.contains(where: { $0.day == day }) {
        if let index = weekdays.firstIndex(of: CivilDate(daysSince1970: day).weekday) {
          return (index, day)
        }
      }
    }
    let first = max(today, (finished.last?.day).map { $0 + 1 } ?? today)
    let day = (first...first + 6).first { days.contains($0) } ?? first
    return (finished.count % program.routines.count, day)
  }

  /// Returns the sessions in the week after a session, as if each session before them were finished.
  func sessions(
    after index: Int, on day: Int64, _ days: TrainingDays
  ) -> [ProgramSession] {
    var (progress, last) = (self, (index: index, day: day))
    return (day + 1...day + 7).compactMap { day in
      var next = (last.index + 1) % program.routines.count
      if case .weekdays(let weekdays) = program.order {
        guard let found = weekdays.firstIndex(of: CivilDate(daysSince1970: day).weekday) else {
          return nil
        }
        next = found
      } else if !days.contains(day) {
        return nil
      }
      progress.finished.append((last.index, last.day, Workout.ID()))
      last = (next, day)
      return progress.session(next, on: day)
    }
  }

  /// Returns a session with its weights.
  func session(_ index: Int, on day: Int64) -> ProgramSession {
    let (name, routine) = (program.routines[index].name, program.routines[index].routine)
    var missing: [String] = []
    let resolved = try? routine.mappingSteps { step in
      guard let history = histories[step.exercise.nameKey] else { return step }
      var step = step
      if step.hasPercentage {
        let target = StrengthPlan.Target(
          exercise: step.exercise, reps: nil, load: step.load, isWarmUp: false)
        let load = target.load(
          ofMaximum: maximum(of: history, step, on: day), history, in: history.unit)
        guard let load else {
          missing.append(step.exercise)
          return step
        }
        // Added weight can't be planned.
        if case .weight(let weight) = load { step.load = .weight(weight) } else { step.load = nil }
      } else if let rule = program.rule(of: step),
        let sets = suggestion(of: rule, history, step.exercise.nameKey), let first = sets.first
      {
        (step.sets, step.target) = (sets.count, .reps(first.reps))
        if case .weight(let weight) = first.load { step.load = .weight(weight) }
      }
      return step
    }
    var session = ProgramSession(
      program: program.name, name: name, week: week(of: index), day: day,
      routine: resolved ?? routine)
    if !missing.isEmpty {
      session.problem =
        "\(program.name): record a set of \(missing.uniqued.joined(separator: ", ")) first, "
        + "as in 100x5"
    }
    return session
  }

  private func week(of index: Int) -> String? {
    guard case .weeks(let count) = program.order else { return nil }
    return "week \(index / (program.routines.count / count) + 1) of \(count)"
  }

  // MARK: - Weights

  /// Returns the mass to which the percentages of a step refer; `nil` if no set determines it.
  private func maximum(of history: StrengthHistory, _ step: Routine.Step, on day: Int64) -> Mass? {
    let key = step.exercise.nameKey
    switch program.progression(of: key) {
    case .rule(let rule):
      return suggestion(of: rule, history, key)?.first?.load.weight?.mass
    case .maximum(let percent, let increase?):
      // The sets of the program itself don't change its basis.
      let first = finished.first { program.routines[$0.index].routine.hasExercise(key) }
      let sessions = history.sessions.prefix { $0.workout != first?.workout }
      guard let best = history.with(Array(sessions)).bestEstimate?.mass else { return nil }
      let number = history.unit == .pounds ? increase.doubled : increase
      let step = Mass(units: Int128(number.thousandths) * history.unit.thousandth)
      return best.percent(percent) + step * cycles(until: day)
    case .maximum(let percent, nil):
      return history.bestEstimate?.mass.percent(percent)
    case nil:
      return history.bestEstimate?.mass
    }
  }

  /// Returns the number of completed cycles: rounds through all routines, or weeks.
  private func cycles(until day: Int64) -> Int {
    guard case .weekdays = program.order else { return finished.count / program.routines.count }
    let monday = Settings.WeekStart.monday
    return Int(max(0, monday.firstDay(ofWeekWith: day) - monday.firstDay(ofWeekWith: since)) / 7)
  }

  /// Returns the sets that a rule suggests after the sessions of the program in which it determined the sets, or else
  /// after the last other session.
  private func suggestion(
    of rule: ProgressionRule, _ history: StrengthHistory, _ key: String
  ) -> [SetEntry]? {
    let counted = Set(finished.map(\.workout))
    let ruled = Set(
      finished.filter { session in
        program.routines[session.index].routine.containsStep {
          $0.exercise.nameKey == key && program.rule(of: $0) == rule
        }
      }.map(\.workout))
    var sessions = history.sessions.filter { ruled.contains($0.workout) }
    if sessions.isEmpty {
      sessions = history.sessions.filter { !counted.contains($0.workout) }.suffix(1)
    }
    guard let last = sessions.last else { return nil }
    let rule = history.unit == .pounds ? rule.withDoubleStep : rule
    return rule.suggestion(
      after: last.sets, earlier: sessions.dropLast().map(\.sets), unit: history.unit)?.sets
  }
}

extension Routine {
  fileprivate func hasExercise(_ key: String) -> Bool {
    containsStep { $0.exercise.nameKey == key }
  }
}

extension StrengthHistory {
  /// Returns the history with other sessions.
  fileprivate func with(_ sessions: [Session]) -> StrengthHistory {
    StrengthHistory(exercise: exercise, sessions: sessions, unit: settings.unit, rule: nil)
  }
}
