import Clients
import FoundationEssentials
import HistoryFeatures
import Models
import ReducerRuntime
import SharedFeatures
import TerminalUI
import TimerFeatures

extension Workouts {
  /// Opens a challenge, and shows the workout that `workout` returns, if any.
  ///
  /// - Parameters:
  ///   - command: The command for the workout.
  ///   - workout: Returns the workout; `nil` for none.
  func open(
    _ challenge: Challenge, isNew: Bool = false, plan: TrainingPlan? = nil,
    then command: WorkoutTimer.Action.Command = .start, _ state: inout State,
    workout: (inout ChallengeDetail.State) -> WorkoutTimer.State? = { _ in nil }
  ) -> Effect<Action> {
    var detail = ChallengeDetail.State(
      challenge: challenge, isNew: isNew, plan: plan, results: state.knownResults(of: challenge),
      showsVideos: state.showsVideos)
    detail.canRace = !state.groups.isEmpty && state.standard[challenge.id] != nil
    let workout = workout(&detail)
    // A restored workout must receive its keys at once, so its screen also replaces an error sheet.
    state.closeScreen()
    state.destination = .detail(detail)
    state.$lastChallenge.set(challenge.id)
    state.showVariationBests()
    let opened = sendToDetail(.appear)
    guard let workout else { return opened }
    return .merge(opened, show(workout, then: command, &state))
  }

  func sendToDetail(_ command: ChallengeDetail.Action.Command) -> Effect<Action> {
    .send(._internal(.destination(.presented(.detail(.command(command))))))
  }

  /// Loads the open screen again, unless it is a workout or a form.
  func reloadScreen(_ state: State) -> Effect<Action> {
    switch state.destination {
    case .detail: state.activeWorkout == nil ? sendToDetail(.appear) : .none
    case .history: sendToHistory(.appear)
    case .strength: .send(._internal(.destination(.presented(.strength(.command(.appear))))))
    case .programs: .send(._internal(.destination(.presented(.programs(.command(.appear))))))
    case .workout: .send(._internal(.destination(.presented(.workout(.command(.reload))))))
    case .challengeEditor, .race, .errorSheet, nil: .none
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
      return show(WorkoutTimer.State(start), then: .start, &state)
    case .next(.rule(let exercise, _)):
      return show(WorkoutTimer.State(.exercise(exercise)), then: .start, &state)
    case .next(.program(let session)):
      guard let plan = session.plan else { return showPrograms(&state) }
      return show(WorkoutTimer.State(.plan(plan)), then: .start, &state)
    case .next(.plan(let plan, let challenge)):
      return .merge(
        .recordUse(of: .plan),
        open(challenge, plan: plan, &state) { detail in
          detail.plan.nextWorkout(today: today).map { detail.workout(for: $0) }
        })
    case .race(let request):
      return openRace(request, &state)
    case .challenge(let id, let ghost):
      guard let challenge = state.catalogue[id] else { return .none }
      if let plan = challenge.strengthPlan {
        return show(WorkoutTimer.State(.plan(plan)), then: .start, &state)
      }
      return .merge(
        .recordUse(of: ghost == nil ? .workoutTimer : .ghostRace),
        open(challenge, &state) { $0.workout(against: ghost) })
    }
  }

  /// Closes the open challenge or session before another one replaces it.
  ///
  /// If a challenge replaced itself, the child feature would stay the same, and effects of the old screen, such as a
  /// video, would continue on the new one.
  ///
  /// - Parameters:
  ///   - command: The command that is being executed. It is sent again once the screen is closed.
  ///   - open: Opens the other workout.
  func replaceWorkout(
    _ state: inout State, _ command: Action.Command, open: (inout State) -> Effect<Action>
  ) -> Effect<Action> {
    guard state.detail != nil || state.activeWorkout != nil else { return open(&state) }
    state.destination = nil
    state.closeSession()
    return .send(.command(command))
  }
}

extension Workouts.State {
  /// The session that is due first.
  var next: NextSession? { .first(of: plans, strengthNext, in: catalogue, today: today) }
}

// MARK: - Workout

