import Clients
import Models
import ReducerRuntime
import TerminalUI

/// Who has done best in a challenge, this week or ever.
@Reducer
public struct Leaderboard {
  @ObservableState
  public struct State: Equatable, Sendable {
    @SharedReader public var catalogue: Catalogue
    /// The challenge that was chosen; one that is deleted gives way to the first of the catalogue.
    private var challengeID: Challenge.ID?
    @SharedReader(.settings) var settings
    /// Whether this week counts, or all time.
    var period = TimeFilter.allTime
    /// Which workouts count, in weeks as the settings have them.
    public internal(set) var filter: TimeFilter {
      get { period.startingWeeks(on: settings.weekStart) }
      set { period = newValue }
    }
    /// The lines around the selection, of which there are never more than ``Leaderboard/windowSize``.
    public internal(set) var entries: IdentifiedArrayOf<Standing> = []
    /// How many lines stand above ``entries``.
    public internal(set) var offset = 0
    /// The score of the first place, as far as it was shown.
    public internal(set) var topScore: Score?
    /// Your own line, wherever it is.
    public internal(set) var you: Standing?
    public internal(set) var participantCount = 0
    /// The week that is shown; `nil` for all time.
    public internal(set) var week: Week?
    /// Counted from the first of ``entries``.
    public internal(set) var selection = 0
    public internal(set) var isLoading = false
    public internal(set) var failure: Failure?
    /// Why what was asked for last could not be done.
    public internal(set) var notice: String?
    public internal(set) var hasMorePages = false
    var request = Request.refresh
    /// The workout behind the selected line, where the terminal has room for it beside the list.
    public internal(set) var page: Page?
    var pageRequest = PageRequest<Standing>()
    @SharedReader(.showsPages) var showsPages
    @Presents public internal(set) var destination: Destination.State?

    public init(catalogue: SharedReader<Catalogue> = SharedReader(.catalogue)) {
      _catalogue = catalogue
    }

    /// The challenge whose leaderboard is shown.
    public var challenge: Challenge { catalogue.challenges[challengeIndex] }

    private var challengeIndex: Int {
      catalogue.challenges.firstIndex { $0.id == challengeID } ?? 0
    }

    /// Shows the challenge `id`, if it is in the catalogue.
    ///
    /// - Returns: Whether it is.
    mutating func select(_ id: Challenge.ID) -> Bool {
      guard catalogue.challenges.contains(where: { $0.id == id }) else { return false }
      challengeID = id
      return true
    }

    /// Shows the challenge `offset` places on, round and round.
    mutating func selectChallenge(movedBy offset: Int) {
      let count = catalogue.challenges.count
      challengeID = catalogue.challenges[(challengeIndex + offset % count + count) % count].id
    }

    /// Forgets the chosen challenge, and what is shown of it, if it was deleted.
    mutating func resetDeletedChallenge() {
      guard let challengeID, challengeID != challenge.id else { return }
      self.challengeID = nil
      clear()
    }

    /// Shows a workout over the leaderboard of its challenge, if that is in the catalogue.
    mutating func show(_ workout: WorkoutDetail.State) {
      destination = .workout(workout)
      _ = select(workout.challengeID)
    }

    /// Shows nothing until another page is there.
    mutating func clear() {
      entries = []
      topScore = nil
      you = nil
      participantCount = 0
      selection = 0
      week = nil
      notice = nil
      offset = 0
      hasMorePages = false
    }
  }

  /// A workout's page, the list of challenges, or the explanation of a failure.
  @Reducer(state: .equatable, .sendable, action: .sendable)
  public enum Destination {
    case workout(WorkoutDetail)
    case picker(ChallengePicker)
    case errorSheet(ErrorHandling)
  }

  public enum Action: BoundedAction, Sendable {
    @CasePathable
    public enum View: Sendable {
      case filterChanged(TimeFilter)
      case challengeChanged(by: Int)
      case selectionMoved(by: Int)
      case refreshButtonTapped
      case openButtonTapped
      case pickerButtonTapped
      case raceButtonTapped
    }

    @CasePathable
    public indirect enum Command: Sendable {
      /// Load what is shown, also where it was loaded before.
      case load
      case show(Challenge.ID)
      /// Replay the workout whose page is shown from the start.
      case startReplay
      /// Pause a replay: something else is shown in its place.
      case disappear
      /// Tell the person that another workout is under way.
      case refuseStart
      /// Show the page of the selected line beside the list, or no page, as the room is.
      case updatePage
    }

    @CasePathable
    public indirect enum Delegate: Equatable, Sendable {
      /// The person asked to do a challenge, against the ghost where one is given.
      case startRequested(Challenge.ID, Ghost?)
    }

    @CasePathable
    public indirect enum Internal: Sendable {
      case loadResponse(Result<LeaderboardPage, Failure>)
      /// The week that was being paged through is over.
      case weekEnded
      case raceResponse(Standing, Result<Workout?, Failure>)
      case pageResponse(Standing, Result<Workout?, Failure>)
      case destination(PresentationAction<Destination.Action>)
    }

    case view(View)
    case command(Command)
    case delegate(Delegate)
    case _internal(Internal)
  }

  enum CancelID { case page, race, workout }

  /// The most lines that are kept: some screens full, however many there are to scroll through.
  static let windowSize = 10 * LeaderboardPage.size

