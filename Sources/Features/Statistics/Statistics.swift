import Clients
import Models
import ReducerRuntime

/// A summary of your training: totals, streaks, a calendar, and records.
@Reducer
public struct Statistics {
  @ObservableState
  public struct State: Equatable, Sendable {
    public internal(set) var summary: TrainingSummary?
    /// Whether the charts show body weight and effort instead of weeks.
    public internal(set) var showsFigures = false
    @SharedReader(.settings) var settings
    public internal(set) var failure: Failure?

    /// The progress of the goal for the week, if there is one.
    var goalProgress: GoalProgress? {
      guard let summary, let goal = settings.goal else { return nil }
      return GoalProgress(goal, in: summary)
    }

    public init() {}

    /// Whether there is a figure to show.
    var hasFigures: Bool { summary?.figures.isEmpty == false }
  }

  public enum Action: BoundedAction, Sendable {
    @CasePathable
    public enum Command: Sendable {
      /// Load or reload the summary.
      case load
      /// Show the charts of body weight and effort, or those of the weeks.
      case toggleFigures
    }

    @CasePathable
    public indirect enum Delegate: Equatable, Sendable {
      case failed(Failure)
    }

    @CasePathable
    public indirect enum Internal: Sendable {
      case summaryResponse(Result<TrainingSummary, Failure>)
    }

    case view(Never)
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
      case .command(.load):
        return load(state)

      case .command(.toggleFigures):
        state.showsFigures = state.hasFigures && !state.showsFigures
        return .none

      case ._internal(.summaryResponse(.success(let summary))):
        state.summary = summary
        if summary.figures.isEmpty { state.showsFigures = false }
        state.failure = nil
        return .none

      case ._internal(.summaryResponse(.failure(let failure))):
        state.failure = failure
        return .send(.delegate(.failed(failure)))

      case .delegate:
        return .none
      }
    }
  }

  private func load(_ state: State) -> Effect<Action> {
    .run { [request = SummaryRequest(state.settings)] send in
      await send(
        ._internal(
          .summaryResponse(outcome { try await statistics.summary(request: request) })))
    }
    .cancellable(id: CancelID.summary, cancelInFlight: true)
  }
}
