import Clients
import Models
import ReducerRuntime

/// What you have done, added up: totals, streaks, a calendar, records.
@Reducer
public struct Statistics {
  @ObservableState
  public struct State: Equatable, Sendable {
    public internal(set) var summary: TrainingSummary?
    /// The day that weeks begin with, 1 for Monday to 7 for Sunday.
    public internal(set) var weekStart = 1
    public internal(set) var failure: Failure?

    public init() {}
  }

  public enum Action: Sendable {
    case refreshed
    case summaryResponse(Result<TrainingSummary, Failure>)
  }

  enum CancelID { case summary }

  @Dependency(\.statistics) var statistics

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .refreshed:
        return .run { send in
          await send(.summaryResponse(outcome { try await statistics.summary() }))
        }
        .cancellable(id: CancelID.summary, cancelInFlight: true)

      case .summaryResponse(.success(let summary)):
        state.summary = summary
        state.failure = nil
        return .none

      case .summaryResponse(.failure(let failure)):
        state.failure = failure
        return .none
      }
    }
  }
}
