import Clients
import Models
import ReducerRuntime
import SharedFeatures
import TerminalUI

/// A page with your statistics (totals, streaks, a calendar and records) and your history.
@Reducer
public struct Profile {
  @ObservableState
  public struct State: Equatable, Sendable {
    /// The name you train under.
    public var name: String
    public internal(set) var history: History.State
    public internal(set) var summary: TrainingSummary?
    /// The failure to load the summary, if it could not be loaded.
    public internal(set) var failure: Failure?
    /// Whether the charts show body weight and effort instead of weeks.
    public internal(set) var showsFigures = false
    @SharedReader(.settings) var settings
    /// The page that looks back on a period, over the profile.
    @Presents public internal(set) var periodPage: PeriodPage.State?

    public init(
      name: String, catalogue: SharedReader<Catalogue> = SharedReader(.catalogue)
    ) {
      self.name = name
      history = History.State(catalogue: catalogue)
    }

    /// The progress towards the weekly goal, if there is one.
    var goalProgress: GoalProgress? {
      guard let summary, let goal = settings.goal else { return nil }
      return GoalProgress(goal, in: summary)
    }

    var hasFigures: Bool { summary?.figures.isEmpty == false }
  }

  public enum Action: BoundedAction, Sendable {
    @CasePathable
    public enum View: Sendable {
      case chartsButtonTapped
      case periodButtonTapped
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
      case summaryResponse(Result<TrainingSummary, Failure>)
      case history(History.Action)
      case periodPage(PresentationAction<PeriodPage.Action>)
    }

    case view(View)
    case command(Command)
    case delegate(Delegate)
    case _internal(Internal)
  }

  enum CancelID { case summary }

  @Dependency(\.statistics) var statistics
  @Dependency(\.today) var today

  public init() {}

  public var body: some ReducerOf<Self> {
    Scope(state: \.history, action: \.history) { History() }
    Reduce { state, action in
      switch action {
      case .view(.chartsButtonTapped):
        state.showsFigures = state.hasFigures && !state.showsFigures
        return .none

      case .view(.periodButtonTapped):
        state.periodPage = PeriodPage.State(today: today)
        return .merge(.recordUse(of: .periodPage), loadPeriod(state))

      case ._internal(.periodPage(.presented(.delegate(.closed)))):
        state.periodPage = nil
        return .none

      case .command(.load):
        state.history.closeErrorSheet()
        return .merge(sendToHistory(.appear), loadSummary(state), loadPeriod(state))

      case .command(.reloadStatistics), ._internal(.history(.delegate(.changed))),
        ._internal(.history(.delegate(.refreshed))):
        return .merge(loadSummary(state), loadPeriod(state))

      case .command(.disappear):
        return sendToHistory(.disappear)

      case .command(.rejectStart):
        return sendToHistory(.rejectStart)

      case ._internal(.summaryResponse(.success(let summary))):
        state.summary = summary
        if summary.figures.isEmpty { state.showsFigures = false }
        state.failure = nil
        return .none

      case ._internal(.summaryResponse(.failure(let failure))):
        state.failure = failure
        // One sheet is enough, because requests that fail together have the same cause.
        if state.history.destination == nil { state.history.showSheet(about: failure) }
        return .none

      case ._internal(.history(.delegate(.startRequested(let request)))):
        return .send(.delegate(.startRequested(request)))

      case ._internal(.history), ._internal(.periodPage), .delegate:
        return .none
      }
    }
    .ifLet(\.$periodPage, action: \.periodPage) { PeriodPage() }
  }

  private func loadPeriod(_ state: State) -> Effect<Action> {
    state.periodPage == nil
      ? .none : .send(._internal(.periodPage(.presented(.command(.load)))))
  }

  private func sendToHistory(_ command: History.Action.Command) -> Effect<Action> {
    .send(._internal(.history(.command(command))))
  }

