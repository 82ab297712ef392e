import Clients
import Models
import ReducerRuntime
import TerminalUI

/// A sheet that explains a failure of the feature that presents it.
///
/// ```swift
/// @Presents var errorSheet: ErrorHandling.State?
///
/// Reduce { state, action in
///   case ._internal(.loadResponse(.failure(let failure))):
///     state.errorSheet = ErrorHandling.State(failure, dataStatus: "The last loaded list is shown.", canRetry: true)
/// }
/// .explainingErrors(\.$errorSheet, action: \.errorSheet) { load(&$0) }
/// ```
@Reducer
public struct ErrorHandling {
  @ObservableState
  public struct State: Equatable, Sendable {
    /// The failures. The sheet shows one at a time.
    let failures: [Failure]
    var index = 0
    /// A sentence about the data that the failure left intact.
    public let dataStatus: String
    /// Whether the sheet offers to try again.
    public let canRetry: Bool
    /// Whether the details were sent to the terminal's clipboard.
    public internal(set) var hasSentDetails = false

    /// Creates a sheet for `failure` and other failures that happened with it.
    public init(
      _ failure: Failure, others: [Failure] = [], dataStatus: String, canRetry: Bool
    ) {
      failures = [failure] + others
      self.dataStatus = dataStatus
      self.canRetry = canRetry
    }

    /// The failure that is shown.
    public var failure: Failure { failures[index] }

    var hasMultipleFailures: Bool { failures.count > 1 }

    /// The position of the shown failure, such as `2 of 8`; `nil` if it is the only one.
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
      /// The parent should close the sheet and retry.
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
        state.hasSentDetails = true
        let report = "\(state.failure.summary)\n\(state.failure.details)"
        return .merge(
          .recordUse(of: .errorHandling), .run { _ in await clipboard.send(text: report) })

      case .view(.retryButtonTapped):
        return .send(.delegate(.retryRequested))

      case .view(.closeButtonTapped):
        return .run { _ in await dismiss() }

      case .view(.failureMoved(let offset)):
        state.index = state.index.wrapped(by: offset, in: state.failures.count)
        return .none

      case .delegate:
        return .none
      }
    }
  }
}

/// A reducer combined with one that retries a failed request.
///
/// It is not an opaque type, because the compiler would not specialize the presentations around it: a tick would take
/// 12 100 instructions instead of 5 500 (`ladder-bench store`).
public typealias Retrying<Base: Reducer> = CombineReducers<
  Base.State, Base.Action,
  ReducerBuilder<Base.State, Base.Action>._Sequence<Base, Reduce<Base.State, Base.Action>>
>

// Inlinable, so that the modules of the features compile them for their own types: each action passes them.
extension Reducer {
  /// Presents a feature's error sheet, and retries when the person asks for it.
  ///
  /// - Parameters:
  ///   - toSheet: The sheet in the feature's state.
  ///   - toSheetAction: The case of the feature's action that holds the sheet's action.
  ///   - retry: Repeats the failed request. The sheet is already closed.
  @inlinable public func explainingErrors(
    _ toSheet: any WritableKeyPath<State, PresentationState<ErrorHandling.State>> & Sendable,
    action toSheetAction: CaseKeyPath<Action, PresentationAction<ErrorHandling.Action>>,
    retry: @escaping @MainActor (inout State) -> Effect<Action>
  ) -> some ReducerOf<Self> {
    retrying(retry, AnyCasePath(toSheetAction)) {
      $0
    } close: { state in
      state[keyPath: toSheet].wrappedValue = nil
    }
    .ifLet(toSheet, action: toSheetAction) { ErrorHandling() }
  }

