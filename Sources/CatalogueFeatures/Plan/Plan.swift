import Clients
import FoundationEssentials
import Models
import ReducerRuntime
import SharedFeatures
import TerminalUI
import TimerFeatures

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
    /// Whether a change is being written. Quitting waits for it.
    public internal(set) var isSaving = false

    public init(challenge: Challenge, plan: TrainingPlan? = nil) {
      self.challenge = challenge
      self.plan = plan
    }
  }

  /// The active plan after a change, or the stored plan if the change failed because another program changed the plan.
  public struct Update: Equatable, Sendable {
    let plan: TrainingPlan?
    var notice: PlanNotice?
    var canUndo = false
  }

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
      /// Record a workout that this feature requested.
      case record(SavedWorkout, WorkoutPurpose)
    }

    @CasePathable
    public indirect enum Delegate: Equatable, Sendable {
      case workoutRequested(WorkoutPurpose)
      /// The plan was changed, or one of its sets was recorded.
      case changed
      /// The plan could not be read.
      case failed(Failure)
    }

    @CasePathable
    public indirect enum Internal: Sendable {
      case plansResponse(Result<[TrainingPlan], Failure>)
      case changeResponse(Result<Update, Failure>)
      case errorSheet(PresentationAction<ErrorHandling.Action>)
    }

    case view(View)
    case command(Command)
    case delegate(Delegate)
    case _internal(Internal)
  }

  enum CancelID { case plans, change }

  @Dependency(\.plans) var plans
  @Dependency(\.today) var today
  @SharedReader(.settings) var settings

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
        state.today = today
        state.plan = plans.first { $0.challenge == state.challenge.id }
        state.failure = nil
        return .none

      case ._internal(.plansResponse(.failure(let failure))):
        state.failure = failure
        return .send(.delegate(.failed(failure)))

      case ._internal(.changeResponse(.success(let update))):
        state.isSaving = false
        state.apply(update)
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
      guard let purpose = state.nextWorkout(today: today) else { return .none }
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
      // An ended plan can still be restored: the person may have ended it by mistake and then pressed Esc.
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
    state.today = today
    switch purpose {
    case .test:
      guard
        let test = TestResult(
          saved, scoring: state.challenge.scoring, dayStart: settings.dayStart)
      else {
        state.notice = .noScore
        return .none
      }
      return save(
        .started(
          TrainingPlan(id: saved.workout.id, challenge: state.challenge.id, test: test)), &state)
    case .set(let set):
      guard let plan = state.plan, saved.score != nil else { return .none }
      return save(.finished(set, plan.id, day: settings.dayStart.day(of: saved.workout)), &state)
    }
  }

  /// Saves a change. A set that could not be saved needs no retry, because a later recorded set implies it.
  private func save(_ change: Change, _ state: inout State) -> Effect<Action> {
    state.change = change
    state.isSaving = true
    state.errorSheet = nil
    let (challenge, seen) = (state.challenge.id, state.plan)
    return .merge(
      // A read in progress would return the previous plan.
      .cancel(id: CancelID.plans),
      .run { send in
        let update = await outcome { try await perform(change, of: challenge, seen: seen) }
        await send(._internal(.changeResponse(update)))
      }
      .cancellable(id: CancelID.change))
  }

  /// Applies a change to the stored plans, unless another program has started or ended a plan.
  private func perform(
    _ change: Change, of challenge: Challenge.ID, seen: TrainingPlan?
  ) async throws -> Update {
    do {
      switch change {
      case .started(let plan):
        // The replaced plan may be one that another program has started in the meantime.
        let hasReplacedAnother = try await plans.start(plan: plan)
        return Update(
          plan: plan, notice: hasReplacedAnother ? .replaced : nil, canUndo: hasReplacedAnother)
      case .finished(let set, let id, let day):
        return Update(plan: try await plans.recordSet(set: set, plan: id, day: day))
      case .ended:
        if let seen { try await plans.end(plan: seen) }
        return Update(plan: nil, notice: .ended, canUndo: true)
      case .undone:
        let plan = try await plans.undo(challenge: challenge, seen: seen?.id)
        return Update(plan: plan, notice: plan == nil ? .nothingToRestore : .restored)
      }
    } catch let conflict as EditConflict<TrainingPlan> {
      let isEnded = conflict.current == nil
      return Update(
        plan: conflict.current, notice: isEnded ? .endedElsewhere : .replacedElsewhere,
        canUndo: isEnded)
    }
  }
}

extension Plan {
  /// The keys of a plan's screen, and of the sheet about a failed change.
  public static let keys =
    (ownKeys.section("Your plan")
    + .listNavigation(Action.View.selectionMoved).when { $0.plan != nil })
    .map(Action.view)
    .when(\.isShown)
    .explainingErrors(\.errorSheet, action: \.errorSheet.presented)

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

  /// Shows the plan after a change, with a notice about it.
  fileprivate mutating func apply(_ update: Plan.Update) {
    (plan, notice, canUndo) = (update.plan, update.notice, update.canUndo)
    change = nil
    failure = nil
    selection = plan?.completedDays.count ?? 0
  }
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
