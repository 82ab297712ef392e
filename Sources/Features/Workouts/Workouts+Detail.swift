import Clients
import FoundationEssentials
import Models
import ReducerRuntime
import TerminalUI

extension Workouts {
  /// Opens a challenge, and sends its screen a command.
  func open(
    _ challenge: Challenge, isNew: Bool = false, plan: TrainingPlan? = nil,
    then command: ChallengeDetail.Action.Command? = nil, _ state: inout State
  ) -> Effect<Action> {
    // A restored workout must receive its keys at once, so its screen also replaces an error sheet.
    state.destination = .detail(
      ChallengeDetail.State(
        challenge: challenge, isNew: isNew, plan: plan,
        results: state.knownResults(of: challenge), showsVideos: state.showsVideos))
    state.showVariationBests()
    return .merge(sendToDetail(.appear), command.map(sendToDetail) ?? .none)
  }

  func sendToDetail(_ command: ChallengeDetail.Action.Command) -> Effect<Action> {
    .send(._internal(.destination(.presented(.detail(.command(command))))))
  }

  /// Loads the open screen again, unless it is a workout or a form.
  func reloadScreen(_ state: State) -> Effect<Action> {
    switch state.destination {
    case .detail(let detail) where detail.activeWorkout == nil: sendToDetail(.appear)
    case .history: sendToHistory(.appear)
    case .strength: .send(._internal(.destination(.presented(.strength(.command(.appear))))))
    case .workout: .send(._internal(.destination(.presented(.workout(.command(.reload))))))
    default: .none
    }
  }

  func sendToHistory(_ command: History.Action.Command) -> Effect<Action> {
    .send(._internal(.destination(.presented(.history(.command(command))))))
  }

  /// Starts a workout, or a race if a ghost is given.
  func start(_ request: WorkoutRequest, _ state: inout State) -> Effect<Action> {
    state.notice = nil
    switch request {
    case .strength(let start):
      return openSession(start, then: .start, &state)
    case .challenge(let id, let ghost):
      guard let challenge = state.catalogue[id] else { return .none }
      if let plan = challenge.strengthPlan {
        return openSession(.plan(plan), then: .start, &state)
      }
      return open(challenge, then: .start(ghost), &state)
    }
  }

  /// Closes the open challenge or session before another one replaces it.
  ///
  /// Without that, the same challenge would be the same child, and effects of the old screen, such as a video, would
  /// continue for the new one.
  ///
  /// - Parameters:
  ///   - command: The command that is being executed. It is sent again once the screen is closed.
  ///   - open: Opens the other workout.
  func replaceWorkout(
    _ state: inout State, _ command: Action.Command, open: (inout State) -> Effect<Action>
  ) -> Effect<Action> {
    guard state.detail != nil || state.session != nil else { return open(&state) }
    state.destination = nil
    return .send(.command(command))
  }
}

extension Workouts.State {
  /// The plan that is due first, with its challenge. Plans of deleted challenges are left out.
  var nextPlan: (plan: TrainingPlan, challenge: Challenge)? {
    let startablePlans = plans.filter { plan in
      catalogue.challenges.contains { $0.id == plan.challenge }
    }
    guard let plan = startablePlans.next(today: today), let challenge = catalogue[plan.challenge]
    else {
      return nil
    }
    return (plan, challenge)
  }

  /// Whether another workout can start without losing one: none has started, or it is saved.
  var canStart: Bool {
    if case .challengeEditor = destination { return false }
    if let session { return session.sets.isEmpty && session.phase == .active }
    return switch detail?.activeWorkout?.phase {
    case nil, .idle, .saved: true
    case .preparing, .running, .paused, .saving, .discarding, .notSaved: false
    }
  }
}

/// A line with the next session of all training plans.
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
