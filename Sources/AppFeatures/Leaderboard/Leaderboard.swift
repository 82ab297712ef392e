import Clients
import HistoryFeatures
import Models
import ReducerRuntime
import SharedFeatures
import TerminalUI

/// A ranking of all people in one challenge, for this week or for all time.
@Reducer
public struct Leaderboard {
  @ObservableState
  public struct State: Equatable, Sendable {
    @SharedReader public var catalogue: Catalogue
    /// The chosen challenge. If it is deleted, the first challenge of the catalogue is shown.
    @Shared(.appStorage("leaderboard-challenge")) private var challengeID: Challenge.ID?
    @SharedReader(.settings) var settings
    @Shared(.appStorage("leaderboard-all-time")) private var isForAllTime = true
    /// The chosen period, with weeks that start on the day in the settings.
    public internal(set) var filter: TimeFilter {
      get { isForAllTime ? .allTime : .week(startingOn: settings.weekStart) }
      set { $isForAllTime.set(newValue == .allTime) }
    }
    /// Whether only live workouts are ranked, if the source supports it.
    @Shared(.appStorage("leaderboard-live-only")) public var isLiveOnly = false
    /// The filter for the ranked workouts.
    var boardFilter: LeaderboardFilter {
      LeaderboardFilter(filter, isLiveOnly: isLiveOnly && source.has(.liveFilter))
    }
    /// The sources of leaderboards, this machine first.
    public internal(set) var sources: [LeaderboardSource] = [.machine]
    /// The source whose leaderboard is shown.
    public internal(set) var source = LeaderboardSource.machine
    /// The loaded entries and the selection.
    public internal(set) var window = LeaderboardWindow()
    public internal(set) var isLoading = false
    public internal(set) var failure: Failure?
    /// A message about the last action, such as why it was not possible.
    public internal(set) var notice: String?
    var request = LeaderboardRequest.refresh
    var changes = Changes()
    /// Whether workouts of the challenge are published; `nil` if this is not known yet, or the source can't publish.
    public internal(set) var publication: Publication?
    /// Whether the person is asked to confirm that publishing starts or stops.
    public internal(set) var isAskingToPublish = false
    /// The page of the selected entry, if the terminal has room for it beside the list.
    public internal(set) var page: Page?
    var pageRequest = PageRequest<Standing>()
    @SharedReader(.showsPages) var showsPages
    @SharedReader(.openRaces) var races
    @Presents public internal(set) var destination: Destination.State?

    public init(catalogue: SharedReader<Catalogue> = SharedReader(.catalogue)) {
      _catalogue = catalogue
    }

    /// The challenge whose leaderboard is shown.
    public var challenge: Challenge { catalogue.challenges[challengeIndex] }

    private var challengeIndex: Int {
      catalogue.challenges.firstIndex { $0.id == challengeID } ?? 0
    }

    /// Selects the challenge `id`, if it is in the catalogue.
    ///
    /// - Returns: Whether it is in the catalogue.
    mutating func select(_ id: Challenge.ID) -> Bool {
      guard catalogue.challenges.contains(where: { $0.id == id }) else { return false }
      $challengeID.set(id)
      return true
    }

    /// Selects the challenge `offset` places away, wrapping around.
    mutating func selectChallenge(movedBy offset: Int) {
      let challenges = catalogue.challenges
      $challengeID.set(challenges[challengeIndex.wrapped(by: offset, in: challenges.count)].id)
    }

    /// Clears the choice and the entries if the chosen challenge was deleted.
    mutating func resetDeletedChallenge() {
      guard let challengeID, challengeID != challenge.id else { return }
      $challengeID.set(nil)
      clear()
    }

    /// Opens the page of a workout, and selects its challenge if that is in the catalogue.
    mutating func open(_ workout: WorkoutDetail.State) {
      destination = .workout(workout)
      _ = select(workout.challengeID)
    }

