import Clients
import Models
import ReducerRuntime
import TerminalUI

/// Plays a workout again as its log has it, on the clock: to be watched, nothing is kept.
@Reducer
public struct Replay {
  @ObservableState
  public struct State: Equatable, Sendable {
    public let challenge: Challenge
    /// Whose workout it is.
    public let name: String
    let id: Workout.ID
    public internal(set) var workout: Workout?
    /// How far into the workout we are.
    public internal(set) var elapsed = Duration.zero
    /// The time on the clock at which it began, less what was seen before a pause; `nil` while it stands still.
    var origin: Duration?
    public internal(set) var failure: Failure?
    @Presents public internal(set) var errorSheet: ErrorHandling.State?

    /// - Parameters:
    ///   - id: The workout that is played.
    ///   - name: Whose it is.
    ///   - challenge: What was done.
    public init(of id: Workout.ID, by name: String, in challenge: Challenge) {
      self.id = id
      self.name = name
      self.challenge = challenge
    }

    public var isPlaying: Bool { origin != nil }
    public var isOver: Bool { workout.map { elapsed >= $0.duration } ?? false }
    public var repCount: Int { workout?.log.count(through: elapsed) ?? 0 }
  }

  public enum Action: BoundedAction, Sendable {
    @CasePathable
    public enum View: Sendable {
      case playButtonTapped
      case pauseButtonTapped
      case closeButtonTapped
    }

    @CasePathable
    public enum Command: Sendable {
      /// Load the workout and play it.
      case load
      /// Stop where it is: something else is shown in its place.
      case pause
    }

    @CasePathable
    public indirect enum Delegate: Equatable, Sendable {
      /// The workout was loaded, and plays.
      case started
      case closed
    }

    @CasePathable
    public indirect enum Internal: Sendable {
      case timerTick
      case workoutResponse(Result<Workout?, Failure>)
      case errorSheet(PresentationAction<ErrorHandling.Action>)
    }

    case view(View)
    case command(Command)
    case delegate(Delegate)
    case _internal(Internal)
  }

  enum CancelID { case workout, timer }

  /// How often the clock is asked.
  static let tickInterval = Duration.milliseconds(50)

  @Dependency(\.leaderboard) var leaderboard
  @Dependency(\.continuousClock) var clock
  @Dependency(\.uptime) var uptime

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .command(.load):
        return load(&state)

      case .view(.playButtonTapped):
        if state.isOver { state.elapsed = .zero }
        return play(&state)

      case .view(.pauseButtonTapped), .command(.pause):
        let ended = measure(&state)
        state.origin = nil
        return .merge(ended, .cancel(id: CancelID.timer))

      case .view(.closeButtonTapped):
        return .send(.delegate(.closed))

      case ._internal(.timerTick):
        return measure(&state)

      case ._internal(.workoutResponse(.success(let workout?))):
        state.workout = workout
        return .merge(play(&state), .send(.delegate(.started)))

      case ._internal(.workoutResponse(.success(nil))):
        let failure = Failure(
          happened: "this workout is not there any more",
          remedy: "go back and refresh the leaderboard",
          details: "no workout with the id of a standing")
        return explain(failure, canRetry: false, &state)

      case ._internal(.workoutResponse(.failure(let failure))):
        return explain(failure, canRetry: true, &state)

      case ._internal(.errorSheet), .delegate:
        return .none
      }
    }
    .explainingErrors(\.$errorSheet, action: \.errorSheet) { load(&$0) }
  }

  private func load(_ state: inout State) -> Effect<Action> {
    state.failure = nil
    return .run { [id = state.id] send in
      await send(
        ._internal(.workoutResponse(outcome { try await leaderboard.workout(id: id) })))
    }
    .cancellable(id: CancelID.workout, cancelInFlight: true)
  }

  private func explain(
    _ failure: Failure, canRetry: Bool, _ state: inout State
  ) -> Effect<Action> {
    state.failure = failure
    state.errorSheet = ErrorHandling.State(
      failure, safe: "All scores are as they were.", canRetry: canRetry)
    return .none
  }

  private func play(_ state: inout State) -> Effect<Action> {
    guard state.workout != nil, !state.isPlaying else { return .none }
    state.origin = uptime - state.elapsed
    return .run { send in
      await clock.tick(every: Self.tickInterval, send.prepared(._internal(.timerTick)))
    }
    .cancellable(id: CancelID.timer, cancelInFlight: true)
  }

  /// Asks the clock how far we are; no tick is ever added up.
  private func measure(_ state: inout State) -> Effect<Action> {
    guard let origin = state.origin, let workout = state.workout else { return .none }
    state.elapsed = min(uptime - origin, workout.duration)
    guard state.isOver else { return .none }
    state.origin = nil
    return .cancel(id: CancelID.timer)
  }
}

extension Replay {
  /// What keys do while a workout is played again.
  public static let keys = own.map(Action.view)
    .explainingErrors(\.errorSheet) { ._internal(.errorSheet(.presented($0))) }

  private static let own: KeyMap<State, Action.View> = [
    .init([.space], "pause", .pauseButtonTapped, when: \.isPlaying),
    .init([.space], "play", .playButtonTapped, when: { !$0.isPlaying && $0.workout != nil }),
    .init([.escape], "back", .closeButtonTapped),
  ]
}
