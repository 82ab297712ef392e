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
    @Presents public internal(set) var destination: Destination.State?
    public internal(set) var statistics = Statistics.State()

    public init(
      name: String, catalogue: SharedReader<Catalogue> = SharedReader(.catalogue)
    ) {
      self.name = name
      _catalogue = catalogue
    }
  }

  /// A workout's page, or the explanation of a failure.
  @Reducer(state: .equatable, .sendable, action: .sendable)
  public enum Destination {
    case workout(WorkoutDetail)
    case errorSheet(ErrorHandling)
  }

  public enum Action: BoundedAction, Sendable {
    @CasePathable
    public enum View: Sendable {
      case refreshButtonTapped
      case selectionMoved(by: Int)
      case openButtonTapped
    }

    @CasePathable
    public enum Command: Sendable {
      case load
      case reloadStatistics
      /// Pause a replay: another screen is shown in its place.
      case disappear
      /// Tell the person that another workout is under way.
      case refuseStart
    }

    @CasePathable
    public indirect enum Delegate: Equatable, Sendable {
      /// The person asked to do a challenge, against the ghost where one is given.
      case startRequested(Challenge.ID, Ghost?)
    }

    @CasePathable
    public indirect enum Internal: Sendable {
      case pageResponse(Result<Page, Failure>)
      case statistics(Statistics.Action)
      case destination(PresentationAction<Destination.Action>)
    }

    case view(View)
    case command(Command)
    case delegate(Delegate)
    case _internal(Internal)
  }

  /// Some workouts, and whether they begin the list or go on with it.
  public struct Page: Equatable, Sendable {
    var workouts: [Workout]
    var isFirst: Bool
  }

  enum CancelID { case page }

  /// How many workouts are read at a time.
  static let pageSize = 50

  @Dependency(\.workouts) var workouts

  public init() {}

  public var body: some ReducerOf<Self> {
    Scope(state: \.statistics, action: \.statistics) { Statistics() }
    Reduce { state, action in
      switch action {
      case .view(let action): reduce(&state, view: action)
      case .command(let command): reduce(&state, command: command)
      case ._internal(let action): reduce(&state, internal: action)
      case .delegate: .none
      }
    }
    .ifLet(\.$destination, action: \.destination)
  }

  private func reduce(_ state: inout State, view action: Action.View) -> Effect<Action> {
    switch action {
    case .refreshButtonTapped:
      return load(&state)

    case .selectionMoved(let offset):
      state.selection = state.selection.moved(by: offset, in: state.workouts.count)
      let isNearEnd = state.selection >= state.workouts.count - Self.pageSize / 2
      guard isNearEnd, state.hasMorePages, !state.isLoading, let last = state.workouts.last else {
        return .none
      }
      return loadPage(&state, after: last.cursor)

    case .openButtonTapped:
      return open(&state)
    }
  }

  private func reduce(_ state: inout State, command: Action.Command) -> Effect<Action> {
    switch command {
    case .load:
      // Also when it was here before: another program may have saved something meanwhile.
      return load(&state)

    case .reloadStatistics:
      return loadStatistics()

    case .disappear:
      return sendToWorkout(.disappear, state)

    case .refuseStart:
      return sendToWorkout(.refuseStart, state)
    }
  }

  private func reduce(_ state: inout State, internal action: Action.Internal) -> Effect<Action> {
    switch action {
    case .statistics(.delegate(.failed(let failure))):
      explain(failure, &state)
      return .none

    case .pageResponse(.success(let page)):
      if page.isFirst { state.workouts = [] }
      state.workouts.append(contentsOf: page.workouts)
      state.hasMorePages = page.workouts.count == Self.pageSize
      state.selection = state.selection.moved(by: 0, in: state.workouts.count)
      state.isLoading = false
      return .none

    case .pageResponse(.failure(let failure)):
      state.isLoading = false
      state.failure = failure
      explain(failure, &state)
      return .none

    case .destination(.presented(.workout(.delegate(let action)))):
      return reduce(&state, workout: action)

    case .destination(.presented(.errorSheet(.delegate(.retryRequested)))):
      state.destination = nil
      return load(&state)

    case .statistics, .destination:
      return .none
    }
  }

  func load(_ state: inout State) -> Effect<Action> {
    .merge(loadPage(&state, after: nil), loadStatistics())
  }

  private func loadStatistics() -> Effect<Action> {
    .send(._internal(.statistics(.command(.load))))
  }

  /// What fails together is told once: it has one cause.
  private func explain(_ failure: Failure, _ state: inout State) {
    // Over a workout's page it would be out of place; the line is there when that is closed.
    guard state.destination == nil else { return }
    state.destination = .errorSheet(
      ErrorHandling.State(failure, dataStatus: "Your workouts are unchanged.", canRetry: true))
  }

  private func loadPage(_ state: inout State, after cursor: Workout.Cursor?) -> Effect<Action> {
    state.isLoading = true
    state.failure = nil
    if state.destination?.errorSheet != nil { state.destination = nil }
    return .run { send in
      await send(
        ._internal(
          .pageResponse(
            outcome {
              Page(
                workouts: try await workouts.history(
                  challenge: nil, after: cursor, limit: Self.pageSize),
                isFirst: cursor == nil)
            })))
    }
    .cancellable(id: CancelID.page, cancelInFlight: true)
  }
}

extension Profile {
  /// What keys do on the profile, and on a workout's page.
  public static let keys =
    (WorkoutDetail.keys.pullback(
      state: { $0.destination?.workout },
      action: { ._internal(.destination(.presented(.workout($0)))) })
    + (ownKeys.section("Profile")
    + .listNavigation(Action.View.selectionMoved).when { $0.workouts.count > 1 })
    .map(Action.view)
    .when { $0.destination == nil })
    .explainingErrors(
      { $0.destination?.errorSheet },
      { ._internal(.destination(.presented(.errorSheet($0)))) })

  private static let ownKeys: KeyMap<State, Action.View> = [
    .init([.enter], "open", .openButtonTapped, when: { !$0.workouts.isEmpty }),
    .init(["r"], "refresh", .refreshButtonTapped),
  ]
}
