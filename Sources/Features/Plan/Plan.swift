import Clients
import FoundationEssentials
import Models
import ReducerRuntime
import TerminalUI

/// The training plan of one challenge: makes it from a test, shows it, and keeps what is done of it.
///
/// It only asks for workouts: they run on the timer's own screen, which is the parent's, and come back by
/// ``Action/Command/record(_:_:)``.
@Reducer
public struct Plan {
  @ObservableState
  public struct State: Equatable, Sendable {
    public let challenge: Challenge
    /// The plan that is followed, if any.
    public internal(set) var plan: TrainingPlan?
    /// The local day, in days since 1970, at the last look at the calendar.
    public internal(set) var today: Int64 = 0
    /// Whether the plan has the challenge's place on the screen.
    public internal(set) var isShown = false
    public internal(set) var selection = 0
    /// What was done to the plan last.
    public internal(set) var notice: PlanNotice?
    /// Whether that can be taken back.
    public internal(set) var canUndo = false
    /// What keeps the plan from being read, while something does.
    public internal(set) var failure: Failure?
    @Presents public internal(set) var errorSheet: ErrorHandling.State?
    /// What is being kept, or could not be.
    var change: Change?
    /// Whether something is being written that quitting must wait for.
    public internal(set) var isSaving = false

    public init(challenge: Challenge, plan: TrainingPlan? = nil) {
      self.challenge = challenge
      self.plan = plan
    }
  }

  /// What can happen to a plan.
  public enum Change: Equatable, Sendable {
    case followed(TrainingPlan)
    case finished(PlannedSet, TrainingPlan.ID, day: Int64)
    case givenUp
    case undone
  }

  public enum Action: BoundedAction, Sendable {
    @CasePathable
    public enum View: Sendable {
      case selectionMoved(by: Int)
      case startButtonTapped
      case testButtonTapped
      case giveUpButtonTapped
      case undoButtonTapped
      case closeButtonTapped
    }

    @CasePathable
    public indirect enum Command: Sendable {
      case appear
      /// Record a workout that was requested here.
      case record(SavedWorkout, WorkoutPurpose)
    }

    @CasePathable
    public indirect enum Delegate: Equatable, Sendable {
      case workoutRequested(WorkoutPurpose)
      /// What is to be done next may be something else now.
      case changed
      /// The plan could not be read.
      case failed(Failure)
    }

    @CasePathable
    public indirect enum Internal: Sendable {
      case plansResponse(Result<[TrainingPlan], Failure>)
      case changeResponse(Result<TrainingPlan?, Failure>)
      case errorSheet(PresentationAction<ErrorHandling.Action>)
    }

    case view(View)
    case command(Command)
    case delegate(Delegate)
    case _internal(Internal)
  }

  enum CancelID { case plans, change }

  @Dependency(\.plans) var plans
  @Dependency(\.date.now) var now
  @Dependency(\.uuid) var uuid

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .view(let action):
        return reduce(&state, view: action)

      case .command(.appear):
        return .run { send in
          await send(._internal(.plansResponse(outcome { try await plans.all() })))
        }
        .cancellable(id: CancelID.plans, cancelInFlight: true)

      case .command(.record(let saved, let purpose)):
        return record(saved, purpose, &state)

      case ._internal(.plansResponse(.success(let plans))):
        state.today = now.localDay
        state.plan = plans.first { $0.challenge == state.challenge.id }
        state.failure = nil
        return .none

      case ._internal(.plansResponse(.failure(let failure))):
        state.failure = failure
        return .send(.delegate(.failed(failure)))

      case ._internal(.changeResponse(.success(let plan))):
        state.isSaving = false
        state.apply(plan)
        return .send(.delegate(.changed))

      case ._internal(.changeResponse(.failure(let failure))):
        state.isSaving = false
        state.errorSheet = ErrorHandling.State(
          failure, dataStatus: "Your workouts are saved, and your ladder is unchanged.",
          canRetry: true)
        return .none

      case ._internal(.errorSheet), .delegate:
        return .none
      }
    }
    .explainingErrors(\.$errorSheet, action: \.errorSheet) { state in
      state.change.map { keep($0, &state) } ?? .none
    }
  }

  private func reduce(_ state: inout State, view action: Action.View) -> Effect<Action> {
    switch action {
    case .selectionMoved(let offset):
      state.selection = state.selection.moved(by: offset, in: state.entries.count)
      return .none

    case .startButtonTapped:
      guard let purpose = state.nextWorkout(today: now.localDay) else { return .none }
      return .merge(.recordUse(of: .plan), .send(.delegate(.workoutRequested(purpose))))

    case .testButtonTapped:
      return .merge(.recordUse(of: .plan), .send(.delegate(.workoutRequested(.test))))

    case .giveUpButtonTapped:
      guard state.plan != nil else { return .none }
      return keep(.givenUp, &state)

    case .undoButtonTapped:
      guard state.canUndo else { return .none }
      return keep(.undone, &state)

    case .closeButtonTapped:
      state.isShown = false
      // The key that gives a ladder up may have been hit by mistake, and Esc after it.
      guard !state.isGivenUp else { return .none }
      state.notice = nil
      state.canUndo = false
      return .none
    }
  }

  /// Makes a plan of a test, or records a set.
  private func record(
    _ saved: SavedWorkout, _ purpose: WorkoutPurpose, _ state: inout State
  ) -> Effect<Action> {
    state.today = now.localDay
    switch purpose {
    case .test:
      guard let test = TestResult(saved.workout, scoring: state.challenge.scoring) else {
        state.notice = .nothingTested
        return .none
      }
      return keep(
        .followed(TrainingPlan(id: uuid(), challenge: state.challenge.id, test: test)), &state)
    case .set(let set):
      guard let plan = state.plan, saved.score != nil else { return .none }
      return keep(.finished(set, plan.id, day: state.today), &state)
    }
  }

  /// Keeps a change. One that failed before needs no second try: each set tells how many came before it.
  private func keep(_ change: Change, _ state: inout State) -> Effect<Action> {
    state.change = change
    state.isSaving = true
    state.errorSheet = nil
    let challenge = state.challenge.id
    return .merge(
      // What is being read is what was before.
      .cancel(id: CancelID.plans),
      .run { send in
        await send(
          ._internal(
            .changeResponse(
              outcome {
                switch change {
                case .followed(let plan):
                  try await plans.follow(plan: plan)
                  return plan
                case .finished(let set, let id, let day):
                  return try await plans.recordSet(set: set, plan: id, day: day)
                case .givenUp:
                  try await plans.end(challenge: challenge)
                  return nil
                case .undone:
                  return try await plans.undo(challenge: challenge)
                }
              })))
      }
      .cancellable(id: CancelID.change))
  }
}

extension Plan {
  /// What keys do on a plan's screen, and on the sheet about what could not be kept.
  public static let keys =
    (own.section("Your ladder")
    + .listNavigation(Action.View.selectionMoved).when { $0.plan != nil })
    .map(Action.view)
    .when(\.isShown)
    .explainingErrors(\.errorSheet) { ._internal(.errorSheet(.presented($0))) }

  private static let own: KeyMap<State, Action.View> = [
    .init(
      [.enter, "n"], "start session", .startButtonTapped, when: { $0.plan?.nextSession != nil }),
    .init([.escape], "back", .closeButtonTapped),
    .init(["t"], "test", .testButtonTapped),
    .init(["u"], "undo", .undoButtonTapped, when: \.canUndo),
    .init([.delete, "d"], "end plan", .giveUpButtonTapped, when: { $0.plan != nil }),
  ]
}
