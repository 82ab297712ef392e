import Clients
import ReducerRuntime
import TerminalUI

/// The sheet that explains a failure of the feature under it.
///
/// ```swift
/// @Presents var errorSheet: ErrorHandling.State?
///
/// Reduce { state, action in
///   case ._internal(.loadResponse(.failure(let failure))):
///     state.errorSheet = ErrorHandling.State(failure, dataStatus: "What is shown is from before.", canRetry: true)
/// }
/// .explainingErrors(\.$errorSheet, action: \.errorSheet) { load(&$0) }
/// ```
@Reducer
public struct ErrorHandling {
  @ObservableState
  public struct State: Equatable, Sendable {
    /// What failed; one of them is shown at a time.
    let failures: [Failure]
    var index = 0
    /// What the failure did no harm to, as a sentence.
    public let dataStatus: String
    /// Whether what failed can be tried again from here.
    public let canRetry: Bool
    /// Whether the details were sent to the terminal's clipboard.
    public internal(set) var areDetailsSent = false

    public init(_ failure: Failure, dataStatus: String, canRetry: Bool) {
      self.init(failure, others: [], dataStatus: dataStatus, canRetry: canRetry)
    }

    /// - Parameter others: What failed beside `failure`.
    init(_ failure: Failure, others: some Sequence<Failure>, dataStatus: String, canRetry: Bool) {
      failures = [failure] + others
      self.dataStatus = dataStatus
      self.canRetry = canRetry
    }

    /// The failure that is shown.
    public var failure: Failure { failures[index] }

    var hasMultipleFailures: Bool { failures.count > 1 }

    /// Which of several failures is shown: `2 of 8`.
    var position: String? { hasMultipleFailures ? "\(index + 1) of \(failures.count)" : nil }
  }

  public enum Action: BoundedAction, Sendable {
    @CasePathable
    public enum View: Sendable {
      case copyButtonTapped
      case retryButtonTapped
      case closeButtonTapped
      case failureMoved(by: Int)
    }

    @CasePathable
    public indirect enum Delegate: Equatable, Sendable {
      /// The parent closes the sheet and tries again what failed.
      case retryRequested
    }

    case view(View)
    case delegate(Delegate)
    case _internal(Never)
  }

  @Dependency(\.clipboard) var clipboard
  @Dependency(\.dismiss) var dismiss

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .view(.copyButtonTapped):
        state.areDetailsSent = true
        let report = "\(state.failure.summary)\n\(state.failure.details)"
        return .merge(
          .recordUse(of: .errorHandling), .run { _ in await clipboard.send(text: report) })

      case .view(.retryButtonTapped):
        return .send(.delegate(.retryRequested))

      case .view(.closeButtonTapped):
        return .run { _ in await dismiss() }

      case .view(.failureMoved(let offset)):
        let count = state.failures.count
        state.index = (state.index + offset + count) % count
        return .none

      case .delegate:
        return .none
      }
    }
  }
}

extension Reducer where Action: BoundedAction {
  /// Presents a feature's error sheet, and lets the feature try again when the person asks for it.
  ///
  /// - Parameters:
  ///   - toSheet: The sheet in the feature's state.
  ///   - toSheetAction: The case of the feature's `Internal` that holds the sheet's actions.
  ///   - retry: Tries again what failed. The sheet is closed by then.
  func explainingErrors(
    _ toSheet: any WritableKeyPath<State, PresentationState<ErrorHandling.State>> & Sendable,
    action toSheetAction: CaseKeyPath<
      Action.InternalAction, PresentationAction<ErrorHandling.Action>
    >,
    retry: @escaping @MainActor (inout State) -> Effect<Action>
  ) -> some ReducerOf<Self> {
    let sheetPath = Action.internalPath(toSheetAction)
    return CombineReducers {
      self
      Reduce<State, Action> { state, action in
        guard case .presented(.delegate(.retryRequested)) = sheetPath.extract(from: action)
        else { return .none }
        state[keyPath: toSheet].wrappedValue = nil
        return retry(&state)
      }
    }
    .ifLet(toSheet, action: toSheetAction) { ErrorHandling() }
  }
}

extension ErrorHandling {
  private static let failurePair = KeyPair("other problems")

  /// What keys do while a failure is explained.
  public static let keys = KeyMap<State, Action.View>([
    .init([.enter, "r"], "try again", .retryButtonTapped, when: \.canRetry),
    .init([.escape], "close", .closeButtonTapped, when: \.canRetry),
    .init([.escape, .enter], "close", .closeButtonTapped, when: { !$0.canRetry }),
    .init(
      [.up, .left, "k"], "previous", .failureMoved(by: -1), pair: failurePair,
      when: \.hasMultipleFailures),
    .init(
      [.down, .right, "j"], "next", .failureMoved(by: 1), pair: failurePair,
      when: \.hasMultipleFailures),
    .init(["c"], "copy the details", .copyButtonTapped, short: "copy"),
  ])
  .section("Something went wrong").screen("a failure").map(Action.view)
}

extension KeyMap {
  /// A feature's keys, and before them those of its error sheet, during which no other key works.
  ///
  /// - Parameters:
  ///   - sheet: The sheet, while the feature shows one.
  ///   - action: Embeds an action of the sheet.
  func explainingErrors(
    _ sheet: @escaping @Sendable (State) -> ErrorHandling.State?,
    _ action: @escaping @Sendable (ErrorHandling.Action) -> Action
  ) -> KeyMap {
    ErrorHandling.keys.pullback(state: sheet, action: action)
      + when { sheet($0) == nil }
  }
}
