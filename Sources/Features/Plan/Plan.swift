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
        return .request(CancelID.plans) {
          try await plans.all()
        } response: {
          ._internal(.plansResponse($0))
        }

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

// MARK: - Changes

extension Plan.State {
  /// Whether the plan was ended and can be restored.
  var isEnded: Bool { plan == nil && canUndo }

  /// Whether the plan's screen has anything to show.
  var canShow: Bool { plan != nil || isEnded }

  /// Shows the plan in place of the challenge.
  ///
  /// - Parameter today: The local day, in days since 1970.
  mutating func show(today: Int64) {
    self.today = today
    isShown = true
    selection = plan?.completedDays.count ?? 0
  }

  /// Returns the next workout: the next set, or the test after the last session; `nil` without a plan.
  ///
  /// - Parameter today: The local day, in days since 1970.
  mutating func nextWorkout(today: Int64) -> WorkoutPurpose? {
    guard let plan else { return nil }
    self.today = today
    return plan.nextSet(today: today).map { .set($0) } ?? .test
  }

  /// Shows the plan after the change that was saved, with a notice about it.
  mutating func apply(_ saved: SavedPlan) {
    let plan = saved.plan
    switch change {
    case .started:
      canUndo = saved.hasReplacedAnother
      notice = canUndo ? .replaced : nil
    case .finished, nil:
      notice = nil
      canUndo = false
    case .ended:
      notice = .ended
      canUndo = true
    case .undone:
      notice = plan == nil ? .nothingToRestore : .restored
      canUndo = false
    }
    show(plan)
  }

  /// Shows the plan of another program, which has prevented a change.
  mutating func show(_ conflict: EditConflict<TrainingPlan>) {
    notice = conflict.current == nil ? .endedElsewhere : .replacedElsewhere
    canUndo = conflict.current == nil
    show(conflict.current)
  }

  private mutating func show(_ plan: TrainingPlan?) {
    change = nil
    failure = nil
    self.plan = plan
    selection = plan?.completedDays.count ?? 0
  }
}

/// The active plan of a challenge after a change.
public struct SavedPlan: Equatable, Sendable {
  let plan: TrainingPlan?
  /// Whether the plan took the place of another one, perhaps one that another program had started meanwhile.
  var hasReplacedAnother = false
}

/// A row of a plan.
struct PlanEntry: Equatable {
  /// The session; `nil` for the test at the end.
  var session: TrainingSession?
  var day: Int64
  /// The state as text: `done`, `today`; empty for later rows.
  var state: String
}

extension Plan.State {
  /// The sessions and the test after them, each with its day.
  var entries: [PlanEntry] {
    guard let plan else { return [] }
    let sessions = plan.sessions
    return plan.days(today: today).enumerated().map { index, day in
      PlanEntry(
        session: sessions.indices.contains(index) ? sessions[index] : nil, day: day,
        state: state(ofEntry: index, day, plan))
    }
  }

  private func state(ofEntry index: Int, _ day: Int64, _ plan: TrainingPlan) -> String {
    guard index >= plan.completedDays.count else { return "done" }
    guard index == plan.completedDays.count else { return "" }
    guard let set = plan.nextSet(today: today), set.number > 1 else {
      return day.dueText(today: today)
    }
    return "at set \(set.number)"
  }
}

/// A notice about the last change of a training plan.
public enum PlanNotice: Equatable, Sendable {
  case noScore
  case replaced
  case ended
  case restored
  case nothingToRestore
  case endedElsewhere
  case replacedElsewhere

  /// Returns the notice as text, with the key that undoes the change.
  func sentence(_ key: KeyNames) -> String {
    let undo = key("u", "undo")
    return switch self {
    case .noScore: "No score, so no plan."
    case .replaced: "This is your new plan; \(undo) restores the previous one."
    case .ended: "Plan ended; \(undo) restores it."
    case .restored: "Restored."
    case .nothingToRestore: "There is nothing to restore."
    case .endedElsewhere: "Another program has ended this plan; \(undo) restores it."
    case .replacedElsewhere: "Nothing is changed: another program has started this plan."
    }
  }
}
