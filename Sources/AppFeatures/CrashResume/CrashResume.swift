import Clients
import Models
import ReducerRuntime
import SharedFeatures
import TerminalUI
import TimerFeatures

/// An offer to resume workouts that a killed program left unfinished.
///
/// The feature loads the workouts and asks about each one. The parent carries out the answer on the timer's screen.
@Reducer
public struct CrashResume {
  @ObservableState
  public struct State: Equatable, Sendable {
    /// The unfinished workouts, newest first.
    public internal(set) var drafts: [WorkoutDraft] = []

    public init() {}

    /// The workout to ask about.
    public var offered: WorkoutDraft? { drafts.first }
  }

  public enum Action: BoundedAction, Sendable {
    @CasePathable
    public enum View: Sendable {
      case resumeButtonTapped
      case saveButtonTapped
      case discardButtonTapped
      case laterButtonTapped
    }

    @CasePathable
    public enum Command: Sendable {
      case load
    }

    @CasePathable
    public indirect enum Delegate: Equatable, Sendable {
      case chosen(WorkoutDraft, Resumption)
    }

    @CasePathable
    public indirect enum Internal: Sendable {
      case unfinishedResponse(Result<[WorkoutDraft], Failure>)
    }

    case view(View)
    case command(Command)
    case delegate(Delegate)
    case _internal(Internal)
  }

  @Dependency(\.workouts) var workouts

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .command(.load):
        return .run { send in
          await send(
            ._internal(.unfinishedResponse(outcome { try await workouts.unfinished() })))
        }

      case ._internal(.unfinishedResponse(.success(let drafts))):
        state.drafts = drafts
        return .none

      case ._internal(.unfinishedResponse(.failure)):
        // The next start offers the drafts again, and another screen whose read fails shows the error.
        return .none

      case .view(.resumeButtonTapped):
        return choose(.running, &state)

      case .view(.saveButtonTapped):
        return choose(.saved, &state)

      case .view(.discardButtonTapped):
        return choose(.discarded, &state)

      case .view(.laterButtonTapped):
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
    return .merge(
      .recordUse(of: .crashResume), .send(.delegate(.chosen(draft, resumption))))
  }
}

extension CrashResume {
  public static let keys = KeyMap<State, Action.View>([
    .init([.enter], "resume", .resumeButtonTapped),
    .init(["s"], "save it as it is", .saveButtonTapped),
    .init([.delete, .backspace], "discard", .discardButtonTapped),
    .init([.escape], "ask again next time", .laterButtonTapped),
  ])
  .map(Action.view)
}

/// An alert that offers an unfinished workout.
struct CrashResumeView: View {
  let draft: WorkoutDraft
  /// The workout's challenge; `nil` for a strength session.
  let challenge: Challenge?
  let choices: [Hint]

  var body: some View {
    Alert("Resume this workout?", message: message, choices: choices)
  }

  private var message: String {
    let start = draft.localStart.localText
    let workout = "\(draft.title(of: challenge)): \(draft.resultText(of: challenge)), \(start)."
    // A strength session is not scored by its time.
    return challenge == nil ? workout : "\(workout) The time since it stopped is not counted."
  }
}