  /// Retries when the person asks for it in an error sheet that is one of a feature's destinations.
  ///
  /// ```swift
  /// .explainingErrors(\.destination, action: \.destination, sheet: \.errorSheet) { load(&$0) }
  /// .ifLet(\.$destination, action: \.destination)
  /// ```
  ///
  /// - Parameters:
  ///   - toDestination: The destination in the feature's state.
  ///   - toDestinationAction: The case of the feature's action that holds the destination's action. It is separate from
  ///     `toSheetAction`, so that an action of another feature, such as a tick, costs one `switch`.
  ///   - toSheetAction: The case of the destination's action that holds the sheet's action.
  ///   - retry: Repeats the failed request. The sheet is already closed.
  @inlinable public func explainingErrors<Destination, DestinationAction>(
    _ toDestination: any WritableKeyPath<State, Destination?> & Sendable,
    action toDestinationAction: CaseKeyPath<Action, PresentationAction<DestinationAction>>,
    sheet toSheetAction: CaseKeyPath<DestinationAction, ErrorHandling.Action>,
    retry: @escaping @MainActor (inout State) -> Effect<Action>
  ) -> Retrying<Self> {
    let sheetPath = AnyCasePath(toSheetAction)
    return retrying(retry, AnyCasePath(toDestinationAction)) {
      sheetPath.extract(from: $0)
    } close: { state in
      state[keyPath: toDestination] = nil
    }
  }

  @inlinable func retrying<Presented>(
    _ retry: @escaping @MainActor (inout State) -> Effect<Action>,
    _ path: AnyCasePath<Action, PresentationAction<Presented>>,
    sheet: @escaping @MainActor (Presented) -> ErrorHandling.Action?,
    close: @escaping @MainActor (inout State) -> Void
  ) -> Retrying<Self> {
    CombineReducers {
      self
      Reduce<State, Action> { state, action in
        guard case .presented(let presented) = path.extract(from: action),
          case .delegate(.retryRequested) = sheet(presented)
        else { return .none }
        close(&state)
        return retry(&state)
      }
    }
  }
}

extension ErrorHandling {
  private static let failurePair = KeyPair("other problems")

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

extension KeyMap where Action: BoundedAction {
  /// Returns the keys of a child feature as keys of its parent, active while the child is present.
  ///
  /// ```swift
  /// WorkoutDetail.keys.presented(\.destination?.workout, action: \.destination.presented.workout)
  /// ```
  public func presented<ParentState, ParentAction: BoundedAction>(
    _ toChild: any KeyPath<ParentState, State?> & Sendable,
    action toAction: CaseKeyPath<ParentAction, Action>
  ) -> KeyMap<ParentState, ParentAction> {
    let path = AnyCasePath(toAction)
    return pullback(state: { $0[keyPath: toChild] }, action: { path.embed($0) })
  }

  /// Returns a feature's keys and its error sheet's keys, which are the only active keys while the sheet is shown.
  public func explainingErrors(
    _ toSheet: any KeyPath<State, ErrorHandling.State?> & Sendable,
    action toSheetAction: CaseKeyPath<Action, ErrorHandling.Action>
  ) -> KeyMap {
    ErrorHandling.keys.presented(toSheet, action: toSheetAction)
      + when { $0[keyPath: toSheet] == nil }
  }
}

// MARK: - View

/// A sheet with the cause of a failure, the state of the data, and a remedy.
public struct ErrorHandlingView: RetainedView {
  let store: StoreOf<ErrorHandling>

  public init(store: StoreOf<ErrorHandling>) { self.store = store }

  // In a small terminal the gaps are dropped first, then the frame, then the state of the data.
  public var body: some View {
    ViewThatFits {
      Sheet("Something went wrong") { explanation(gap: 1) }
      Sheet("Something went wrong") { explanation(gap: 0) }
      explanation(gap: 0).expanded().background(.text)
      VStack {
        position
        Paragraph(store.failure.sentence.capitalizedSentence).style(.warning)
        answers
      }
      .expanded().background(.text)
    }
  }

