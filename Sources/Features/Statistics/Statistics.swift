import Clients
import Models
import ReducerRuntime

/// A summary of your training: totals, streaks, a calendar, and records.
@Reducer
public struct Statistics {
  @ObservableState
  public struct State: Equatable, Sendable {
    public internal(set) var summary: TrainingSummary?
    @SharedReader(.settings) var settings
    public internal(set) var failure: Failure?

    /// The progress of the goal for the week, if there is one.
    var goalProgress: GoalProgress? {
      guard let summary, let goal = settings.goal else { return nil }
      return GoalProgress(goal, in: summary)
    }

    public init() {}
  }

  public enum Action: BoundedAction, Sendable {
    @CasePathable
    public enum Command: Sendable {
      /// Load or reload the summary.
      case load
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

      case ._internal(.summaryResponse(.success(let summary))):
        state.summary = summary
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
