import Clients
import FoundationEssentials
import Models
import ReducerRuntime
import SharedFeatures
import TerminalUI

/// A list of programs, of which the person can follow one.
///
/// The settings have the followed program. Its next session follows from the finished workouts, so nothing else is stored.
@Reducer
public struct Programs {
  @ObservableState
  public struct State: Equatable, Sendable {
    public internal(set) var programs: [TrainingProgram] = []
    public internal(set) var selection = 0
    /// The next session of the followed program.
    public internal(set) var next: ProgramSession?
    /// The local day in days since 1970, as of the last load.
    public internal(set) var today: Int64 = 0
    public internal(set) var isLoading = true
    public internal(set) var failure: Failure?
    /// The settings' program before the last change, for undo; `nil` if there is nothing to undo.
    var undo: Undo?
    @SharedReader(.settings) var settings

    public init() {}

    struct Undo: Equatable, Sendable {
      let program: FollowedProgram?
    }

    var selectedProgram: TrainingProgram? {
      programs.indices.contains(selection) ? programs[selection] : nil
    }

    func isFollowed(_ program: TrainingProgram?) -> Bool {
      program.map { [$0].named(settings.program?.name ?? "") != nil } ?? false
    }
  }

  public enum Action: BoundedAction, Sendable {
    @CasePathable
    public enum View: Sendable {
      case selectionMoved(by: Int)
      case followButtonTapped
      case endButtonTapped
      case undoButtonTapped
      case startButtonTapped
      case closeButtonTapped
    }

    @CasePathable
    public enum Command: Sendable {
      case appear
    }

    @CasePathable
    public indirect enum Delegate: Equatable, Sendable {
      case startRequested(WorkoutRequest)
      case closed
    }

    @CasePathable
    public indirect enum Internal: Sendable {
      case programsResponse(Result<Loaded, Failure>)
      case saveResponse(Result<Settings, Failure>)
    }

    case view(View)
    case command(Command)
    case delegate(Delegate)
    case _internal(Internal)
  }

  /// The programs, and the next session of the followed one.
  public struct Loaded: Equatable, Sendable {
    let programs: [TrainingProgram]
    let next: NextSession?
    let today: Int64
  }

  enum CancelID { case programs, save }

  @Dependency(\.strength) var strength
  @Dependency(\.settings) var settingsClient
  @Dependency(\.today) var today
  @Shared(.settings) var settings

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .view(let action):
        return reduce(&state, view: action)

      case .command(.appear):
        return load()

      case ._internal(.programsResponse(.success(let loaded))):
        show(loaded, &state)
        return .none

      case ._internal(.saveResponse(.success)):
        return load()

      case ._internal(.programsResponse(.failure(let failure))),
        ._internal(.saveResponse(.failure(let failure))):
        state.isLoading = false
        state.failure = failure
        return .none

      case .delegate:
        return .none
      }
    }
  }

  private func reduce(_ state: inout State, view action: Action.View) -> Effect<Action> {
    switch action {
    case .selectionMoved(let offset):
      state.selection = state.selection.moved(by: offset, in: state.programs.count)
      return .none

    case .followButtonTapped:
      guard let program = state.selectedProgram, !state.isFollowed(program) else { return .none }
      state.undo = State.Undo(program: settings.program)
      return follow(FollowedProgram(name: program.name, since: today), &state)

    case .endButtonTapped:
      state.undo = State.Undo(program: settings.program)
      return follow(nil, &state)

    case .undoButtonTapped:
      guard let undo = state.undo else { return .none }
      state.undo = nil
      return follow(undo.program, &state)

    case .startButtonTapped:
      guard let next = state.next, next.plan != nil else { return .none }
      return .send(.delegate(.startRequested(.next(.program(next)))))

    case .closeButtonTapped:
      return .send(.delegate(.closed))
    }
  }

  private func follow(_ program: FollowedProgram?, _ state: inout State) -> Effect<Action> {
    $settings.withLock { $0.program = program }
    state.next = nil
    return .merge(
      .recordUse(of: .plan),
      .request(CancelID.save) { [settings] in
        try await settingsClient.save(settings: settings)
      } response: {
        ._internal(.saveResponse($0))
      })
  }

  private func load() -> Effect<Action> {
    .request(CancelID.programs) { [settings, today] in
      let programs = try await strength.programs()
      let next = settings.program == nil ? nil : try await strength.next(settings, today)
      return Loaded(programs: programs, next: next, today: today)
    } response: {
      ._internal(.programsResponse($0))
    }
  }

  private func show(_ loaded: Loaded, _ state: inout State) {
    let isFirst = state.programs.isEmpty
    (state.programs, state.today) = (loaded.programs, loaded.today)
    (state.isLoading, state.failure) = (false, nil)
    state.next = if case .program(let session)? = loaded.next { session } else { nil }
    let followed = state.programs.firstIndex { state.isFollowed($0) }
    state.selection =
      isFirst ? followed ?? 0 : state.selection.clamped(in: loaded.programs.count)
  }
}