/// The list of strength exercises, the page of a saved session, and the workout in front of the other screens.
extension Workouts {
  /// Shows a workout in front of the open screen, or a strength session instead of it, and sends the workout a command.
  func show(
    _ workout: WorkoutTimer.State, then command: WorkoutTimer.Action.Command, _ state: inout State
  ) -> Effect<Action> {
    guard state.activeWorkout == nil else { return .none }
    let rest = state.session?.rest
    state.session = workout
    // A rest continues until the next workout starts.
    state.session?.rest = rest
    guard workout.lifting != nil else { return sendToSession(command) }
    state.notice = nil
    state.closeScreen()
    return .merge(.recordUse(of: .workoutTimer), sendToSession(command))
  }

  func sendToSession(_ command: WorkoutTimer.Action.Command) -> Effect<Action> {
    .send(._internal(.session(.presented(.command(command)))))
  }

  /// Opens an unfinished session with its plan.
  func restoreSession(
    _ draft: WorkoutDraft, _ resumption: Resumption, _ state: inout State
  ) -> Effect<Action> {
    var start = StrengthStart.empty
    if case .plan(let plan) = draft.purpose {
      start = .plan(plan)
    }
    return show(WorkoutTimer.State(start), then: .restore(draft, resumption), &state)
  }

  func reduce(
    _ state: inout State, session action: WorkoutTimer.Action.Delegate
  ) -> Effect<Action> {
    guard let session = state.session else { return .none }
    switch action {
    case .repsChanged:
      return recordReps(state, .racing)

    case .saved(let saved):
      return .merge(
        recordReps(state, .finished),
        session.lifting == nil
          ? showSaved(saved, session, &state)
          : .merge(showPage(of: saved, &state), loadPlans()),
        loadResults(state), .send(.delegate(.workoutSaved(saved))))

    case .leftUnsaved(let unsaved):
      state.closeSession()
      return .send(.delegate(.workoutLeftUnsaved(unsaved)))

    case .deleted:
      state.closeSession()
      return .merge(state.detail == nil ? .none : sendToDetail(.appear), loadResults(state))

    case .discarded(let draft) where state.isInLiveRace:
      return .merge(recordReps(state, .stopped), close(session, discarded: draft, &state))

    case .discarded(let draft):
      return close(session, discarded: draft, &state)

    // The countdown was left.
    case .closed where state.isInLiveRace && session.start == nil:
      return .merge(recordReps(state, .stopped), close(session, discarded: nil, &state))

    case .closed:
      return close(session, discarded: nil, &state)
    }
  }

  /// Shows a saved workout with its place among the results of its challenge.
  private func showSaved(
    _ saved: SavedWorkout, _ session: WorkoutTimer.State, _ state: inout State
  ) -> Effect<Action> {
    // The results don't include this workout yet.
    let compared = state.detail?.comparedWorkout(for: saved, in: session)
    state.session?.compare(with: compared)
    return state.detail == nil ? .none : sendToDetail(.recordWorkout(saved, session.purpose))
  }

  /// Shows the page of a saved session, which has the result and the form for a note.
  private func showPage(of saved: SavedWorkout, _ state: inout State) -> Effect<Action> {
    state.session = nil
    state.destination = .workout(
      WorkoutDetail.State(
        saved.workout, isYours: true, catalogue: SharedReader(state.$catalogue)))
    return .send(._internal(.destination(.presented(.workout(.command(.appear))))))
  }

  /// Closes the screen of a workout and shows the screen on which it was started.
  private func close(
    _ session: WorkoutTimer.State, discarded: WorkoutDraft?, _ state: inout State
  ) -> Effect<Action> {
    state.closeSession()
    if let lifting = session.lifting { return lifting.plan == nil ? showStrength(&state) : .none }
    if session.phase != .resting, state.detail != nil {
      state.destination?.modify(\.detail) {
        $0.show(after: session, discarded: discarded, today: today)
      }
    }
    return .none
  }

  func showStrength(_ state: inout State) -> Effect<Action> {
    state.destination = .strength(state.closedExercises ?? Exercises.State())
    return .send(._internal(.destination(.presented(.strength(.command(.appear))))))
  }

  func showPrograms(_ state: inout State) -> Effect<Action> {
    state.destination = .programs(Programs.State())
    return .send(._internal(.destination(.presented(.programs(.command(.appear))))))
  }

