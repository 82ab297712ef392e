import Clients
import Models
import ReducerRuntime

/// The catalogue of challenges, and the one that is open.
@Reducer
public struct Workouts {
  @ObservableState
  public struct State: Equatable, Sendable {
    public let catalogue: Catalogue
    /// Which challenge of the catalogue is selected.
    public internal(set) var selection = 0
    /// Your best in each challenge you have done.
    public internal(set) var bests: [Challenge.ID: Score] = [:]
    public internal(set) var failure: Failure?
    /// How workouts are timed.
    public var options = WorkoutOptions()
    @Presents public internal(set) var detail: ChallengeDetail.State?

    public init(catalogue: Catalogue = .standard) {
      self.catalogue = catalogue
    }

    public var selectedChallenge: Challenge? {
      catalogue.challenges.indices.contains(selection) ? catalogue.challenges[selection] : nil
    }

    /// Whether there is a workout that quitting would end.
    public var isWorkoutUnderWay: Bool { detail?.activeWorkout?.isUnderWay == true }

    /// Whether a workout has the whole screen.
    public var isOnFloor: Bool { detail?.activeWorkout?.isOnFloor == true }

    /// Whether something of a workout is being written that quitting must wait for.
    public var isSaving: Bool { detail?.activeWorkout?.isSaving == true }
  }

  public enum Action: Sendable {
    case onAppear
    case selectionMoved(by: Int)
    case openButtonTapped
    /// A workout that was begun before is taken up again.
    case workoutRestored(WorkoutDraft, Resumption)
    case stopRequested
    case scenePhaseChanged(ScenePhase)
    case bestsResponse(Result<[Challenge.ID: Score], Failure>)
    case detail(PresentationAction<ChallengeDetail.Action>)
    case delegate(Delegate)

    /// What the parent may hear.
    @CasePathable
    public enum Delegate: Equatable, Sendable {
      case workoutSaved(SavedWorkout)
    }
  }

  enum CancelID { case bests }

  @Dependency(\.workouts) var workouts

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .onAppear:
        return loadBests(in: state.catalogue)

      case .selectionMoved(let offset):
        state.selection = state.selection.moved(by: offset, in: state.catalogue.challenges.count)
        return .none

      case .openButtonTapped:
        guard let challenge = state.selectedChallenge else { return .none }
        state.detail = ChallengeDetail.State(challenge: challenge, options: state.options)
        return .send(.detail(.presented(.onAppear)))

      case .workoutRestored(let draft, let resumption):
        guard let challenge = state.catalogue[draft.challenge] else { return .none }
        state.detail = ChallengeDetail.State(challenge: challenge, options: state.options)
        return .merge(
          .send(.detail(.presented(.onAppear))),
          .send(.detail(.presented(.workoutRestored(draft, resumption)))))

      case .stopRequested:
        guard state.isWorkoutUnderWay else { return .none }
        return .send(.detail(.presented(.stopRequested)))

      case .scenePhaseChanged(let phase):
        guard state.detail != nil else { return .none }
        return .send(.detail(.presented(.scenePhaseChanged(phase))))

      case .bestsResponse(.success(let bests)):
        state.bests = bests
        state.failure = nil
        return .none

      case .bestsResponse(.failure(let failure)):
        state.failure = failure
        return .none

      case .detail(.presented(.delegate(.workoutSaved(let saved)))):
        return .merge(
          loadBests(in: state.catalogue), .send(.delegate(.workoutSaved(saved))))

      case .detail(.presented(.delegate(.closed))):
        state.detail = nil
        return .none

      case .detail, .delegate:
        return .none
      }
    }
    .ifLet(\.$detail, action: \.detail) {
      ChallengeDetail()
    }
  }

  private func loadBests(in catalogue: Catalogue) -> Effect<Action> {
    .run { send in
      await send(
        .bestsResponse(
          outcome {
            var bests: [Challenge.ID: Score] = [:]
            for challenge in catalogue.challenges {
              bests[challenge.id] = try await workouts.best(challenge: challenge.id)?
                .score(by: challenge.scoring)
            }
            return bests
          }))
    }
    .cancellable(id: CancelID.bests, cancelInFlight: true)
  }
}

extension Int {
  /// A selection moved by `offset` in a list of `count` rows; it stops at both ends.
  func moved(by offset: Int, in count: Int) -> Int {
    // Saturating: a jump to an end is a very long way.
    let (sum, isTooFar) = addingReportingOverflow(offset)
    return Swift.max(0, Swift.min(isTooFar ? count - 1 : sum, count - 1))
  }
}
