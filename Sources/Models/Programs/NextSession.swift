/// The next session of all training plans, of the followed program, and of progression rules.
///
/// Screens and commands show and start it, and compute nothing themselves.
public enum NextSession: Hashable, Sendable {
  case plan(TrainingPlan, Challenge)
  case program(ProgramSession)
  /// The sets that an exercise's rule suggests. A rule has no schedule, so they are due today.
  case rule(exercise: String, sets: [SetEntry])

  /// Returns the session that is due first.
  ///
  /// - Parameters:
  ///   - plans: The active plans. Those of deleted challenges are left out.
  ///   - strength: The next session with weights. A rule is the next session only without plans.
  ///   - today: The local day, in days since 1970.
  public static func first(
    of plans: [TrainingPlan], _ strength: NextSession?, in catalogue: Catalogue, today: Int64
  ) -> NextSession? {
    let startable = plans.filter { plan in
      catalogue.challenges.contains { $0.id == plan.challenge }
    }
    guard let plan = startable.next(today: today), let challenge = catalogue[plan.challenge] else {
      return strength
    }
    guard case .program(let session)? = strength, session.day < plan.nextDay(today: today) else {
      return .plan(plan, challenge)
    }
    return strength
  }

  /// Returns the local day on which it is due.
  public func day(today: Int64) -> Int64 {
    switch self {
    case .plan(let plan, _): plan.nextDay(today: today)
    case .program(let session): session.day
    case .rule: today
    }
  }

  /// The sets or the routine, and the challenge, program or exercise: `5 x 9  Push-ups`, `5x5 A  Linear 5x5`.
  public var text: String {
    switch self {
    case .plan(let plan, let challenge):
      "\(plan.nextSession?.shortText ?? "test")  \(challenge.name)"
    case .program(let session):
      session.problem
        ?? "\(session.name)  \(session.program)" + (session.week.map { ", \($0)" } ?? "")
    case .rule(let exercise, let sets): "\(sets.planText)  \(exercise)"
    }
  }

  /// Returns the day and the text: `today: 5x5 A  Linear 5x5`.
  public func line(today: Int64) -> String { "\(day(today: today).dueText(today: today)): \(text)" }
}
