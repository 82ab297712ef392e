import Clients
import Models
import ReducerRuntime
import TerminalUI

/// What you have done: your workouts, newest first.
@Reducer
public struct Profile {
  @ObservableState
  public struct State: Equatable, Sendable {
    @SharedReader public var catalogue: Catalogue
    /// The name you train under.
    public internal(set) var name: String
    public internal(set) var workouts: IdentifiedArrayOf<Workout> = []
    public internal(set) var selection = 0
    public internal(set) var isLoading = false
    public internal(set) var hasMorePages = true
    public internal(set) var failure: Failure?
    @Presents public internal(set) var errorSheet: ErrorHandling.State?
    public internal(set) var statistics = Statistics.State()

    public init(
      name: String, catalogue: SharedReader<Catalogue> = SharedReader(.catalogue)
    ) {
      self.name = name
      _catalogue = catalogue
    }
  }

  public enum Action: BoundedAction, Sendable {
    @CasePathable
    public enum View: Sendable {
      case refreshButtonTapped
      case selectionMoved(by: Int)
    }

    @CasePathable
    public enum Command: Sendable {
      case load
      case reloadStatistics
    }

    @CasePathable
    public indirect enum Internal: Sendable {
      case historyResponse(Result<History, Failure>)
      case statistics(Statistics.Action)
      case errorSheet(PresentationAction<ErrorHandling.Action>)
    }

    case view(View)
    case command(Command)
    case delegate(Never)
    case _internal(Internal)
  }

  /// Some workouts, and whether they begin the list or go on with it.
  public struct History: Equatable, Sendable {
    var workouts: [Workout]
    var isFirstPage: Bool
  }

  enum CancelID { case history }

  /// How many workouts are read at a time.
  static let pageSize = 50

  @Dependency(\.workouts) var workouts

  public init() {}

  public var body: some ReducerOf<Self> {
    Scope(state: \.statistics, action: \.statistics) { Statistics() }
    Reduce { state, action in
      switch action {
      case .command(.load), .view(.refreshButtonTapped):
        // Also when it was here before: another program may have saved something meanwhile.
        return load(&state)

      case .view(.selectionMoved(let offset)):
        state.selection = state.selection.moved(by: offset, in: state.workouts.count)
        let isNearEnd = state.selection >= state.workouts.count - Self.pageSize / 2
        guard isNearEnd, state.hasMorePages, !state.isLoading, let last = state.workouts.last else {
          return .none
        }
        return loadHistory(&state, after: last.cursor)

      case .command(.reloadStatistics):
        return loadStatistics()

      case ._internal(.statistics(.delegate(.failed(let failure)))):
        explain(failure, &state)
        return .none

      case ._internal(.historyResponse(.success(let history))):
        if history.isFirstPage { state.workouts = [] }
        state.workouts.append(contentsOf: history.workouts)
        state.hasMorePages = history.workouts.count == Self.pageSize
        state.selection = state.selection.moved(by: 0, in: state.workouts.count)
        state.isLoading = false
        return .none

      case ._internal(.historyResponse(.failure(let failure))):
        state.isLoading = false
        state.failure = failure
        explain(failure, &state)
        return .none

      case ._internal(.statistics), ._internal(.errorSheet):
        return .none
      }
    }
    .explainingErrors(\.$errorSheet, action: \.errorSheet) { load(&$0) }
  }

  private func load(_ state: inout State) -> Effect<Action> {
    .merge(loadHistory(&state, after: nil), loadStatistics())
  }

  private func loadStatistics() -> Effect<Action> {
    .send(._internal(.statistics(.command(.load))))
  }

  /// What fails together is told once: it has one cause.
  private func explain(_ failure: Failure, _ state: inout State) {
    guard state.errorSheet == nil else { return }
    state.errorSheet = ErrorHandling.State(
      failure, safe: "Your workouts are as they were.", canRetry: true)
  }

  private func loadHistory(_ state: inout State, after cursor: Workout.Cursor?) -> Effect<Action> {
    state.isLoading = true
    state.failure = nil
    state.errorSheet = nil
    return .run { send in
      await send(
        ._internal(
          .historyResponse(
            outcome {
              History(
                workouts: try await workouts.history(
                  challenge: nil, after: cursor, limit: Self.pageSize),
                isFirstPage: cursor == nil)
            })))
    }
    .cancellable(id: CancelID.history, cancelInFlight: true)
  }
}

extension Profile {
  /// What keys do on the profile.
  public static let keys =
    (KeyMap<State, Action.View>([.init(["r"], "refresh", .refreshButtonTapped)])
    .section("Profile") + .moving(Action.View.selectionMoved))
    .map(Action.view).explainingErrors(\.errorSheet) { ._internal(.errorSheet(.presented($0))) }
}