  func reduce(
    _ state: inout State, workout action: WorkoutDetail.Action.Delegate
  ) -> Effect<Action> {
    switch action {
    case .startRequested(let request):
      return .send(.command(.start(request)))
    case .changed:
      return .merge(loadResults(state), loadPlans())
    case .closed:
      state.destination = nil
      return .none
    }
  }
}

extension Workouts.State {
  /// Closes the open screen. A list keeps its search and its selection until it is opened again.
  mutating func closeScreen() {
    switch destination {
    case .history(let history): closedHistory = history.closed
    case .strength(let exercises): closedExercises = exercises.closed
    case .detail, .programs, .challengeEditor, .race, .workout, .errorSheet, nil: break
    }
    destination = nil
  }

  /// Closes the screen of the workout. The workout's state stays as long as other screens show its rest.
  mutating func closeSession() {
    if session?.isSaved == true, session?.rest?.isShownElsewhere == true {
      session?.phase = .resting
    } else {
      session = nil
    }
  }
}

// MARK: - Variations

extension Workouts {
  /// Shows a variation of the open challenge: the challenge that has the same routine, or a new challenge.
  func openVariation(_ variation: Challenge, _ state: inout State) -> Effect<Action> {
    if let known = state.catalogue.equivalent(of: variation) {
      return open(known, plan: state.plans.first { $0.challenge == known.id }, &state)
    }
    return open(variation.with(id: state.unusedID(like: variation.id)), isNew: true, &state)
  }
}

extension Workouts.State {
  /// Returns an ID that neither a challenge nor the open page has, so that the new page is a different child.
  fileprivate func unusedID(like id: Challenge.ID) -> Challenge.ID {
    var unused = id
    var number = 1
    while catalogue[unused] != nil || detail?.id == unused {
      number += 1
      unused = Challenge.ID(rawValue: "\(id.rawValue)-\(number)")
    }
    return unused
  }

  /// Shows the best results of the variations of the open challenge.
  mutating func showVariationBests() {
    guard let detail else { return }
    let bests = variationBests(of: detail)
    guard bests != detail.variationBests else { return }
    destination?.modify(\.detail) { $0.variationBests = bests }
  }

  /// Returns the person's best results in the other variations of a challenge, by the names of the variations.
  ///
  /// - Complexity: O(challenges × variations).
  func variationBests(of detail: ChallengeDetail.State) -> [String: String] {
    guard let position = detail.variation else { return [:] }
    var bests: [String: String] = [:]
    for name in position.scale.variations where name != position.variation {
      guard
        let variation = detail.challenge.replacing(position, with: name),
        let challenge = catalogue.equivalent(of: variation),
        let best = results[challenge.id]?.best
      else { continue }
      bests[name] = challenge.shortText(best)
    }
    return bests
  }
}

// MARK: - Page beside the list

extension Workouts {
  /// Reads the page of the selected challenge if pages are shown beside the list.
  ///
  /// - Parameter isStale: Whether the current page must be read again.
  func updatePage(_ state: inout State, isStale: Bool = false) -> Effect<Action> {
    let selected = state.showsPages ? state.selectedChallenge : nil
    if selected == nil { state.page = nil }
    return state.pageRequest.read(
      selected, shown: state.page?.challenge, isStale: isStale, id: CancelID.page
    ) { challenge in
      ._internal(
        .pageResponse(
          challenge,
          await outcome { try await ChallengeDetail.Results(of: challenge, from: workouts) }))
    }
  }
}

extension Workouts.State {
  /// Shows a page that was read, or the failure to read it.
  mutating func showPage(
    of challenge: Challenge, _ results: Result<ChallengeDetail.Results, Failure>
  ) {
    pageRequest.end()
    var page = ChallengeDetail.State(
      challenge: challenge, results: try? results.get(), showsVideos: showsVideos)
    page.variationBests = variationBests(of: page)
    if case .failure(let failure) = results { page.failure = failure }
    self.page = page
    showPlanOnPage()
  }

  /// Shows the next session of the challenge's training plan on the page.
  mutating func showPlanOnPage() {
    guard let challenge = page?.challenge.id else { return }
    let (plan, today) = (plans.first { $0.challenge == challenge }, today)
    page?.plan.plan = plan
    page?.plan.today = today
  }

  /// Returns the results of a challenge if its page is loaded.
  func knownResults(of challenge: Challenge) -> ChallengeDetail.Results? {
    page?.challenge == challenge ? page?.results : nil
  }
}
