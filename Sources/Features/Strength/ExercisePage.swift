import Clients
import Models
import ReducerRuntime
import TerminalUI

/// A page about one exercise: its records, its sessions, and the rule that suggests the next session.
///
/// A suggestion is only shown. The rule changes only when the person saves another one.
@Reducer
public struct ExercisePage {
  @ObservableState
  public struct State: Equatable, Sendable {
    public let exercise: String
    /// The sessions and the rule, once they are loaded.
    public internal(set) var history: StrengthHistory?
    public internal(set) var failure: Failure?
    /// Whether a rule is being saved.
    public internal(set) var isSaving = false
    /// The change of the rule that failed last, for another attempt.
    var failedChange: RuleChange?
    @SharedReader(.settings) var settings
    @Presents public internal(set) var destination: Destination.State?

    public init(exercise: String) { self.exercise = exercise }

    /// Whether letters are typed instead of being commands.
    var isTyping: Bool { destination?.ruleEditor != nil }

    /// Whether the rule can be changed.
    var canChangeRule: Bool { history != nil && !isSaving }
  }

  /// A view over the page: the form for the rule, or the explanation of a failure.
  @Reducer(state: .equatable, .sendable, action: .sendable)
  public enum Destination {
    case ruleEditor(RuleEditor)
    case errorSheet(ErrorHandling)
  }

  /// A rule to save; `nil` to remove the one that there is.
  public struct RuleChange: Equatable, Sendable {
    var rule: ProgressionRule?
  }

  public enum Action: BoundedAction, Sendable {
    @CasePathable
    public enum View: Sendable {
      case ruleButtonTapped
      case startButtonTapped
      case closeButtonTapped
    }

    @CasePathable
    public enum Command: Sendable {
      case appear
    }

    @CasePathable
    public indirect enum Delegate: Equatable, Sendable {
      /// The person asked to start a session with the exercise.
      case workoutRequested(exercise: String)
      case ruleChanged
      case closed
    }

    @CasePathable
    public indirect enum Internal: Sendable {
      case historyResponse(Result<StrengthHistory, Failure>)
      case saveResponse(Result<StrengthHistory, FailedRequest<RuleChange>>)
      case destination(PresentationAction<Destination.Action>)
    }

    case view(View)
    case command(Command)
    case delegate(Delegate)
    case _internal(Internal)
  }

  enum CancelID { case history, save }

  @Dependency(\.strength) var strength

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .view(let action): reduce(&state, view: action)
      case .command(.appear): load(state)
      case ._internal(let action): reduce(&state, internal: action)
      case .delegate: .none
      }
    }
    .ifLet(\.$destination, action: \.destination)
  }

  private func reduce(_ state: inout State, view action: Action.View) -> Effect<Action> {
    switch action {
    case .ruleButtonTapped:
      guard state.canChangeRule, let history = state.history else { return .none }
      state.destination = .ruleEditor(RuleEditor.State(history.rule, unit: history.unit))
      return .none

    case .startButtonTapped:
      return .send(.delegate(.workoutRequested(exercise: state.exercise)))

    case .closeButtonTapped:
      return .send(.delegate(.closed))
    }
  }

  private func reduce(_ state: inout State, internal action: Action.Internal) -> Effect<Action> {
    switch action {
    case .historyResponse(.success(let history)):
      state.history = history
      state.failure = nil
      return .none

    case .historyResponse(.failure(let failure)):
      explain(failure, &state)
      return .none

    case .saveResponse(.success(let history)):
      state.isSaving = false
      state.failedChange = nil
      state.failure = nil
      state.history = history
      return .send(.delegate(.ruleChanged))

    case .saveResponse(.failure(let failed)):
      state.isSaving = false
      state.failedChange = failed.mutation
      explain(failed.failure, &state)
      return .none

    case .destination(.presented(.ruleEditor(.delegate(.saved(let rule))))):
      state.destination = nil
      return save(RuleChange(rule: rule), &state)

    case .destination(.presented(.ruleEditor(.delegate(.cancelled)))):
      state.destination = nil
      return .none

    case .destination(.presented(.errorSheet(.delegate(.retryRequested)))):
      state.destination = nil
      return state.failedChange.map { save($0, &state) } ?? load(state)

    case .destination:
      return .none
    }
  }

  private func load(_ state: State) -> Effect<Action> {
    .run { [exercise = state.exercise] send in
      await send(
        ._internal(
          .historyResponse(outcome { try await strength.history(exercise: exercise) })))
    }
    .cancellable(id: CancelID.history, cancelInFlight: true)
  }

  private func save(_ change: RuleChange, _ state: inout State) -> Effect<Action> {
    state.isSaving = true
    let exercise = state.exercise
    return .merge(
      // A read that is under way would return the rule before the change.
      .cancel(id: CancelID.history),
      .run { send in
        let result = await outcome {
          try await strength.saveRule(rule: change.rule, exercise: exercise)
          return try await strength.history(exercise: exercise)
        }
        await send(._internal(.saveResponse(result.mapError { FailedRequest(change, $0) })))
      }
      .cancellable(id: CancelID.save))
  }

  private func explain(_ failure: Failure, _ state: inout State) {
    state.failure = failure
    state.destination = .errorSheet(
      ErrorHandling.State(
        failure, dataStatus: "Your sessions and rules are unchanged.", canRetry: true))
  }
}

extension ExercisePage {
  /// The keys of an exercise's page and of the form for its rule.
  public static let keys =
    (RuleEditor.keys.pullback(
      state: { $0.destination?.ruleEditor },
      action: { ._internal(.destination(.presented(.ruleEditor($0)))) })
    + ownKeys.section("An exercise's page").map(Action.view).when { $0.destination == nil })
    .explainingErrors(
      { $0.destination?.errorSheet },
      { ._internal(.destination(.presented(.errorSheet($0)))) })

  private static let ownKeys: KeyMap<State, Action.View> = [
    .init([.escape], "back", .closeButtonTapped),
    .init(["r"], "rule", .ruleButtonTapped, when: \.canChangeRule),
    .init(["s"], "start session", .startButtonTapped, short: "start"),
  ]
}
