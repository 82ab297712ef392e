import Clients
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
    /// The failures, of which one at a time is shown.
    let failures: [Failure]
    var index = 0
    /// A sentence about the data that the failure left intact.
    public let dataStatus: String
    /// Whether the sheet offers to try again.
    public let canRetry: Bool
    /// Whether the details were sent to the terminal's clipboard.
    public internal(set) var hasSentDetails = false

    public init(_ failure: Failure, dataStatus: String, canRetry: Bool) {
      self.init(failure, others: [], dataStatus: dataStatus, canRetry: canRetry)
    }

    /// Creates a sheet for `failure` and others that happened with it.
    init(_ failure: Failure, others: some Sequence<Failure>, dataStatus: String, canRetry: Bool) {
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
        let count = state.failures.count
        state.index = (state.index + offset + count) % count
        return .none

      case .delegate:
        return .none
      }
    }
  }
}

/// A reducer that also retries.
///
/// Not an opaque type: the compiler would not specialize the presentations around it, and a tick would take 12 100
/// instructions instead of 5 500 (`ladder-bench store`).
typealias Retrying<Base: Reducer> = CombineReducers<
  Base.State, Base.Action,
  ReducerBuilder<Base.State, Base.Action>._Sequence<Base, Reduce<Base.State, Base.Action>>
>

extension Reducer {
  /// Presents a feature's error sheet, and retries when the person asks for it.
  ///
  /// - Parameters:
  ///   - toSheet: The sheet in the feature's state.
  ///   - toSheetAction: The case of the feature's action that holds the sheet's.
  ///   - retry: Repeats the failed request. The sheet is already closed.
  func explainingErrors(
    _ toSheet: any WritableKeyPath<State, PresentationState<ErrorHandling.State>> & Sendable,
    action toSheetAction: CaseKeyPath<Action, PresentationAction<ErrorHandling.Action>>,
    retry: @escaping @MainActor (inout State) -> Effect<Action>
  ) -> some ReducerOf<Self> {
    let sheetPath = AnyCasePath(toSheetAction)
    return retrying(retry) { action in
      if case .presented(.delegate(.retryRequested)) = sheetPath.extract(from: action) {
        true
      } else {
        false
      }
    } close: { state in
      state[keyPath: toSheet].wrappedValue = nil
    }
    .ifLet(toSheet, action: toSheetAction) { ErrorHandling() }
  }

  /// Retries when the person asks for it in the error sheet that is one of a feature's destinations.
  ///
  /// ```swift
  /// .explainingErrors(\.destination, action: \.destination, sheet: \.errorSheet) { load(&$0) }
  /// .ifLet(\.$destination, action: \.destination)
  /// ```
  ///
  /// - Parameters:
  ///   - toDestination: The destination in the feature's state.
  ///   - toDestinationAction: The case of the feature's action that holds the destination's. The two case paths are
  ///     separate, so that an action of another feature, such as a tick, costs one `switch`.
  ///   - toSheetAction: The case of the destination's action that holds the sheet's.
  ///   - retry: Repeats the failed request. The sheet is already closed.
  func explainingErrors<Destination, DestinationAction>(
    _ toDestination: any WritableKeyPath<State, Destination?> & Sendable,
    action toDestinationAction: CaseKeyPath<Action, PresentationAction<DestinationAction>>,
    sheet toSheetAction: CaseKeyPath<DestinationAction, ErrorHandling.Action>,
    retry: @escaping @MainActor (inout State) -> Effect<Action>
  ) -> Retrying<Self> {
    let (destinationPath, sheetPath) = (
      AnyCasePath(toDestinationAction), AnyCasePath(toSheetAction)
    )
    return retrying(retry) { action in
      guard case .presented(let presented) = destinationPath.extract(from: action),
        case .delegate(.retryRequested) = sheetPath.extract(from: presented)
      else { return false }
      return true
    } close: { state in
      state[keyPath: toDestination] = nil
    }
  }

  private func retrying(
    _ retry: @escaping @MainActor (inout State) -> Effect<Action>,
    when isRequest: @escaping @MainActor (Action) -> Bool,
    close: @escaping @MainActor (inout State) -> Void
  ) -> Retrying<Self> {
    CombineReducers {
      self
      Reduce<State, Action> { state, action in
        guard isRequest(action) else { return .none }
        close(&state)
        return retry(&state)
      }
    }
  }
}

extension ErrorHandling {
  private static let failurePair = KeyPair("other problems")

  /// The keys of the sheet.
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
  /// Returns a feature's keys combined with those of its error sheet, which disables the others while it is shown.
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

// MARK: - View

/// A sheet with the cause of a failure, the state of the data, and a remedy.
struct ErrorHandlingView: RetainedView {
  let store: StoreOf<ErrorHandling>

  // In a small terminal the gaps are dropped first, then the frame, then the state of the data.
  var body: some View {
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
  /// Shows the sheet about an error over this view, if there is one.
  ///
  /// ```swift
  /// .errorSheet(store.scope(state: \.errorSheet, action: \.errorSheet.presented))
  /// ```
  func errorSheet(_ store: StoreOf<ErrorHandling>?) -> some View {
    overlay {
      if let store { ErrorHandlingView(store: store) }
    }
  }
}

extension String {
  /// The text with a capital first letter and a full stop.
  var capitalizedSentence: String {
    isEmpty ? self : capitalizedStart + "."
  }
}

/// A line that confirms a copy to the terminal's clipboard (OSC 52). The terminal does not report whether it worked.
///
/// tmux ignores what programs send unless its option `set-clipboard` is `on`; it is `external` by default.
struct SentToTerminalLine: View {
  var body: some View {
    ViewThatFits {
      Text("Sent to the terminal; tmux passes it on with \"set-clipboard on\"")
      Text("Sent; tmux needs \"set-clipboard on\"")
    }
  }
}
