import Clients
import Models
import ReducerRuntime
import SharedFeatures
import TerminalUI

/// A list of your finished workouts, newest first, which can be searched, opened, corrected and deleted.
@Reducer
public struct History {
  @ObservableState
  public struct State: Equatable, Sendable {
    @SharedReader public var catalogue: Catalogue
    public internal(set) var workouts: IdentifiedArrayOf<Workout> = []
    public internal(set) var selection = 0
    /// The text of the search (``HistoryQuery``); an empty text matches all workouts.
    public internal(set) var input: TextField = ""
    /// Whether typed characters go into the search.
    public internal(set) var isSearching = false
    public internal(set) var isLoading = false
    /// Whether a change is being saved. Until then no other change can start.
    public internal(set) var isChanging = false
    public internal(set) var hasMorePages = true
    /// The notice about the last change.
    public internal(set) var notice: ChangeNotice?
    public internal(set) var failure: Failure?
    /// The last failed change, for a retry.
    var failedMutation: Mutation?
    /// The change that the notice reports, if it can be undone.
    var undoableChange: WorkoutChange?
    @Presents public internal(set) var destination: Destination.State?

    public init(catalogue: SharedReader<Catalogue> = SharedReader(.catalogue)) {
      _catalogue = catalogue
    }

    var query: String { input.text }

    /// The list without the screen over it and its messages, to open it again later.
    public var closed: Self {
      var state = self
      state.destination = nil
      state.notice = nil
      state.failure = nil
      state.isSearching = false
      state.isLoading = false
      state.isChanging = false
      return state
    }

    public var selectedWorkout: Workout? {
      workouts.indices.contains(selection) ? workouts[selection] : nil
    }
  }

  /// A screen over the list: a workout's page, the form that corrects it, or an error sheet.
  @Reducer(state: .equatable, .sendable, action: .sendable)
  public enum Destination {
    case workout(WorkoutDetail)
    case editor(WorkoutEditor)
    case errorSheet(ErrorHandling)
  }

  public enum Action: BoundedAction, Sendable {
    @CasePathable
    public enum View: Sendable {
      case selectionMoved(by: Int)
      case openButtonTapped
      case editButtonTapped
      case deleteButtonTapped
      case undoButtonTapped
      case refreshButtonTapped
      case searchButtonTapped
      case searchEdited(TextEdit)
      case searchCompleted
      case searchCancelled
      case closeButtonTapped
    }

    @CasePathable
    public enum Command: Sendable {
      case appear
      /// Pause a replay, because another screen covers it.
      case disappear
      /// Show on a workout's page that another workout must be finished first.
      case rejectStart
    }

    @CasePathable
    public indirect enum Delegate: Equatable, Sendable {
      /// Best and last results may have changed.
      case changed
      /// The person asked to start a challenge, as a race if there is a ghost.
      case startRequested(WorkoutRequest)
      /// The person asked to load the list again.
      case refreshed
      case closed
    }

    @CasePathable
    public indirect enum Internal: Sendable {
      case pageResponse(Result<Page, Failure>)
      case changeResponse(Result<Change, FailedRequest<Mutation>>)
      case destination(PresentationAction<Destination.Action>)
    }

    case view(View)
    case command(Command)
    case delegate(Delegate)
    case _internal(Internal)
  }

  public struct Page: Equatable, Sendable {
    var workouts: [Workout]
    var isFirst: Bool
    var hasMorePages: Bool
    /// Whether the selected workout stays selected.
    var keepsSelection = false
  }

  /// A change to make.
  public enum Mutation: Equatable, Sendable {
    case delete(Workout)
    /// Replace a workout; `isDeleted` if the person knows that it was deleted.
    case correct(Workout, to: Workout, isDeleted: Bool = false)
    /// Undo a change; `nil` undoes the last change by any program.
    case undo(WorkoutChange?)
  }

  /// A change that was made, or that another program's change has prevented.
  public enum Change: Equatable, Sendable {
    case deleted(Workout, PlanChange? = nil)
    case corrected(Workout, to: Workout)
    /// The change that was undone; `nil` if there was none.
    case undone(UndoneChange?)
    case prevented(Mutation, EditConflict<Workout>)
  }

  enum CancelID { case page, change }

  static let pageSize = 50