  private func loadSummary(_ state: State) -> Effect<Action> {
    .request(CancelID.summary) { [request = SummaryRequest(state.settings)] in
      try await statistics.summary(request: request)
    } response: {
      ._internal(.summaryResponse($0))
    }
  }
}

extension Profile {
  /// The keys of the profile and of a workout's page.
  public static let keys =
    PeriodPage.keys.presented(\.periodPage, action: \.periodPage.presented)
    + (History.readingKeys.pullback(state: \.history, action: { ._internal(.history($0)) })
    + ownKeys.section("Profile").screen("profile").map(Action.view)
    .when { $0.history.destination == nil })
    .when { $0.periodPage == nil }

  private static let ownKeys: KeyMap<State, Action.View> = [
    .init(["l"], "look back", .periodButtonTapped),
    .init(
      ["m"], "weight and effort", .chartsButtonTapped, short: "weight", name: "measures",
      when: { $0.hasFigures && !$0.showsFigures }),
    .init(["m"], "weeks", .chartsButtonTapped, name: "measures", when: \.showsFigures),
  ]
}

// MARK: - View

/// A view of the statistics and the workouts, or of the open workout.
public struct ProfileView: RetainedView {
  let store: StoreOf<Profile>

  public init(store: StoreOf<Profile>) { self.store = store }

  public var body: some View {
    let history = store.scope(state: \.history, action: \.history)
    if let page = store.scope(state: \.periodPage, action: \.periodPage.presented) {
      PeriodPageView(store: page)
    } else {
      profile(history)
    }
  }

  @ViewBuilder private func profile(_ history: StoreOf<History>) -> some View {
    switch history.scope(state: \.destination, action: \.destination.presented)?.case {
    case .workout(let store): WorkoutDetailView(store: store)
    case .errorSheet(let sheet): ProfilePage(store: store, history: history).errorSheet(sheet)
    case .editor, nil: ProfilePage(store: store, history: history)
    }
  }
}

private struct ProfilePage: RetainedView {
  let store: StoreOf<Profile>
  let history: StoreOf<History>

  var body: some View {
    SizeReader { size in
      VStack {
        PageTitle(PersonName.truncated(store.name), note: "workouts, newest first")
        let height = max(0, size.height - 2)
        if let columns = SplitColumns(of: size.width) {
          HStack(spacing: 1) {
            statistics(Size(columns.page, height), isColumn: true).expanded()
              .frame(width: columns.page, height: height)
            Divider(isVertical: true).frame(width: 1, height: height)
            workouts.expanded().frame(width: columns.list, height: height)
          }
        } else {
          statistics(size, isColumn: false)
          Divider()
          workouts
        }
      }
    }
    .expanded()
    .readable(SplitColumns.maxWidth)
  }

  private func statistics(_ size: Size, isColumn: Bool) -> some View {
    StatisticsView(store: store, catalogue: history.catalogue, size: size, isColumn: isColumn)
  }

  @ViewBuilder private var workouts: some View {
    if let failure = history.failure {
      Paragraph(failure.sentence).style(.warning)
      KeyNameReader { key in
        Paragraph("Press \(key("r", "refresh")) to try again.").style(.dim)
      }
    } else if history.isLoading, history.workouts.isEmpty {
      Text("Loading…").style(.dim)
    } else if history.workouts.isEmpty {
      VStack {
        Text("No workouts yet.")
        HStack(spacing: 1) {
          Text("Press")
          HintKeys(Hint("1", "workouts"))
          Text("and pick a challenge.")
        }
      }
      .style(.dim)
    } else {
      SizeReader { size in
        VStack {
          Table(
            history.workouts, selection: history.selection,
            columns: history.catalogue.workoutColumns(in: size.width))
          if size.height >= 6,
            let marks = Workout.Provenance.legend(of: history.workouts.map(\.provenance))
          {
            Text(marks).style(.dim)
          }
        }
      }
    }
  }
}