    mutating func clear() {
      window = LeaderboardWindow()
      notice = nil
      publication = nil
      isAskingToPublish = false
    }
  }

  /// A screen over the list: a workout's page, the challenge picker, or an error sheet.
  @Reducer(state: .equatable, .sendable, action: .sendable)
  public enum Destination {
    case workout(WorkoutDetail)
    case picker(Picker)
    case errorSheet(ErrorHandling)
  }

  public enum Action: BoundedAction, Sendable {
    @CasePathable
    public enum View: Sendable {
      case filterChanged(TimeFilter)
      case liveFilterToggled
      case challengeChanged(by: Int)
      case selectionMoved(by: Int)
      case refreshButtonTapped
      case openButtonTapped
      case pickerButtonTapped
      case raceButtonTapped
      /// Show the leaderboard of the next source.
      case boardButtonTapped
      case yourPlaceButtonTapped
      case joinRaceButtonTapped
      case publishButtonTapped
      case publishingConfirmed
      case publishingCancelled
    }

    @CasePathable
    public indirect enum Command: Sendable {
      /// Load or reload the entries.
      case load
      /// Follow changes, because the tab is on screen.
      case follow
      /// Stop following changes, because the program left the screen.
      case unfollow
      case show(Challenge.ID)
      /// Replay the workout whose page was opened at the start of the program.
      case startReplay
      /// Pause a replay, because another screen covers it.
      case disappear
      /// Show that a workout is already in progress.
      case rejectStart
      /// Show or hide the page beside the list after a change of the terminal's size.
      case updatePage
    }

    @CasePathable
    public indirect enum Delegate: Equatable, Sendable {
      /// The person asked to start a challenge, or a race.
      case startRequested(WorkoutRequest)
    }