  @Dependency(\.workouts) var workouts

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .view(let action): reduce(&state, view: action)
      case .command(.appear): appear(&state)
      case .command(.disappear): disappear(&state)
      case .command(.rejectStart): sendToWorkout(.rejectStart, state)
      case ._internal(let action): reduce(&state, internal: action)
      case .delegate: .none
      }
    }
    .explainingErrors(\.destination, action: \.destination, sheet: \.errorSheet) { state in
      state.failedMutation.map { change(&state, $0) } ?? refresh(&state)
    }
    .ifLet(\.$destination, action: \.destination)
  }

  private func reduce(_ state: inout State, view action: Action.View) -> Effect<Action> {
    switch action {
    case .selectionMoved(let offset):
      state.selection = state.selection.moved(by: offset, in: state.workouts.count)
      return loadMoreIfNearEnd(&state)

    case .openButtonTapped:
      state.isSearching = false
      return open(&state)

    case .editButtonTapped:
      guard !state.isChanging, let workout = state.selectedWorkout else { return .none }
      state.destination = .editor(
        WorkoutEditor.State(workout, of: state.catalogue[workout.challenge]))
      return .recordUse(of: .workoutEditor)

    case .deleteButtonTapped:
      guard let workout = state.selectedWorkout else { return .none }
      return change(&state, .delete(workout))

    case .undoButtonTapped:
      return change(&state, .undo(state.notice == nil ? nil : state.undoableChange))

    case .refreshButtonTapped:
      return refresh(&state)

    case .searchButtonTapped:
      state.isSearching = true
      return .recordUse(of: .search)

    case .searchEdited(let edit):
      // Backspace in an empty search ends it.
      if state.input.isEmpty, edit == .erased(.left) { state.isSearching = false }
      var input = state.input
      input.edit(edit)
      return search(&state, input)

    case .searchCompleted:
      return search(&state, TextField(state.query + (state.completion.map { $0 + " " } ?? "")))

    case .searchCancelled:
      state.isSearching = false
      return search(&state, "")

    case .closeButtonTapped:
      return .send(.delegate(.closed))
    }
  }

  /// Ends typing, so that keys of another screen don't edit the search. The list still shows the matches.
  private func disappear(_ state: inout State) -> Effect<Action> {
    state.isSearching = false
    return sendToWorkout(.disappear, state)
  }

  private func search(_ state: inout State, _ input: TextField) -> Effect<Action> {
    let query = state.query
    state.input = input
    guard query != input.text else { return .none }
    state.selection = 0
    state.notice = nil
    return load(&state, after: nil)
  }

  private func reduce(_ state: inout State, internal action: Action.Internal) -> Effect<Action> {
    switch action {
    case .pageResponse(.success(let page)):
      let selected = page.keepsSelection ? state.selectedWorkout?.id : nil
      if page.isFirst { state.workouts = [] }
      state.workouts.append(contentsOf: page.workouts)
      state.hasMorePages = page.hasMorePages
      state.selection =
        selected.flatMap { id in state.workouts.firstIndex { $0.id == id } }
        ?? state.selection.clamped(in: state.workouts.count)
      state.isLoading = false
      return .none

    case .pageResponse(.failure(let failure)):
      state.isLoading = false
      explain(failure, &state)
      return .none

    case .changeResponse(.success(.prevented(let mutation, let conflict))):
      state.isChanging = false
      if case .correct = mutation, state.destination?.editor != nil {
        state.destination?.modify(\.editor) { $0.show(conflict) }
      } else {
        state.notice = ChangeNotice(mutation, prevented: conflict)
        // The next undo undoes the other program's change.
        state.undoableChange = nil
      }
      return .merge(reload(&state), .send(.delegate(.changed)))

    case .changeResponse(.success(let change)):
      state.isChanging = false
      if state.destination?.editor != nil { state.destination = nil }
      state.apply(change)
      guard change != .undone(nil) else { return .none }
      return .merge(loadMoreIfNearEnd(&state), .send(.delegate(.changed)))

    case .changeResponse(.failure(let failed)):
      state.isChanging = false
      if state.destination?.editor != nil { state.destination = nil }
      explain(failed.failure, retrying: failed.mutation, &state)
      return .none

    case .destination(.presented(.workout(.delegate(let action)))):
      return reduce(&state, workout: action)

    case .destination(.presented(.editor(.delegate(.saved(let corrected))))):
      guard let editor = state.destination?.editor else { return .none }
      return change(
        &state, .correct(editor.workout, to: corrected, isDeleted: editor.isDeleted))

    case .destination(.presented(.editor(.delegate(.cancelled)))):
      state.destination = nil
      return .none

    case .destination:
      return .none
    }
  }

  private func explain(
    _ failure: Failure, retrying failedMutation: Mutation? = nil, _ state: inout State
  ) {
    state.failure = failure
    state.failedMutation = failedMutation
    // A sheet would cover an open form or page. The list shows the failure once the form or page is closed.
    guard state.destination == nil || state.destination?.errorSheet != nil else { return }
    state.showSheet(about: failure)
  }

  private func loadMoreIfNearEnd(_ state: inout State) -> Effect<Action> {
    let isNearEnd = state.selection >= state.workouts.count - Self.pageSize / 2
    guard isNearEnd, state.hasMorePages, !state.isLoading, let last = state.workouts.last else {
      return .none
    }
    return load(&state, after: last.cursor)
  }

  /// Loads the list, and the stored version of the open workout.
  private func appear(_ state: inout State) -> Effect<Action> {
    .merge(reload(&state), sendToWorkout(.reload, state))
  }

  private func refresh(_ state: inout State) -> Effect<Action> {
    .merge(reload(&state), .send(.delegate(.refreshed)))
  }

  /// Reloads the shown pages, because another process may have changed workouts in the meantime.
  ///
  /// A selection at the top stays at the top, even if there is a newer workout.
  private func reload(_ state: inout State) -> Effect<Action> {
    let shown = (state.workouts.count + Self.pageSize - 1) / Self.pageSize * Self.pageSize
    return load(
      &state, after: nil, limit: max(shown, Self.pageSize), keepsSelection: state.selection > 0)
  }

  private func load(
    _ state: inout State, after cursor: Workout.Cursor?, limit: Int = pageSize,
    keepsSelection: Bool = false
  ) -> Effect<Action> {
    state.isLoading = true
    state.failure = nil
    let query = HistoryQuery(state.query)
    return .request(CancelID.page) {
      let found =
        query.isEmpty
        ? try await workouts.history(challenge: nil, after: cursor, limit: limit)
        : try await workouts.search(query: query, after: cursor, limit: limit)
      return Page(
        workouts: found, isFirst: cursor == nil, hasMorePages: found.count == limit,
        keepsSelection: keepsSelection)
    } response: {
      ._internal(.pageResponse($0))
    }
  }

  /// Starts a change unless another one is in progress, because a change refers to the list as it is shown.
  private func change(_ state: inout State, _ mutation: Mutation) -> Effect<Action> {
    guard !state.isChanging else { return .none }
    state.isChanging = true
    state.notice = nil
    state.failure = nil
    state.failedMutation = nil
    return .request(CancelID.change) {
      try await workouts.perform(mutation)
    } response: {
      ._internal(.changeResponse($0.mapError { FailedRequest(mutation, $0) }))
    }
  }
}

