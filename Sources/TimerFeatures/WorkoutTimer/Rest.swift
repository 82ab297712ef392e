import Clients
import FoundationEssentials
import Models
import ReducerRuntime
import TerminalUI

/// The rest before the next set.
///
/// Its properties are observed one by one: each second changes ``remaining``, and what reads only ``phase`` stays as
/// it is.
@ObservableState
public struct Rest: Equatable, Sendable {
  /// The time on the clock at which it ends.
  let end: Duration
  /// The remaining time in whole seconds; 0 once it is over.
  public internal(set) var remaining: Int
  /// The name of the next set.
  let next: String
  /// The time span of its cues, measured from its start.
  let cueSpan: CueSpan
  /// The time from its start to the last check for cues.
  var cueTime = Duration.zero
  var phase = Phase.resting

  enum Phase {
    case resting
    /// Over, which other screens show.
    case announced
    case over
  }

  /// The time for which other screens show that a rest is over.
  static let endNoticeDuration = Duration.seconds(60)
  /// The maximum length. A clock that was set back after a crash could cause a longer one.
  static let maxDuration = Duration.seconds(86_400)

  init(end: Duration, seconds: Int, next: String) {
    self.end = end
    remaining = seconds
    self.next = next
    cueSpan = CueSpan(start: .zero, end: .seconds(seconds), hasHalf: false)
  }

  public var isResting: Bool { phase == .resting }

  /// Whether other screens show the rest or its end.
  public var isShownElsewhere: Bool { phase != .over }

  /// The rest as text: `Rest 0:42`, `Rest is over`.
  var text: String { isResting ? "Rest \(time)" : "Rest is over" }

  /// The remaining time as text: `0:42`.
  var time: String { Duration.seconds(remaining).minutesText }
}

// A rest belongs to the previous workout, whose state stays until the rest is over, even after its screen is closed.
extension WorkoutTimer {
  /// Starts the rest after a saved set or the last set of a session, or ends it early.
  func toggleRest(_ state: inout State) -> Effect<Action> {
    if state.isResting { return endRest(&state) }
    return .merge(state.lifting == nil ? .recordUse(of: .restTimer) : .none, startRest(&state))
  }

  /// Starts the rest if there is a set, and rests are turned on.
  func startRest(_ state: inout State) -> Effect<Action> {
    guard state.canRest else { return .none }
    guard let lifting = state.lifting else {
      return startRest(state.options.rest, next: state.challenge.name, &state)
    }
    return startRest(lifting.lastPlannedRest ?? settings.rest, next: lifting.nextText, &state)
  }

  func startRest(_ seconds: Int, next: String, _ state: inout State) -> Effect<Action> {
    startRest(until: now.addingTimeInterval(Double(seconds)), next: next, &state)
  }

  /// Continues the rest in which the program was killed, unless its end is past.
  func resumeRest(_ draft: WorkoutDraft, _ state: inout State) -> Effect<Action> {
    guard let end = draft.restEnd, let next = state.lifting?.nextText else { return .none }
    return startRest(until: end, next: next, &state)
  }

  /// - Parameter end: The end by the wall clock.
  private func startRest(until end: Date, next: String, _ state: inout State) -> Effect<Action> {
    let length = Duration.milliseconds(end.millisecondsSince1970 - now.millisecondsSince1970)
    guard length > .zero, length <= Rest.maxDuration else { return .none }
    state.rest = Rest(end: uptime + length, seconds: length.secondsRoundedUp, next: next)
    return .merge(
      save(StoredRest(challenge: state.challenge.id, end: end)),
      .run { send in
        for await _ in clock.timer(interval: .seconds(1)) { await send(._internal(.restTick)) }
      }
      .cancellable(id: CancelID.rest, cancelInFlight: true))
  }

  func endRest(_ state: inout State) -> Effect<Action> {
    guard state.rest != nil else { return .none }
    state.rest = nil
    return .merge(.cancel(id: CancelID.rest), save(nil), closeAfterRest(state))
  }

  /// Updates the rest from the clock, and announces its end.
  func updateRest(_ state: inout State) -> Effect<Action> {
    guard let rest = state.rest, rest.isResting else { return .none }
    state.updateSessionTime(at: uptime)
    let options = WorkoutOptions(settings)
    let remaining = rest.end - uptime
    guard remaining <= .zero else {
      let time = rest.cueSpan.end - remaining
      // Changed in place: a new rest would be a change for everything that reads any part of it.
      state.rest?.remaining = remaining.secondsRoundedUp
      state.rest?.cueTime = time
      let due = rest.cueSpan.cue(after: rest.cueTime, through: time)
      return due.map { .cue($0.cue, $0.spokenText, options) } ?? .none
    }
    state.rest?.remaining = 0
    state.rest?.phase = .announced
    return .merge(
      .cue(.work, "go", options), .cue(.say, rest.next, options),
      .notify("Rest is over: \(rest.next)", options), save(nil),
      .run { send in
        try await clock.sleep(for: Rest.endNoticeDuration)
        await send(._internal(.restNoticeExpired))
      }
      .cancellable(id: CancelID.rest, cancelInFlight: true))
  }

  func hideEndOfRest(_ state: inout State) -> Effect<Action> {
    state.rest?.phase = .over
    state.updateSessionTime(at: uptime)
    return closeAfterRest(state)
  }

  private func closeAfterRest(_ state: State) -> Effect<Action> {
    state.phase == .resting ? .send(.delegate(.closed)) : .none
  }

  /// Stores the rest for other programs. Only status bars read it, so failures are ignored.
  private func save(_ rest: StoredRest?) -> Effect<Action> {
    .run { _ in try? await workouts.saveRest(rest: rest) }
      .cancellable(id: CancelID.savingRest, cancelInFlight: true)
  }
}

extension WorkoutTimer.State {
  /// Whether a rest can start: a set is saved and rests are turned on, or the session has a set.
  var canRest: Bool {
    lifting == nil ? isSaved && options.rest > 0 : phase == .running && isUnderWay
  }

  var isResting: Bool { rest?.isResting == true }
}

extension WorkoutTimer {
  /// The key that ends a rest while other screens are shown.
  public static let restKeys = KeyMap<State, Action.View>([
    .init(["R"], "end rest", .endRestButtonTapped)
  ])
  .section("Rest").screen("a rest").map(Action.view)
}

/// The remaining rest, in digits that can be read across a room if there is space for them.
struct RestView: View {
  let rest: Rest
  /// The maximum scale of the digits; 0 for no digits.
  let scale: Int

  var body: some View {
    if rest.isResting {
      VStack(alignment: .center) {
        // A fixed height: digits that can shrink would give their rows to the views above.
        if scale > 0 {
          BigText(rest.time, maxScale: scale).frame(height: 5 * scale)
        }
        Text(rest.text).style(.accent)
      }
    } else {
      Text(rest.text).style(.good)
    }
  }
}

/// A line with the rest and the key that ends it, for other screens.
public struct RestLine: View {
  let rest: Rest

  public init(rest: Rest) { self.rest = rest }

  public var body: some View {
    HStack(spacing: 2) {
      Text(rest.text).style(rest.isResting ? .accent : .good)
      if rest.isResting {
        KeyNameReader { key in Text("\(key("R", "end-rest")) ends it").style(.dim) }
      }
    }
    .tappable(Hint("R", "end rest"))
  }
}
