import Clients
import ReducerRuntime

/// The sheet that any feature opens where something of its own has failed.
///
/// ```swift
/// @Presents var errorSheet: ErrorHandling.State?
///
/// case .loadResponse(.failure(let failure)):
///   state.errorSheet = ErrorHandling.State(failure, safe: "What is shown is from before.", canRetry: true)
///
/// case .errorSheet(.presented(.delegate(.retryRequested))):
///   state.errorSheet = nil
///   return load(&state)
/// ```
@Reducer
public struct ErrorHandling {
  @ObservableState
  public struct State: Equatable, Sendable {
    public let failure: Failure
    /// What the failure did no harm to, as a sentence.
    public let safe: String
    /// Whether what failed can be tried again from here.
    public let canRetry: Bool
    /// Whether the details were sent to the terminal's clipboard.
    public internal(set) var areDetailsSent = false

    public init(_ failure: Failure, safe: String, canRetry: Bool) {
      self.failure = failure
      self.safe = safe
      self.canRetry = canRetry
    }
  }

  public enum Action: Sendable {
    case copyButtonTapped
    case retryButtonTapped
    case closeButtonTapped
    case delegate(Delegate)

    /// What the parent may hear.
    @CasePathable
    public enum Delegate: Equatable, Sendable {
      /// The parent closes the sheet and does again what failed.
      case retryRequested
    }
  }

  @Dependency(\.clipboard) var clipboard
  @Dependency(\.dismiss) var dismiss

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .copyButtonTapped:
        state.areDetailsSent = true
        let report = "\(state.failure.happened)\n\(state.failure.details)"
        return .run { _ in await clipboard.send(text: report) }

      case .retryButtonTapped:
        return .send(.delegate(.retryRequested))

      case .closeButtonTapped:
        return .run { _ in await dismiss() }

      case .delegate:
        return .none
      }
    }
  }
}