extension History {
  /// The keys of the history, of a workout's page, and of the form that corrects a workout.
  public static let keys = keys(
    ofList: (searchKeys + arrowKeys).section("Search").screen("search").when(\.isSearching)
      + (ownKeys.section("History") + navigationKeys).when { !$0.isSearching })

  /// The keys in the profile, where workouts can only be opened.
  static let readingKeys = keys(
    ofList: (readingListKeys.section("Profile") + navigationKeys).screen("profile"))

  private static func keys(ofList listKeys: KeyMap<State, Action.View>) -> KeyMap<State, Action> {
    (WorkoutDetail.keys.presented(\.destination?.workout, action: \.destination.presented.workout)
      + WorkoutEditor.keys.presented(\.destination?.editor, action: \.destination.presented.editor)
      + listKeys.map(Action.view).when { $0.destination == nil })
      .explainingErrors(\.destination?.errorSheet, action: \.destination.presented.errorSheet)
  }

  private static let navigationKeys: KeyMap<State, Action.View> =
    .listNavigation(Action.View.selectionMoved).when { $0.workouts.count > 1 }

  private static let readingListKeys: KeyMap<State, Action.View> = [
    .init([.enter], "open", .openButtonTapped, when: { !$0.workouts.isEmpty }),
    .init(["r"], "refresh", .refreshButtonTapped),
  ]

  private static let ownKeys: KeyMap<State, Action.View> = [
    .init([.enter], "open", .openButtonTapped, when: { !$0.workouts.isEmpty }),
    .init([.escape], "show all", .searchCancelled, when: { !$0.query.isEmpty }),
    .init([.escape], "back", .closeButtonTapped, when: { $0.query.isEmpty }),
    .init(["e"], "edit", .editButtonTapped, when: { !$0.workouts.isEmpty }),
    .init(
      ["/"], "search", .searchButtonTapped,
      when: { !$0.workouts.isEmpty || !$0.query.isEmpty }),
    .init([.delete, "d"], "delete", .deleteButtonTapped, when: { !$0.workouts.isEmpty }),
    .init(["u"], "undo", .undoButtonTapped),
    .init(["r"], "refresh", .refreshButtonTapped, hinted: false),
  ]

  /// The keys while a search is typed. The arrows and Enter still work.
  private static let searchKeys: KeyMap<State, Action.View> =
    [
      .init([.enter], "open", .openButtonTapped, when: { !$0.workouts.isEmpty }),
      .init([.escape], "show all", .searchCancelled),
      .init([.right], "complete", .searchCompleted, when: { $0.completion != nil }),
    ] + .textEditing("search", for: .search, Action.View.searchEdited) { $0.input }

  private static let arrowKeys: KeyMap<State, Action.View> = [
    .init([.up], "up", .selectionMoved(by: -1), pair: .move, when: { $0.workouts.count > 1 }),
    .init([.down], "down", .selectionMoved(by: 1), pair: .move, when: { $0.workouts.count > 1 }),
  ]
}
