import Clients
import Models
import ReducerRuntime

/// Your finished workouts, newest first: to be looked at, corrected and deleted.
@Reducer
public struct History {
  @ObservableState
  public struct State: Equatable, Sendable {
    public let catalogue: Catalogue
    public internal(set) var workouts: IdentifiedArrayOf<Workout> = []
    public internal(set) var selection = 0
    public internal(set) var isLoading = false
    /// Whether something is being changed, and further changes have to wait.
    public internal(set) var isChanging = false
    public internal(set) var hasMorePages = true
    /// What was done last.
    public internal(set) var notice: Notice?
    public internal(set) var failure: Failure?
    /// The change that failed last, to be tried again.
    var refused: Wish?
    @Presents public internal(set) var editor: WorkoutEditor.State?
    @Presents public internal(set) var errorSheet: ErrorHandling.State?

    public init(catalogue: Catalogue = .standard) {
      self.catalogue = catalogue
    }

    public var selectedWorkout: Workout? {
      workouts.indices.contains(selection) ? workouts[selection] : nil
    }
  }

  public enum Action: Sendable {
    case onAppear
    case selectionMoved(by: Int)
    case editButtonTapped
    case deleteButtonTapped
    case undoButtonTapped
    case refreshButtonTapped
    case closeButtonTapped
    case pageResponse(Result<Page, Failure>)
    case changeResponse(Result<Change, Refused<Wish>>)
    case editor(PresentationAction<WorkoutEditor.Action>)
    case errorSheet(PresentationAction<ErrorHandling.Action>)
    case delegate(Delegate)

    /// What the parent may hear.
    @CasePathable
    public enum Delegate: Equatable, Sendable {
      /// Bests and lasts may be others now.
      case changed
      case closed
    }
  }

  /// Some workouts, and whether they begin the list or go on with it.
  public struct Page: Equatable, Sendable {
    var workouts: [Workout]
    var isFirst: Bool
  }

  /// What is to be done to the list.
  public enum Wish: Equatable, Sendable {
    case delete(Workout)
    case correct(Workout, to: Workout)
    case undo
  }

  /// What has been done to the list.
  public enum Change: Equatable, Sendable {
    case deleted(Workout)
    case corrected(Workout, to: Workout)
    /// Nothing when there was nothing to take back.
    case undone(UndoneChange?)
  }

  enum CancelID { case page, change }

  /// How many workouts are read at a time.
  static let pageSize = 50

  @Dependency(\.workouts) var workouts

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .onAppear, .refreshButtonTapped:
        // Another program may have saved something meanwhile.
        return load(&state, after: nil)

      case .selectionMoved(let offset):
        state.selection = state.selection.moved(by: offset, in: state.workouts.count)
        return loadMoreIfNear(&state)

      case .editButtonTapped:
        guard !state.isChanging, let workout = state.selectedWorkout else { return .none }
        state.editor = WorkoutEditor.State(workout, of: state.catalogue[workout.challenge])
        return .none

      case .deleteButtonTapped:
        guard let workout = state.selectedWorkout else { return .none }
        return change(&state, .delete(workout))

      case .undoButtonTapped:
        return change(&state, .undo)

      case .closeButtonTapped:
        return .send(.delegate(.closed))

      case .pageResponse(.success(let page)):
        if page.isFirst { state.workouts = [] }
        state.workouts.append(contentsOf: page.workouts)
        state.hasMorePages = page.workouts.count == Self.pageSize
        state.selection = state.selection.moved(by: 0, in: state.workouts.count)
        state.isLoading = false
        return .none

      case .pageResponse(.failure(let failure)):
        state.isLoading = false
        explain(failure, &state)
        return .none

      case .changeResponse(.success(let change)):
        state.isChanging = false
        state.apply(change)
        guard change != .undone(nil) else { return .none }
        return .merge(loadMoreIfNear(&state), .send(.delegate(.changed)))

      case .changeResponse(.failure(let refused)):
        state.isChanging = false
        state.refused = refused.wish
        explain(refused.failure, &state)
        return .none

      case .errorSheet(.presented(.delegate(.retryRequested))):
        state.errorSheet = nil
        guard let wish = state.refused else {
          return load(&state, after: state.workouts.last?.cursor)
        }
        return change(&state, wish)

      case .errorSheet(.dismiss):
        state.refused = nil
        return .none

      case .editor(.presented(.delegate(.saved(let corrected)))):
        guard let old = state.editor?.workout else { return .none }
        state.editor = nil
        return change(&state, .correct(old, to: corrected))

      case .editor(.presented(.delegate(.cancelled))):
        state.editor = nil
        return .none

      case .editor, .errorSheet, .delegate:
        return .none
      }
    }
    .ifLet(\.$editor, action: \.editor) {
      WorkoutEditor()
    }
    .ifLet(\.$errorSheet, action: \.errorSheet) {
      ErrorHandling()
    }
  }

  private func explain(_ failure: Failure, _ state: inout State) {
    state.failure = failure
    // Over the form it would be out of place; the line is there when that is closed.
    guard state.editor == nil else { return }
    state.errorSheet = ErrorHandling.State(
      failure, safe: "Your workouts are as they were.", canRetry: true)
  }

  private func loadMoreIfNear(_ state: inout State) -> Effect<Action> {
    let isNearEnd = state.selection >= state.workouts.count - Self.pageSize / 2
    guard isNearEnd, state.hasMorePages, !state.isLoading, let last = state.workouts.last else {
      return .none
    }
    return load(&state, after: last.cursor)
  }

  private func load(_ state: inout State, after cursor: Workout.Cursor?) -> Effect<Action> {
    state.isLoading = true
    state.failure = nil
    return .run { send in
      await send(
        .pageResponse(
          outcome {
            Page(
              workouts: try await workouts.history(
                challenge: nil, after: cursor, limit: Self.pageSize),
              isFirst: cursor == nil)
          }))
    }
    .cancellable(id: CancelID.page, cancelInFlight: true)
  }

  /// One change at a time: the next one means the list as it is after this.
  private func change(_ state: inout State, _ wish: Wish) -> Effect<Action> {
    guard !state.isChanging else { return .none }
    state.isChanging = true
    state.notice = nil
    state.failure = nil
    state.refused = nil
    return .run { send in
      await send(
        .changeResponse(outcome { try await carryOut(wish) }.mapError { Refused(wish, $0) }))
    }
    .cancellable(id: CancelID.change)
  }

  private func carryOut(_ wish: Wish) async throws -> Change {
    switch wish {
    case .delete(let workout):
      try await workouts.delete(id: workout.id)
      return .deleted(workout)
    case .correct(let old, let corrected):
      try await workouts.correct(id: old.id, corrected: corrected)
      return .corrected(old, to: corrected)
    case .undo:
      return .undone(try await workouts.undo())
    }
  }
}