  @Dependency(\.leaderboard) var leaderboard

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .view(let action): .merge(reduce(&state, view: action), updatePage(&state))
      case .command(let command): reduce(&state, command: command)
      case ._internal(let action): reduce(&state, internal: action)
      case .delegate: .none
      }
    }
    .ifLet(\.$destination, action: \.destination)
  }

  private func reduce(_ state: inout State, view action: Action.View) -> Effect<Action> {
    switch action {
    case .filterChanged(let filter):
      guard (filter == .allTime) != (state.filter == .allTime) else { return .none }
      state.filter = filter
      return restart(&state)

    case .challengeChanged(let offset):
      state.selectChallenge(movedBy: offset)
      return restart(&state)

    case .selectionMoved(let offset):
      state.selection = state.selection.moved(by: offset, in: state.entries.count)
      state.notice = nil
      return loadAdjacentPage(&state, movedBy: offset)

    case .refreshButtonTapped:
      state.notice = nil
      return reload(&state)

    case .raceButtonTapped:
      guard let standing = state.selected else { return .none }
      return race(against: standing, &state)

    case .openButtonTapped:
      return open(&state)

    case .pickerButtonTapped:
      return openPicker(&state)
    }
  }

  private func reduce(_ state: inout State, command: Action.Command) -> Effect<Action> {
    switch command {
    case .load:
      state.resetDeletedChallenge()
      state.notice = nil
      // Another program may have saved something meanwhile.
      return reload(&state)

    case .show(let id):
      return state.select(id) ? restart(&state) : .none

    case .startReplay:
      return .merge(
        sendToWorkout(.appear, state), sendToWorkout(.startReplay, state))

    case .disappear:
      return sendToWorkout(.disappear, state)

    case .updatePage:
      return updatePage(&state)

    case .refuseStart:
      guard state.destination?.workout == nil else { return sendToWorkout(.refuseStart, state) }
      state.notice = "Finish your current workout first."
      return .none
    }
  }

  private func reduce(_ state: inout State, internal action: Action.Internal) -> Effect<Action> {
    switch action {
    case .loadResponse(.success(let page)):
      show(page, &state)
      return .merge(loadAdjacentPage(&state), updatePage(&state))

    case .weekEnded:
      // The pages of the new one begin with the first.
      return restart(&state)

    case .raceResponse(let standing, .success(let workout)):
      return startRace(against: standing, workout, &state)

    case .pageResponse(let standing, let workout):
      return showPage(of: standing, workout, &state)

    case .loadResponse(.failure(let failure)), .raceResponse(_, .failure(let failure)):
      state.isLoading = false
      state.failure = failure
      // Over another screen it would be out of place.
      guard state.destination == nil || state.destination?.errorSheet != nil else { return .none }
      state.destination = .errorSheet(
        ErrorHandling.State(failure, dataStatus: "All scores are unchanged.", canRetry: true))
      return .none

    case .destination(.presented(.workout(.delegate(let action)))):
      return reduce(&state, workout: action)

    case .destination(.presented(.picker(.delegate(let action)))):
      return reduce(&state, picker: action)

    case .destination(.presented(.errorSheet(.delegate(.retryRequested)))):
      state.destination = nil
      return switch state.request {
      case .refresh: reload(&state)
      case .top, .previousPage, .nextPage, .end: load(state.request, &state)
      case .race(let standing): race(against: standing, &state)
      }

    case .destination:
      return .none
    }
  }
}

extension Leaderboard {
  /// What keys do on the leaderboard, in the list of challenges and on a workout's page.
  public static let keys =
    (WorkoutDetail.keys.pullback(
      state: { $0.destination?.workout },
      action: { ._internal(.destination(.presented(.workout($0)))) })
    + ChallengePicker.keys.pullback(
      state: { $0.destination?.picker },
      action: { ._internal(.destination(.presented(.picker($0)))) })
    + (ownKeys.section("Leaderboard")
    + .listNavigation(Action.View.selectionMoved).when { $0.entries.count > 1 })
    .map(Action.view)
    .when { $0.destination == nil })
    .explainingErrors(
      { $0.destination?.errorSheet },
      { ._internal(.destination(.presented(.errorSheet($0)))) })

  private static let challenge = KeyPair("challenge")

  private static let ownKeys: KeyMap<State, Action.View> = [
    .init([.enter], "open", .openButtonTapped, when: { !$0.entries.isEmpty }),
    .init(["g"], "race them", .raceButtonTapped, when: { $0.canRace && !$0.isYourEntrySelected }),
    .init(
      ["g"], "race your best", .raceButtonTapped, name: "race-them",
      when: { $0.canRace && $0.isYourEntrySelected }),
    .init(["/"], "challenges", .pickerButtonTapped),
    .init(
      ["w"], "this week", .filterChanged(.thisWeek), name: "week", when: { $0.filter == .allTime }),
    .init(
      ["w"], "all time", .filterChanged(.allTime), name: "week", when: { $0.filter != .allTime }),
    .init(
      [.left], "previous challenge", .challengeChanged(by: -1), name: "previous", pair: challenge),
    .init([.right], "next challenge", .challengeChanged(by: 1), pair: challenge),
    .init(["r"], "refresh", .refreshButtonTapped),
  ]
}
