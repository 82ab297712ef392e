import Clients
import Models
import ReducerRuntime
import TerminalUI

/// A page with your statistics and your workouts, newest first.
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

  /// A screen over the list: a workout's page or an error sheet.
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
      case chartsButtonTapped
    }

    @CasePathable
    public enum Command: Sendable {
      case load
      case reloadStatistics
      /// Pause a replay, because another screen covers it.
      case disappear
      /// Show that a workout is already in progress.
      case rejectStart
    }

    @CasePathable
    public indirect enum Delegate: Equatable, Sendable {
      /// The person asked to start a challenge, as a race if there is a ghost.
      case startRequested(WorkoutRequest)
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

  /// A page of the list.
  public struct Page: Equatable, Sendable {
    var workouts: [Workout]
    var isFirst: Bool
  }

  enum CancelID { case page }

  /// The number of workouts on a page.
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
    .explainingErrors(\.destination, action: \.destination, sheet: \.errorSheet) { load(&$0) }
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

    case .chartsButtonTapped:
      return .send(._internal(.statistics(.command(.toggleFigures))))
    }
  }

  private func reduce(_ state: inout State, command: Action.Command) -> Effect<Action> {
    switch command {
    case .load:
      // Another process may have saved workouts in the meantime.
      return .merge(load(&state), sendToWorkout(.reload, state))

    case .reloadStatistics:
      return loadStatistics()

    case .disappear:
      return sendToWorkout(.disappear, state)

    case .rejectStart:
      return sendToWorkout(.rejectStart, state)
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
      state.selection = state.selection.clamped(in: state.workouts.count)
      state.isLoading = false
      return .none

    case .pageResponse(.failure(let failure)):
      state.isLoading = false
      state.failure = failure
      explain(failure, &state)
      return .none

    case .destination(.presented(.workout(.delegate(let action)))):
      return reduce(&state, workout: action)

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

  /// Shows an error sheet, unless one is open: requests that fail together have the same cause.
  private func explain(_ failure: Failure, _ state: inout State) {
    // A sheet would cover a workout's page. The list shows the failure when that is closed.
    guard state.destination == nil else { return }
    state.destination = .errorSheet(
      ErrorHandling.State(failure, dataStatus: "Your workouts are unchanged.", canRetry: true))
  }

  private func loadPage(_ state: inout State, after cursor: Workout.Cursor?) -> Effect<Action> {
    state.isLoading = true
    state.failure = nil
    if state.destination?.errorSheet != nil { state.destination = nil }
    return .request(CancelID.page) {
      Page(
        workouts: try await workouts.history(challenge: nil, after: cursor, limit: Self.pageSize),
        isFirst: cursor == nil)
    } response: {
      ._internal(.pageResponse($0))
    }
  }
}

extension Profile {
  /// The keys of the profile and of a workout's page.
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
    .init(
      ["m"], "weight and effort", .chartsButtonTapped, short: "weight", name: "measures",
      when: { $0.statistics.hasFigures && !$0.statistics.showsFigures }),
    .init(
      ["m"], "weeks", .chartsButtonTapped, name: "measures",
      when: { $0.statistics.showsFigures }),
  ]
}

// MARK: - A workout's page

/// The page of the selected workout.
extension Profile {
  /// Opens the page.
  func open(_ state: inout State) -> Effect<Action> {
    guard state.workouts.indices.contains(state.selection) else { return .none }
    state.destination = .workout(
      WorkoutDetail.State(
        state.workouts[state.selection], isYours: true, catalogue: state.$catalogue))
    return .merge(.recordUse(of: .workoutDetail), sendToWorkout(.appear, state))
  }

  /// Sends a command to the page, if it is open.
  func sendToWorkout(
    _ command: WorkoutDetail.Action.Command, _ state: State
  ) -> Effect<Action> {
    guard state.destination?.workout != nil else { return .none }
    return .send(._internal(.destination(.presented(.workout(.command(command))))))
  }

  func reduce(
    _ state: inout State, workout action: WorkoutDetail.Action.Delegate
  ) -> Effect<Action> {
    switch action {
    case .startRequested(let request):
      return .send(.delegate(.startRequested(request)))
    case .changed:
      return load(&state)
    case .closed:
      state.destination = nil
      return .none
    }
  }
}

extension Profile.State {
  /// Whether typed characters go into a text field.
  var isTyping: Bool { destination?.workout?.isTyping == true }
}
