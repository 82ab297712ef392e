import Clients
import Models
import ReducerRuntime
import SharedFeatures
import TerminalUI

/// A list of the exercises that the person has done in strength sessions, the most recently done first.
@Reducer
public struct Exercises {
  @ObservableState
  public struct State: Equatable, Sendable {
    public internal(set) var exercises: [StrengthExercise] = []
    public internal(set) var selection = 0
    public internal(set) var isLoading = false
    public internal(set) var failure: Failure?
    @Presents public internal(set) var destination: Destination.State?

    public init() {}

    /// The list without the page over it and its failure, to open it again later.
    public var closed: Self {
      var state = self
      state.destination = nil
      state.failure = nil
      state.isLoading = false
      return state
    }

    public var selectedExercise: StrengthExercise? {
      exercises.indices.contains(selection) ? exercises[selection] : nil
    }
  }

  /// A screen over the list: an exercise's page or an error sheet.
  @Reducer(state: .equatable, .sendable, action: .sendable)
  public enum Destination {
    case page(ExercisePage)
    case errorSheet(ErrorHandling)
  }

  public enum Action: BoundedAction, Sendable {
    @CasePathable
    public enum View: Sendable {
      case selectionMoved(by: Int)
      case openButtonTapped
      case startButtonTapped
      case closeButtonTapped
    }

    @CasePathable
    public enum Command: Sendable {
      case appear
    }

    @CasePathable
    public indirect enum Delegate: Equatable, Sendable {
      /// The person asked to start a session, with an exercise or without one.
      case workoutRequested(exercise: String?)
      case closed
    }

    @CasePathable
    public indirect enum Internal: Sendable {
      case exercisesResponse(Result<[StrengthExercise], Failure>)
      case destination(PresentationAction<Destination.Action>)
    }

    case view(View)
    case command(Command)
    case delegate(Delegate)
    case _internal(Internal)
  }

  enum CancelID { case exercises }

  @Dependency(\.strength) var strength

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .view(let action): reduce(&state, view: action)
      case .command(.appear): appear(&state)
      case ._internal(let action): reduce(&state, internal: action)
      case .delegate: .none
      }
    }
    .explainingErrors(\.destination, action: \.destination, sheet: \.errorSheet) { load(&$0) }
    .ifLet(\.$destination, action: \.destination)
  }

  /// Loads the list, and the open page, which another program may have changed.
  private func appear(_ state: inout State) -> Effect<Action> {
    guard state.destination?.page != nil else { return load(&state) }
    return .merge(
      load(&state), .send(._internal(.destination(.presented(.page(.command(.appear)))))))
  }

  private func reduce(_ state: inout State, view action: Action.View) -> Effect<Action> {
    switch action {
    case .selectionMoved(let offset):
      state.selection = state.selection.moved(by: offset, in: state.exercises.count)
      return .none

    case .openButtonTapped:
      guard let exercise = state.selectedExercise else { return .none }
      state.destination = .page(ExercisePage.State(exercise: exercise.name))
      return .send(._internal(.destination(.presented(.page(.command(.appear))))))

    case .startButtonTapped:
      return .send(.delegate(.workoutRequested(exercise: state.selectedExercise?.name)))

    case .closeButtonTapped:
      return .send(.delegate(.closed))
    }
  }

  private func reduce(_ state: inout State, internal action: Action.Internal) -> Effect<Action> {
    switch action {
    case .exercisesResponse(.success(let exercises)):
      let selected = state.selectedExercise?.name
      state.isLoading = false
      state.failure = nil
      state.exercises = exercises
      state.selection =
        exercises.firstIndex { $0.name == selected } ?? state.selection.clamped(in: exercises.count)
      return .none

    case .exercisesResponse(.failure(let failure)):
      state.isLoading = false
      state.failure = failure
      // A sheet would cover the page of an exercise. The list shows the failure when the page is closed.
      guard state.destination == nil else { return .none }
      state.destination = .errorSheet(
        ErrorHandling.State(failure, dataStatus: "Your sessions are unchanged.", canRetry: true))
      return .none

    case .destination(.presented(.page(.delegate(.workoutRequested(let exercise))))):
      return .send(.delegate(.workoutRequested(exercise: exercise)))

    case .destination(.presented(.page(.delegate(.settingsChanged)))):
      return load(&state)

    case .destination(.presented(.page(.delegate(.closed)))):
      state.destination = nil
      return .none

    case .destination:
      return .none
    }
  }

  private func load(_ state: inout State) -> Effect<Action> {
    state.isLoading = true
    return .request(CancelID.exercises) {
      try await strength.exercises()
    } response: {
      ._internal(.exercisesResponse($0))
    }
  }
}

