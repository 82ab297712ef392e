import Clients
import FoundationEssentials
import Models
import ReducerRuntime
import TerminalUI

/// A feature that creates the training plan of a challenge from a test, shows it, and records completed sets.
///
/// It only requests workouts. The parent presents the timer, and sends saved workouts back with
/// ``Action/Command/record(_:_:)``.
@Reducer
public struct Plan {
  @ObservableState
  public struct State: Equatable, Sendable {
    public let challenge: Challenge
    /// The active plan, if any.
    public internal(set) var plan: TrainingPlan?
    /// The local day in days since 1970, as of the last load.
    public internal(set) var today: Int64 = 0
    /// Whether the plan is shown in place of the challenge.
    public internal(set) var isShown = false
    public internal(set) var selection = 0
    /// The notice about the last change.
    public internal(set) var notice: PlanNotice?
    /// Whether the last change can be undone.
    public internal(set) var canUndo = false
    /// The failure to read the plan, if it could not be read.
    public internal(set) var failure: Failure?
    @Presents public internal(set) var errorSheet: ErrorHandling.State?
    /// The change that is being written, or could not be written.
    var change: Change?
    /// Whether a change is being written, which quitting must wait for.
    public internal(set) var isSaving = false

    public init(challenge: Challenge, plan: TrainingPlan? = nil) {
      self.challenge = challenge
      self.plan = plan
    }
  }

  /// A change of a plan.
  public enum Change: Equatable, Sendable {
    case started(TrainingPlan)
    case finished(PlannedSet, TrainingPlan.ID, day: Int64)
    case ended
    case undone
  }

  public enum Action: BoundedAction, Sendable {
    @CasePathable
    public enum View: Sendable {
      case selectionMoved(by: Int)
      case startButtonTapped
      case testButtonTapped
      case endButtonTapped
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
      /// The plan was changed, or a set of it was recorded.
      case changed
      /// The plan could not be read.
      case failed(Failure)
    }

    @CasePathable
    public indirect enum Internal: Sendable {
      case plansResponse(Result<[TrainingPlan], Failure>)
      case changeResponse(Result<SavedPlan, Failure>)
      /// Another program has started or ended a plan.
      case changePrevented(EditConflict<TrainingPlan>)
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

      case ._internal(.changeResponse(.success(let saved))):
        state.isSaving = false
        state.apply(saved)
        return .send(.delegate(.changed))

      case ._internal(.changePrevented(let conflict)):
        state.isSaving = false
        state.show(conflict)
        return .send(.delegate(.changed))

      case ._internal(.changeResponse(.failure(let failure))):
        state.isSaving = false
        state.errorSheet = ErrorHandling.State(
          failure, dataStatus: "Your workouts are saved, and your plan is unchanged.",
          canRetry: true)
        return .none

      case ._internal(.errorSheet), .delegate:
        return .none
      }
    }
    .explainingErrors(\.$errorSheet, action: \.errorSheet) { state in
      state.change.map { save($0, &state) } ?? .none
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

    case .endButtonTapped:
      guard state.plan != nil else { return .none }
      return save(.ended, &state)

    case .undoButtonTapped:
      guard state.canUndo else { return .none }
      return save(.undone, &state)

    case .closeButtonTapped:
      state.isShown = false
      // An ended plan can still be restored, because the key that ends it may have been hit by mistake, and Esc after it.
      guard !state.isEnded else { return .none }
      state.notice = nil
      state.canUndo = false
      return .none
    }
  }

  /// Creates a plan from a test, or records a set.
  private func record(
    _ saved: SavedWorkout, _ purpose: WorkoutPurpose, _ state: inout State
  ) -> Effect<Action> {
    state.today = now.localDay
    switch purpose {
    case .test:
      guard let test = TestResult(saved, scoring: state.challenge.scoring) else {
        state.notice = .noScore
        return .none
      }
      return save(
        .started(
          TrainingPlan(id: saved.workout.id, challenge: state.challenge.id, test: test)), &state)
    case .set(let set):
      guard let plan = state.plan, saved.score != nil else { return .none }
      return save(.finished(set, plan.id, day: saved.workout.day), &state)
    }
  }

  /// Saves a change. A set that failed before needs no retry, because a recorded set implies the ones before it.
  private func save(_ change: Change, _ state: inout State) -> Effect<Action> {
    state.change = change
    state.isSaving = true
    state.errorSheet = nil
    let (challenge, seen) = (state.challenge.id, state.plan)
    return .merge(
      // A read that is under way would return the plan before the change.
      .cancel(id: CancelID.plans),
      .run { send in
        do {
          let saved =
            switch change {
            case .started(let plan):
              SavedPlan(plan: plan, hasReplacedAnother: try await plans.start(plan: plan))
            case .finished(let set, let id, let day):
              SavedPlan(plan: try await plans.recordSet(set: set, plan: id, day: day))
            case .ended: SavedPlan(plan: try await end(seen))
            case .undone:
              SavedPlan(plan: try await plans.undo(challenge: challenge, seen: seen?.id))
            }
          await send(._internal(.changeResponse(.success(saved))))
        } catch let conflict as EditConflict<TrainingPlan> {
          await send(._internal(.changePrevented(conflict)))
        } catch {
          await send(._internal(.changeResponse(.failure(Failure(error)))))
        }
      }
      .cancellable(id: CancelID.change))
  }

  private func end(_ plan: TrainingPlan?) async throws -> TrainingPlan? {
    if let plan { try await plans.end(plan: plan) }
    return nil
  }
}

extension Plan {
  /// The keys of a plan's screen, and of the sheet about a failed change.
  public static let keys =
    (ownKeys.section("Your plan")
    + .listNavigation(Action.View.selectionMoved).when { $0.plan != nil })
    .map(Action.view)
    .when(\.isShown)
    .explainingErrors(\.errorSheet) { ._internal(.errorSheet(.presented($0))) }

  private static let ownKeys: KeyMap<State, Action.View> = [
    .init(
      [.enter, "n"], "start session", .startButtonTapped, when: { $0.plan?.nextSession != nil }),
    .init([.escape], "back", .closeButtonTapped),
    .init(["t"], "test", .testButtonTapped),
    .init(["u"], "undo", .undoButtonTapped, when: \.canUndo),
    .init([.delete, "d"], "end plan", .endButtonTapped, when: { $0.plan != nil }),
  ]
}
