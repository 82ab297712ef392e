import Clients
import Models
import ReducerRuntime
import SharedFeatures
import TerminalUI

/// A page that looks back on a week, a month or a year.
@Reducer
public struct PeriodPage {
  @ObservableState
  public struct State: Equatable, Sendable {
    public internal(set) var period: TrainingPeriod
    /// The summary of the period, or of the previously shown one until it is loaded.
    public internal(set) var summary: PeriodSummary?
    public internal(set) var failure: Failure?
    public internal(set) var selection = 0
    /// The current day, which the latest period contains.
    let today: Int64
    @SharedReader(.settings) var settings

    /// Creates a page of the month of a day, counted from 1970-01-01.
    init(today: Int64) {
      self.today = today
      period = TrainingPeriod(.month, of: today)
    }

    var canMoveLater: Bool { period.days.upperBound < today }
  }

  public enum Action: BoundedAction, Sendable {
    @CasePathable
    public enum View: Sendable {
      case unitSelected(TrainingPeriod.Unit)
      case earlierButtonTapped
      case laterButtonTapped
      case selectionMoved(by: Int)
      case closeButtonTapped
    }

    @CasePathable
    public enum Command: Sendable {
      case load
    }

    @CasePathable
    public indirect enum Delegate: Equatable, Sendable {
      case closed
    }

    @CasePathable
    public indirect enum Internal: Sendable {
      case summaryResponse(Result<PeriodSummary, Failure>)
    }

    case view(View)
    case command(Command)
    case delegate(Delegate)
    case _internal(Internal)
  }

  enum CancelID { case summary }

  @Dependency(\.statistics) var statistics

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .view(.unitSelected(let unit)):
        // The last day of the period is selected, so that the current week belongs to the current month.
        let day = min(state.period.days.upperBound, state.today)
        return show(TrainingPeriod(unit, of: day, weekStart: state.settings.weekStart), &state)

      case .view(.earlierButtonTapped):
        return show(state.period.previous, &state)

      case .view(.laterButtonTapped):
        return state.canMoveLater ? show(state.period.next, &state) : .none

      case .view(.selectionMoved(let offset)):
        state.selection = state.selection.moved(by: offset, in: state.rows.count)
        return .none

      case .view(.closeButtonTapped):
        return .merge(.cancel(id: CancelID.summary), .send(.delegate(.closed)))

      case .command(.load):
        return load(state)

      case ._internal(.summaryResponse(.success(let summary))):
        state.summary = summary
        state.failure = nil
        return .none

      case ._internal(.summaryResponse(.failure(let failure))):
        state.failure = failure
        return .none

      case .delegate:
        return .none
      }
    }
  }

  private func show(_ period: TrainingPeriod, _ state: inout State) -> Effect<Action> {
    state.period = period
    state.selection = 0
    return load(state)
  }

  private func load(_ state: State) -> Effect<Action> {
    .request(CancelID.summary) { [period = state.period, settings = state.settings] in
      try await statistics.period(period: period, settings: settings)
    } response: {
      ._internal(.summaryResponse($0))
    }
  }
}

extension PeriodPage {
  private static let moving = KeyPair("time")

  public static let keys =
    ([
      .init([.escape], "back", .closeButtonTapped),
      .init([.left], "earlier", .earlierButtonTapped, pair: moving),
      .init([.right], "later", .laterButtonTapped, pair: moving, when: \.canMoveLater),
      .init(["w"], "week", .unitSelected(.week), when: { $0.period.unit != .week }),
      .init(["m"], "month", .unitSelected(.month), when: { $0.period.unit != .month }),
      .init(["y"], "year", .unitSelected(.year), when: { $0.period.unit != .year }),
    ] + .listNavigation(Action.View.selectionMoved) as KeyMap<State, Action.View>)
    .section("Looking back").screen("looking back").map(Action.view)
}

// MARK: - Rows

/// A row of the page.
enum PeriodRow: Hashable {
  case heading(String)
  case figure(PeriodSummary.Figure)
  /// The training days of a period: the median of their minutes, and the band between the quartiles.
  case trend(PeriodSummary.Trend, maxMinutes: Double)
  case record(PeriodSummary.Record, day: String)
}

extension PeriodPage.State {
  var rows: [PeriodRow] { figureRows + trendRows + recordRows }

  var figureRows: [PeriodRow] {
    guard let summary else { return [] }
    return (summary.figures + summary.groupFigures).map(PeriodRow.figure)
  }

  var trendRows: [PeriodRow] {
    guard let summary, !summary.days.isEmpty else { return [] }
    let trends = summary.trends
    let maximum = trends.compactMap(\.minutes?.upper).max() ?? 0
    return [.heading("Minutes a training day: median, and the middle half")]
      + trends.map { .trend($0, maxMinutes: maximum) }
  }

  var recordRows: [PeriodRow] {
    guard let summary, !summary.records.isEmpty else { return [] }
    return [.heading("Records")] + summary.records.map { .record($0, day: summary.dayText($0.day)) }
  }
}