extension Exercises {
  /// The keys of the list, and of an exercise's page.
  public static let keys =
    (ExercisePage.keys.presented(\.destination?.page, action: \.destination.presented.page)
    + (ownKeys.section("Weights")
    + .listNavigation(Action.View.selectionMoved).when { $0.exercises.count > 1 })
    .map(Action.view)
    .when { $0.destination == nil })
    .explainingErrors(\.destination?.errorSheet, action: \.destination.presented.errorSheet)

  private static let ownKeys: KeyMap<State, Action.View> = [
    .init([.enter], "open", .openButtonTapped, when: { $0.selectedExercise != nil }),
    .init([.escape], "back", .closeButtonTapped),
    .init(["s"], "start session", .startButtonTapped, short: "start"),
  ]
}

// MARK: - View

/// A view of the list of exercises, or of the open exercise's page.
public struct ExercisesView: RetainedView {
  let store: StoreOf<Exercises>

  public init(store: StoreOf<Exercises>) { self.store = store }

  public var body: some View {
    switch store.scope(state: \.destination, action: \.destination.presented)?.case {
    case .page(let store): ExercisePageView(store: store)
    case .errorSheet(let sheet): ExerciseList(store: store).errorSheet(sheet)
    case nil: ExerciseList(store: store)
    }
  }
}

private struct ExerciseList: RetainedView {
  let store: StoreOf<Exercises>

  var body: some View {
    SizeReader { size in
      VStack {
        PageTitle("Weights", note: "latest first")
        if store.exercises.isEmpty {
          emptyText
          Spacer()
        } else {
          Table(store.exercises, selection: store.selection, columns: columns(in: size.width))
        }
        if let failure = store.failure { Paragraph(failure.sentence).style(.warning) }
      }
    }
    .readable()
  }

  @ViewBuilder private var emptyText: some View {
    if store.isLoading {
      Text("Loading…").style(.dim)
    } else {
      KeyNameReader { key in
        Paragraph(
          "No sets with weights yet. \(key("s", "start session")) starts a session, or log one in a "
            + "shell: ladder log 'bench press' 100x5 80x8"
        )
        .style(.dim)
      }
    }
  }

  /// Returns the columns that fit: always the name and the best result, then the last sets, then the day.
  private func columns(in width: Int) -> [Column<StrengthExercise>] {
    let name = Column<StrengthExercise>("Exercise") { $0.name }
    let sets = Column<StrengthExercise>("Last sets", role: .dim) { exercise in
      exercise.last.sets.summary(in: exercise.unit ?? .kilograms)
    }
    let day = Column<StrengthExercise>("When", .fixed(10)) { $0.last.day.dateText }
    let best = Column<StrengthExercise>("Best", .fixed(10), alignment: .trailing) { $0.bestText }
    return switch width {
    case 56...: [name, sets, day, best]
    case 44...: [name, sets, best]
    default: [name, best]
    }
  }
}

extension StrengthExercise {
  /// The estimated maximum, or the most reps if there is none.
  var bestText: String {
    if let bestEstimate { return bestEstimate.mass.text(in: unit ?? .kilograms) }
    return mostReps?.set.reps.repsText ?? "-"
  }
}

extension Int64 {
  /// The date of a day given in days since 1970, with its year, in the locale's form.
  var dateText: String { CivilDate(daysSince1970: self).localText }
}
