import Clients
import Models
import ReducerRuntime

/// Offers a workout that a killed program left unfinished.
///
/// It only finds and asks: what the person chooses is the parent's to carry out, on the timer's own screen.
@Reducer
public struct CrashResume {
  @ObservableState
  public struct State: Equatable, Sendable {
    /// What was left, newest first.
    public internal(set) var drafts: [WorkoutDraft] = []

    public init() {}

    /// The one that is offered now.
    public var offered: WorkoutDraft? { drafts.first }
  }

  public enum Action: Sendable {
    case onAppear
    case unfinishedResponse(Result<[WorkoutDraft], Failure>)
    case resumeButtonTapped
    case keepButtonTapped
    case discardButtonTapped
    case laterButtonTapped
    case delegate(Delegate)

    /// What the parent may hear.
    @CasePathable
    public enum Delegate: Equatable, Sendable {
      case chosen(WorkoutDraft, Resumption)
    }
  }

  @Dependency(\.workouts) var workouts

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .onAppear:
        return .run { send in
          await send(.unfinishedResponse(outcome { try await workouts.unfinished() }))
        }

      case .unfinishedResponse(.success(let drafts)):
        state.drafts = drafts
        return .none

      case .unfinishedResponse(.failure):
        // What cannot be read now is there at the next start, and every screen that reads says what is wrong.
        return .none

      case .resumeButtonTapped:
        return choose(.running, &state)

      case .keepButtonTapped:
        return choose(.saved, &state)

      case .discardButtonTapped:
        return choose(.discarded, &state)

      case .laterButtonTapped:
        state.drafts = []
        return .none

      case .delegate:
        return .none
      }
    }
  }

  private func choose(_ resumption: Resumption, _ state: inout State) -> Effect<Action> {
    guard let draft = state.offered else { return .none }
    state.drafts.removeFirst()
    return .send(.delegate(.chosen(draft, resumption)))
  }
}
