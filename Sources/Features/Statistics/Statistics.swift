import Clients
import Models
import ReducerRuntime

/// What you have done, added up: totals, streaks, a calendar, records.
@Reducer
public struct Statistics {
  @ObservableState
  public struct State: Equatable, Sendable {
    public internal(set) var summary: TrainingSummary?
    /// The day that weeks begin with, as the person has it.
    public internal(set) var weekStart = Settings.WeekStart.monday
    public internal(set) var failure: Failure?

    public init() {}
  }

  public enum Action: Sendable {
    case refreshed
    case weekStartChanged(Settings.WeekStart)
    case summaryResponse(Result<TrainingSummary, Failure>)
    case delegate(Delegate)

    /// What the parent may hear.
    @CasePathable
    public enum Delegate: Equatable, Sendable {
      case failed(Failure)
    }
  }

  enum CancelID { case summary }

  @Dependency(\.statistics) var statistics

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .refreshed:
        return load(state)

      case .weekStartChanged(let weekStart):
        state.weekStart = weekStart
        return load(state)

      case .summaryResponse(.success(let summary)):
        state.summary = summary
        state.failure = nil
        return .none

      case .summaryResponse(.failure(let failure)):
        state.failure = failure
        return .send(.delegate(.failed(failure)))

      case .delegate:
        return .none
      }
    }
  }

  private func load(_ state: State) -> Effect<Action> {
    .run { [weekStart = state.weekStart] send in
      await send(.summaryResponse(outcome { try await statistics.summary(weekStart: weekStart) }))
    }
    .cancellable(id: CancelID.summary, cancelInFlight: true)
  }
}
