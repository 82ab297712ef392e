import Clients
import FoundationEssentials
import Models
import ReducerRuntime
import TerminalUI

/// A feature that times the rest after a set, independent of the screen that is shown.
@Reducer
public struct RestTimer {
  @ObservableState
  public struct State: Equatable, Sendable {
    @Shared(.rest) public var rest: Rest?
    /// The name of what comes after the rest.
    var next = ""
    /// The last time at which cues of the rest were looked for, since its start.
    var cueTime = Duration.zero
    /// The rest with its cues, from its start.
    var cueSpan = CueSpan(start: .zero, end: .zero)
    /// Whether screens other than the set's show that the rest is over.
    public internal(set) var isEndShown = false

    public init() { $rest.set(nil) }
  }

  public enum Action: BoundedAction, Sendable {
    @CasePathable
    public enum View: Sendable {
      case endButtonTapped
    }

    @CasePathable
    public indirect enum Command: Sendable {
      case perform(RestRequest)
      /// Update the rest from the clock, because time has passed in the background.
      case update
    }

    @CasePathable
    public enum Internal: Sendable {
      case tick
      case endNoticeExpired
    }

    case view(View)
    case command(Command)
    case delegate(Never)
    case _internal(Internal)
  }

  enum CancelID { case timer, saving }

  /// The time for which other screens show that the rest is over.
  static let endNoticeDuration = Duration.seconds(60)

  @Dependency(\.continuousClock) var clock
  @Dependency(\.uptime) var uptime
  @Dependency(\.date.now) var now
  @Dependency(\.workouts) var workouts
  @SharedReader(.settings) var settings

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .view(.endButtonTapped), .command(.perform(.end)):
        return end(&state)

      case .command(.perform(.start(let challenge, let next, let seconds))):
        state.next = next
        return start(challenge, seconds, &state)

      case .command(.update), ._internal(.tick):
        return update(&state)

      case ._internal(.endNoticeExpired):
        state.isEndShown = false
        return .none
      }
    }
  }

  private func start(
    _ challenge: Challenge.ID, _ seconds: Int, _ state: inout State
  ) -> Effect<Action> {
    state.isEndShown = false
    state.cueSpan = CueSpan(start: .zero, end: .seconds(seconds), hasHalf: false)
    state.cueTime = .zero
    state.$rest.set(.resting(end: uptime + .seconds(seconds), remaining: seconds))
    return .merge(
      save(StoredRest(challenge: challenge, end: now.addingTimeInterval(Double(seconds)))),
      .run { send in
        for await _ in clock.timer(interval: .seconds(1)) { await send(._internal(.tick)) }
      }
      .cancellable(id: CancelID.timer, cancelInFlight: true))
  }

  private func end(_ state: inout State) -> Effect<Action> {
    guard state.rest != nil else { return .none }
    state.isEndShown = false
    state.$rest.set(nil)
    return .merge(.cancel(id: CancelID.timer), save(nil))
  }

  /// Updates the rest from the clock, and announces its end.
  private func update(_ state: inout State) -> Effect<Action> {
    guard case .resting(let end, _) = state.rest else { return .none }
    let remaining = end - uptime
    guard remaining <= .zero else {
      state.$rest.set(.resting(end: end, remaining: remaining.secondsRoundedUp))
      return giveCue(at: state.cueSpan.end - remaining, &state)
    }
    state.$rest.set(.over)
    state.isEndShown = true
    let options = WorkoutOptions(settings)
    return .merge(
      .cue(.work, "go", options), .cue(.say, state.next, options),
      .notify("Rest is over: \(state.next)", options), save(nil),
      .run { send in
        try await clock.sleep(for: Self.endNoticeDuration)
        await send(._internal(.endNoticeExpired))
      }
      .cancellable(id: CancelID.timer, cancelInFlight: true))
  }

  /// Gives the cue that has become due, if any.
  ///
  /// - Parameter time: The time since the start of the rest.
  private func giveCue(at time: Duration, _ state: inout State) -> Effect<Action> {
    let due = state.cueSpan.cue(after: state.cueTime, through: time)
    state.cueTime = time
    guard let due else { return .none }
    return .cue(due.cue, due.spokenText, WorkoutOptions(settings))
  }

  /// Stores the rest for other programs. Only status bars read it, so failures are ignored.
  private func save(_ rest: StoredRest?) -> Effect<Action> {
    .run { _ in try? await workouts.saveRest(rest: rest) }
      .cancellable(id: CancelID.saving, cancelInFlight: true)
  }
}

extension RestTimer {
  /// The keys while a rest is running and its set's screen isn't shown.
  public static let keys = KeyMap<State, Action.View>([
    .init(["R"], "end rest", .endButtonTapped)
  ])
  .section("Rest").map(Action.view)
}

/// A line with the rest and the key that ends it.
struct RestLine: View {
  let rest: Rest

  var body: some View {
    HStack(spacing: 2) {
      Text(rest.text).style(rest.isResting ? .accent : .good)
      if rest.isResting {
        KeyNameReader { key in Text("\(key("R", "end-rest")) ends it").style(.dim) }
      }
    }
    .tappable(Hint("R", "end rest"))
  }
}