  private func explanation(gap: Int) -> some View {
    VStack(spacing: gap) {
      position
      Paragraph(store.failure.summary.capitalizedSentence)
      Paragraph("Your data: \(store.dataStatus)").style(.good)
      Paragraph("To fix it: \(store.failure.remedy.capitalizedSentence)")
      answers
    }
    .padding(0, gap)
  }

  @ViewBuilder private var position: some View {
    if let position = store.state.position { Text(position).style(.dim) }
  }

  private var answers: some View {
    VStack {
      ForEach(ErrorHandling.keys.hints(in: store.state)) { hint in
        HStack(spacing: 1) {
          HintKeys(hint).style(.key)
          Text(hint.label)
        }
        .tappable(hint)
      }
      if store.hasSentDetails {
        SentToTerminalLine().style(.accent)
      }
    }
  }
}

extension View {
  /// Shows the error sheet, if any, over this view.
  ///
  /// ```swift
  /// .errorSheet(store.scope(state: \.errorSheet, action: \.errorSheet.presented))
  /// ```
  public func errorSheet(_ store: StoreOf<ErrorHandling>?) -> some View {
    overlay {
      if let store { ErrorHandlingView(store: store) }
    }
  }
}

extension String {
  /// The text with a capital first letter and a full stop.
  public var capitalizedSentence: String {
    isEmpty ? self : capitalizedStart + "."
  }
}

/// A line that confirms a copy to the terminal's clipboard (OSC 52). The terminal does not report success.
///
/// tmux ignores text from programs unless its option `set-clipboard` is `on`; the default is `external`.
public struct SentToTerminalLine: View {
  public init() {}

  public var body: some View {
    ViewThatFits {
      Text("Sent to the terminal's clipboard; tmux needs \"set-clipboard on\"")
      Text("Sent; tmux needs \"set-clipboard on\"")
    }
  }
}

// MARK: - Failures

/// An error in words for the person: a summary, a remedy, and details for a developer.
public struct Failure: ExplainedError, Equatable {
  /// The error and where it happened, without a full stop.
  public var summary: String
  /// A way to fix it, without a full stop.
  public var remedy: String
  /// Facts for a developer, without personal data.
  public var details: String

  public init(summary: String, remedy: String, details: String) {
    self.summary = summary
    self.remedy = remedy
    self.details = details
  }

  public init(_ error: any Error) {
    switch error {
    case let error as any ExplainedError:
      self.init(summary: error.summary, remedy: error.remedy, details: error.details)
    default:
      self.init(
        summary: "something went wrong (\(error))", remedy: "try again",
        details: "\(type(of: error)): \(error)")
    }
  }
}

/// A request that failed, with its input, so that a retry repeats exactly this request.
public struct FailedRequest<Mutation: Equatable & Sendable>: Error, Equatable, Sendable {
  public var mutation: Mutation
  public var failure: Failure

  public init(_ mutation: Mutation, _ failure: Failure) {
    self.mutation = mutation
    self.failure = failure
  }
}

/// Returns the result of `work`, with an error turned into a ``Failure``.
nonisolated(nonsending) public func outcome<Success>(
  of work: nonisolated(nonsending) () async throws -> Success
) async -> Result<Success, Failure> {
  do {
    return .success(try await work())
  } catch {
    return .failure(Failure(error))
  }
}

extension Effect {
  /// Makes a request and sends its result. A later request with the same identifier cancels it.
  ///
  /// ```swift
  /// .request(CancelID.plans) { try await plans.all() } response: { ._internal(.plansResponse($0)) }
  /// ```
  public static func request<Success: Sendable>(
    _ id: some Hashable & Sendable,
    _ work: nonisolated(nonsending) @escaping @Sendable () async throws -> Success,
    response: @escaping @Sendable (Result<Success, Failure>) -> Action
  ) -> Self {
    .run { send in await send(response(outcome(of: work))) }
      .cancellable(id: id, cancelInFlight: true)
  }
}