extension Programs {
  /// The keys of the list of programs.
  public static let keys =
    (ownKeys.section("Programs")
    + .listNavigation(Action.View.selectionMoved).when { $0.programs.count > 1 })
    .map(Action.view)

  private static let ownKeys: KeyMap<State, Action.View> = [
    .init(
      [.enter], "follow", .followButtonTapped, name: "follow-program",
      when: { $0.selectedProgram != nil && !$0.isFollowed($0.selectedProgram) }),
    .init(
      ["n"], "start session", .startButtonTapped, short: "start",
      when: { $0.next?.plan != nil }),
    .init([.escape], "back", .closeButtonTapped),
    .init(
      [.delete, "d"], "end program", .endButtonTapped, when: { $0.settings.program != nil }),
    .init(["u"], "undo", .undoButtonTapped, when: { $0.undo != nil }),
  ]
}

// MARK: - View

/// The list of programs, the selected program, and the next session of the followed one.
public struct ProgramsView: RetainedView {
  let store: StoreOf<Programs>

  public init(store: StoreOf<Programs>) { self.store = store }

  public var body: some View {
    SizeReader { size in
      VStack {
        PageTitle("Programs", note: store.settings.program?.name ?? "none followed")
        if store.isLoading { Text("Loading…").style(.dim) }
        Table(
          store.programs, selection: store.selection, columns: columns(in: size.width),
          role: { store.state.isFollowed($0) ? .accent : .text })
        if let failure = store.failure {
          Paragraph(failure.sentence).style(.warning)
        } else if let next = store.next {
          Paragraph("Next, \(NextSession.program(next).line(today: store.today))").style(.accent)
          if let plan = next.plan { Paragraph(plan.routine.text) }
          if isFollowed, !next.following.isEmpty, size.height >= 11 {
            Text("Then, with the weights so far:").style(.dim)
            ForEach(next.following.prefix(size.height < 16 ? 1 : 3)) {
              Paragraph("\($0.day.dayText): \($0.name): \($0.routine?.text ?? "")")
            }
          }
        }
        if size.height >= 16, let program = store.selectedProgram {
          Divider()
          if !isFollowed || size.height >= 26 {
            description(of: program, routineCount: size.height >= 30 ? 4 : 2)
          }
          Paragraph(
            "A workout with at least half of the exercises counts as the next session. "
              + (program.order.hasDays
                ? "" : "Sessions are due on your training days (settings): \(trainingDays).")
          ).style(.dim)
        }
      }
    }
    .readable()
  }

  /// Whether the selected program is the followed one.
  private var isFollowed: Bool { store.state.isFollowed(store.selectedProgram) }

  private func description(of program: TrainingProgram, routineCount: Int) -> some View {
    VStack {
      ForEach(program.routines.prefix(routineCount)) { routine in
        Text("\(routine.name): \(routine.routine.text)")
      }
      ForEach(program.ruleTexts) { Paragraph($0).style(.dim) }
      if let source = program.source { Paragraph("Source: \(source)").style(.dim) }
    }
  }

  private var trainingDays: String {
    let days = store.settings.trainingDays
    return days == .all ? "every day" : days.text
  }

  private func columns(in width: Int) -> [Column<TrainingProgram>] {
    let name = Column<TrainingProgram>("Program") { $0.name }
    let order = Column<TrainingProgram>("Routines", role: .dim) { program in
      "\(program.routines.count) \(program.orderText)"
    }
    let state = Column<TrainingProgram>("", .fixed(9)) {
      store.state.isFollowed($0) ? "followed" : ""
    }
    return width >= 52 ? [name, order, state] : [name, state]
  }
}