    @CasePathable
    public indirect enum Internal: Sendable {
      case loadResponse(Result<LeaderboardPage, Failure>)
      case sourcesResponse(Result<[LeaderboardSource], Failure>)
      case lastSeenPage(LeaderboardPage)
      /// The leaderboard of a challenge, or any leaderboard if the challenge is `nil`, has changed in the shown source.
      case boardChanged(Challenge.ID?)
      case watchFailed(Failure)
      /// The delay before a reload has passed.
      case reloadDue
      case publicationResponse(Result<Publication, Failure>)
      /// Publishing was started or stopped, perhaps for a leaderboard that is no longer shown.
      case publishingResponse(Result<Publication, Failure>)
      /// The week of the loaded pages has ended.
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

  enum CancelID { case page, race, workout, sources, watch, change, retry, publication }

  @Dependency(\.leaderboards) var leaderboards
  @Dependency(\.continuousClock) var clock
  @Dependency(\.date) var date

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
    .explainingErrors(\.destination, action: \.destination, sheet: \.errorSheet) { state in
      switch state.request {
      case .refresh: reload(&state)
      case .firstPage, .previousPage, .nextPage, .lastPage, .yourPlace: load(state.request, &state)
      case .race(let standing): race(against: standing, &state)
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

    case .liveFilterToggled:
      state.$isLiveOnly.withLock { $0.toggle() }
      return restart(&state)

    case .challengeChanged(let offset):
      state.selectChallenge(movedBy: offset)
      return restart(&state)

    case .selectionMoved(let offset):
      state.window.selection = state.window.selection.moved(
        by: offset, in: state.window.entries.count)
      state.notice = nil
      return loadAdjacentPage(&state, movedBy: offset)

    case .refreshButtonTapped:
      state.notice = nil
      let reload = reload(&state)
      // A watch that has failed starts again.
      return state.source.has(.changes) ? .merge(reload, follow(&state)) : reload

    case .raceButtonTapped:
      guard let standing = state.window.selected else { return .none }
      return race(against: standing, &state)

    case .openButtonTapped:
      return open(&state)

    case .pickerButtonTapped:
      state.notice = nil
      state.destination = .picker(
        Picker.State(state.$catalogue, selecting: state.challenge.id))
      return .recordUse(of: .search)

    case .boardButtonTapped:
      return state.nextSource.map { show($0, &state) } ?? .none

    case .yourPlaceButtonTapped:
      state.notice = nil
      return load(.yourPlace, &state)

    case .joinRaceButtonTapped:
      return state.races.waiting.map { .send(.delegate(.startRequested(.race(RaceRequest($0))))) }
        ?? .none

    case .publishButtonTapped:
      guard state.publication != nil else { return .none }
      state.notice = nil
      state.isAskingToPublish = true
      return .none

    case .publishingConfirmed:
      return togglePublication(&state)

    case .publishingCancelled:
      state.isAskingToPublish = false
      return .none
    }
  }

  private func reduce(_ state: inout State, command: Action.Command) -> Effect<Action> {
    switch command {
    case .load:
      state.resetDeletedChallenge()
      state.notice = nil
      // Another process may have saved workouts in the meantime.
      return .merge(reload(&state), sendToWorkout(.reload, state))

    case .show(let id):
      return state.select(id) ? restart(&state) : .none

    case .startReplay:
      return .merge(
        sendToWorkout(.appear, state), sendToWorkout(.startReplay, state))

    case .follow:
      return follow(&state)

    case .unfollow:
      return unfollow(&state)

    case .disappear:
      return .merge(sendToWorkout(.disappear, state), unfollow(&state))

    case .updatePage:
      return updatePage(&state)

    case .rejectStart:
      guard state.destination?.workout == nil else { return sendToWorkout(.rejectStart, state) }
      state.notice = "Finish your current workout first."
      return .none
    }
  }

  private func reduce(_ state: inout State, internal action: Action.Internal) -> Effect<Action> {
    switch action {
    case .loadResponse(.success(let page)):
      return insert(page, &state)

    case .loadResponse(.failure(let failure)):
      return showLoadFailure(failure, &state)

    case .lastSeenPage(let page):
      guard state.window.entries.isEmpty else { return .none }
      state.window.insert(page, for: state.request)
      return updatePage(&state)

    case .weekEnded:
      // Loads the first page of the new week.
      return restart(&state)

    case .sourcesResponse(.success(let sources)):
      return update(sources, &state)

    case .boardChanged(let challenge):
      return scheduleReload(afterChangeOf: challenge, &state)

    case .watchFailed(let failure):
      state.changes.areWatched = false
      state.changes.failure = failure
      return .none

    case .reloadDue:
      return reloadAfterChange(&state)

    case .publicationResponse(.success(let publication)):
      state.publication = publication
      return .none

    case .publishingResponse(.success):
      return loadPublication(state)

    case .raceResponse(let standing, .success(let workout)):
      return startRace(against: standing, workout, &state)

    case .raceResponse(_, .failure(let failure)) where state.source.has(.local):
      explain(failure, &state)
      return .none

    case .raceResponse(_, .failure(let failure)), .sourcesResponse(.failure(let failure)),
      .publicationResponse(.failure(let failure)), .publishingResponse(.failure(let failure)):
      state.notice = failure.sentence
      return .none

    case .pageResponse(let standing, let workout):
      return showPage(of: standing, workout, &state)

    case .destination(.presented(.workout(.delegate(.startRequested(let request))))):
      return .send(.delegate(.startRequested(request)))

    case .destination(.presented(.workout(.delegate(.changed)))):
      return reload(&state)

    case .destination(.presented(.workout(.delegate(.closed)))),
      .destination(.presented(.picker(.delegate(.cancelled)))):
      state.destination = nil
      return .none

    case .destination(.presented(.picker(.delegate(.chosen(let name))))):
      state.destination = nil
      let id = Challenge.ID(rawValue: name)
      return id != state.challenge.id && state.select(id) ? restart(&state) : .none

    case .destination:
      return .none
    }
  }
}

extension Leaderboard {
  /// The keys of the leaderboard, of the challenge picker and of a workout's page.
  public static let keys =
    (WorkoutDetail.keys.presented(\.destination?.workout, action: \.destination.presented.workout)
    + Picker.keys("Choosing a challenge").presented(
      \.destination?.picker, action: \.destination.presented.picker)
    + (publishingKeys.screen("publishing").section("Publishing workouts")
    .when(\.isAskingToPublish)
    + (ownKeys.section("Leaderboard")
    + .listNavigation(Action.View.selectionMoved).when { $0.window.entries.count > 1 })
    .when { !$0.isAskingToPublish })
    .map(Action.view)
    .when { $0.destination == nil })
    .explainingErrors(\.destination?.errorSheet, action: \.destination.presented.errorSheet)

