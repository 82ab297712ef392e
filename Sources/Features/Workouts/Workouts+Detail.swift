import Clients
import FoundationEssentials
import Models
import ReducerRuntime
import TerminalUI

extension Workouts {
  /// Opens a challenge, and has its screen do something at once.
  func open(
    _ challenge: Challenge, plan: TrainingPlan? = nil,
    then command: ChallengeDetail.Action.Command? = nil, _ state: inout State
  ) -> Effect<Action> {
    // Nothing may come between a workout and its keys: it also takes the place of an error sheet.
    state.destination = .detail(
      ChallengeDetail.State(
        challenge: challenge, plan: plan, results: state.knownResults(of: challenge),
        showsVideos: state.showsVideos))
    return .merge(sendToDetail(.appear), command.map(sendToDetail) ?? .none)
  }

  func sendToDetail(_ command: ChallengeDetail.Action.Command) -> Effect<Action> {
    .send(._internal(.destination(.presented(.detail(.command(command))))))
  }

  func sendToHistory(_ command: History.Action.Command) -> Effect<Action> {
    .send(._internal(.destination(.presented(.history(.command(command))))))
  }

  /// Closes the challenge that is open before another is opened in its place: the same challenge would be the same child,
  /// and what sleeps for the old screen, a film or a rest, would go on for the new one that does not know of it.
  ///
  /// - Parameters:
  ///   - command: The command that is being carried out; it comes again once the challenge is closed.
  ///   - open: Opens the other one.
  func replaceDetail(
    _ state: inout State, _ command: Action.Command, open: (inout State) -> Effect<Action>
  ) -> Effect<Action> {
    guard state.detail != nil else { return open(&state) }
    state.destination = nil
    return .send(.command(command))
  }
}

extension Workouts.State {
  /// The plan whose turn it is, and its challenge; plans of challenges that were deleted wait until they are back.
  var nextPlan: (plan: TrainingPlan, challenge: Challenge)? {
    let known = plans.filter { plan in catalogue.challenges.contains { $0.id == plan.challenge } }
    guard let plan = known.next(today: today), let challenge = catalogue[plan.challenge] else {
      return nil
    }
    return (plan, challenge)
  }

  /// Whether nothing would be lost if another workout began: none has, or it is saved.
  var canStart: Bool {
    if case .challengeEditor = destination { return false }
    return switch detail?.activeWorkout?.phase {
    case nil, .idle, .saved: true
    case .preparing, .running, .paused, .saving, .discarding, .notSaved: false
    }
  }
}

/// The next session of all training plans, in one line.
struct NextSessionLine: View {
  let plan: TrainingPlan
  let challenge: Challenge
  let today: Int64

  var body: some View {
    let hint = Hint("n", "next session")
    HStack(spacing: 1) {
      HintKeys(hint).style(.key)
      Text("Next, \(due):").style(.accent)
      Text("\(plan.nextSession?.shortText ?? "test")  \(challenge.name)")
    }
    .tappable(hint)
  }

  private var due: String { plan.nextDay(today: today).dueText(today: today) }
}