  private static let challenge = KeyPair("challenge")

  private static let ownKeys: KeyMap<State, Action.View> = [
    .init([.enter], "open", .openButtonTapped, when: { !$0.window.entries.isEmpty }),
    .init(["g"], "race them", .raceButtonTapped, when: { $0.canRace && !$0.isYourEntrySelected }),
    .init(
      ["g"], "race your best", .raceButtonTapped, name: "race-them",
      when: { $0.canRace && $0.isYourEntrySelected }),
    .init(
      ["b"], "group", .boardButtonTapped, name: "board",
      when: { $0.nextSource?.has(.local) == false }),
    .init(
      ["b"], "this machine", .boardButtonTapped, name: "board",
      when: { $0.nextSource?.has(.local) == true }),
    .init(["G"], "join race", .joinRaceButtonTapped, when: { $0.races.waiting != nil }),
    .init(["/"], "challenges", .pickerButtonTapped),
    .init(
      ["w"], "this week", .filterChanged(.thisWeek), name: "week", when: { $0.filter == .allTime }),
    .init(
      ["w"], "all time", .filterChanged(.allTime), name: "week", when: { $0.filter != .allTime }),
    .init(
      ["L"], "live only", .liveFilterToggled,
      when: { $0.source.has(.liveFilter) && !$0.isLiveOnly }),
    .init(
      ["L"], "all workouts", .liveFilterToggled, name: "live-only",
      when: { $0.source.has(.liveFilter) && $0.isLiveOnly }),
    .init(["P"], "publish", .publishButtonTapped, when: { $0.publication?.isOn == false }),
    .init(
      ["P"], "stop publishing", .publishButtonTapped, name: "publish",
      when: { $0.publication?.isOn == true }),
    .init(
      ["y"], "your place", .yourPlaceButtonTapped,
      when: { $0.source.has(.yourPlace) && $0.window.yourStanding != nil }),
    .init(
      [.left], "previous challenge", .challengeChanged(by: -1), name: "previous", pair: challenge),
    .init([.right], "next challenge", .challengeChanged(by: 1), pair: challenge),
    .init(["r"], "refresh", .refreshButtonTapped, hinted: false),
  ]
}

extension Leaderboard.State {
  /// The source after the shown one, wrapping around; `nil` if there is only one.
  var nextSource: LeaderboardSource? {
    guard sources.count > 1 else { return nil }
    let index = sources.firstIndex { $0.id == source.id } ?? sources.count - 1
    return sources[(index + 1) % sources.count]
  }

  var isYourEntrySelected: Bool { window.selected?.isYou == true }

  /// Whether there is a selected entry with reps to race against.
  var canRace: Bool { window.selected != nil && challenge.scoring.countsReps }

  /// Returns the place of an entry in this leaderboard.
  func place(of standing: Standing) -> WorkoutPlace {
    .rank(
      standing.rank, of: window.participantCount, filter: boardFilter,
      isBest: standing.isYou && boardFilter == .allTime && standing.score.isComplete)
  }

  mutating func closeErrorSheet() {
    if destination?.errorSheet != nil { destination = nil }
  }
}
