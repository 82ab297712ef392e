import Models
import ReducerRuntime
import SharedFeatures
import TerminalUI

/// A feature that replays a workout from its log. It stores nothing.
@Reducer
public struct Replay {
  @ObservableState
  public struct State: Equatable, Sendable {
    public let workout: Workout
    public let challenge: Challenge
    /// The name of the person who did the workout.
    public let name: String
    /// The replayed part of the workout's time.
    public internal(set) var elapsed: Duration {
      get { preciseElapsed }
      set {
        preciseElapsed = newValue
        if isAtStart != (newValue <= .zero) { isAtStart.toggle() }
        if isOver != (newValue >= length) { isOver.toggle() }
        let current = workout.log.pauses.last { $0.instant <= newValue }
        let pause = current.flatMap {
          newValue < $0.instant + Replay.pauseDisplayTime * speed ? $0.length.minutesText : nil
        }
        if self.pause != pause { self.pause = pause }
        let log = workout.log
        cursor?.advance(to: newValue, log)
        let order = race.map { standings(in: $0) }
        if self.order != order { self.order = order }
      }
    }
    private var preciseElapsed = Duration.zero
    /// The live race that the workout was part of, if any. Its racers are replayed together.
    let race: Race?
    /// The time until the end of the workout, and of the last racer.
    let length: Duration
    /// The racers in order at this instant, and the person in the race.
    private(set) var order: RaceOrder?
    /// Whether nothing has been replayed yet. It is stored, so that the hints don't read the time at each tick.
    public private(set) var isAtStart = true
    /// Whether everything has been replayed.
    public private(set) var isOver = false
    /// The length of the person's pause at this instant, shown for a few seconds of the replay.
    private(set) var pause: String?
    /// The position in the sets and rounds; `nil` for a single set.
    private(set) var cursor: RoutineCursor?
    /// The number of seconds of the workout replayed per second; one of ``Replay/speeds``.
    public internal(set) var speed = 1
    /// The clock's time at which the workout would have started at this speed; `nil` while the replay is paused.
    var origin: Duration?

    /// - Parameters:
    ///   - workout: The workout to replay, whose rep times were recorded.
    ///   - name: The name of the person who did it.
    ///   - challenge: The workout's challenge.
    ///   - race: The live race that the workout was part of, if any.
    public init(_ workout: Workout, by name: String, in challenge: Challenge, race: Race? = nil) {
      self.workout = workout
      self.name = name
      self.challenge = challenge
      self.race = race
      length = race?.racers.map(\.elapsed).reduce(workout.duration, max) ?? workout.duration
      order = race.map { standings(in: $0) }
      if challenge.hasRounds, workout.hasRecordedRepTimes {
        cursor = RoutineCursor(challenge.routine)
      }
    }

    public var isPlaying: Bool { origin != nil }
    /// The current pace in reps per minute; `nil` if it is undefined.
    var pace: Int? {
      let start = cursor == nil ? .zero : cursor?.paceStart
      return start.flatMap { workout.log.reps.recentPace(at: elapsed, since: $0) }
        .map { Int($0.rounded()) }
    }

    public var repCount: Int {
      workout.log.reps.count(through: elapsed) - (cursor?.distanceCount ?? 0)
    }

    /// Returns the racers in order at this instant. The person's reps are those of the workout's log.
    private func standings(in race: Race) -> RaceOrder {
      let racers = race.present.map { racer in
        var racer = racer
        if racer.id == race.you {
          (racer.reps, racer.elapsed, racer.phase) = (workout.log.reps, workout.duration, .finished)
        }
        return RaceStanding(racer, at: elapsed, goal: challenge.scoring.repGoal)
      }
      return RaceOrder(racers, by: challenge.scoring)
    }

    /// The time that one press of a seek key skips: about a twentieth of the replay, as a round number.
    public var seekStep: Duration {
      let steps = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600]
      let seconds = Int(length.components.seconds / 20)
      return .seconds(steps.first { $0 >= seconds } ?? 600)
    }

    var canGoFaster: Bool { speed < Replay.speeds.last ?? 1 }
    var canGoSlower: Bool { speed > 1 }
  }

  public enum Action: BoundedAction, Sendable {
    @CasePathable
    public enum View: Sendable {
      case playButtonTapped
      case pauseButtonTapped
      /// The number of steps is negative for seeking backward.
      case seekButtonTapped(by: Int)
      case startButtonTapped
      case endButtonTapped
      case fasterButtonTapped
      case slowerButtonTapped
      case closeButtonTapped
    }

    @CasePathable
    public enum Command: Sendable {
      case start
      /// Pause, because another screen replaces the replay.
      case pause
    }

    @CasePathable
    public indirect enum Delegate: Equatable, Sendable {
      case closed
    }

    @CasePathable
    public indirect enum Internal: Sendable {
      case timerTick
    }

    case view(View)
    case command(Command)
    case delegate(Delegate)
    case _internal(Internal)
  }

  enum CancelID { case timer }

  /// The speeds, slowest first.
  static let speeds = [1, 2, 4, 8, 16]

  /// The time for which a replay shows a pause.
  static let pauseDisplayTime = Duration.seconds(3)

  /// The interval at which a replay reads the clock.
  static let tickInterval = Duration.milliseconds(50)

  @Dependency(\.continuousClock) var clock
  @Dependency(\.uptime) var uptime

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .view(let action):
        return reduce(&state, view: action)

      case .command(.start):
        return play(&state)

      case .command(.pause):
        return pause(&state)

      case ._internal(.timerTick):
        return updateElapsed(&state)

      case .delegate:
        return .none
      }
    }
  }

  private func reduce(_ state: inout State, view action: Action.View) -> Effect<Action> {
    switch action {
    case .playButtonTapped:
      if state.isOver { state.elapsed = .zero }
      return play(&state)

    case .pauseButtonTapped:
      return pause(&state)

    case .seekButtonTapped(let steps):
      let ended = updateElapsed(&state)
      return .merge(ended, seek(to: state.elapsed + state.seekStep * steps, &state))

    case .startButtonTapped:
      return seek(to: .zero, &state)

    case .endButtonTapped:
      return seek(to: state.length, &state)

    case .fasterButtonTapped:
      return setSpeed(Self.speeds.first { $0 > state.speed }, &state)

    case .slowerButtonTapped:
      return setSpeed(Self.speeds.last { $0 < state.speed }, &state)

    case .closeButtonTapped:
      return .send(.delegate(.closed))
    }
  }

  private func play(_ state: inout State) -> Effect<Action> {
    guard !state.isPlaying, !state.isOver else { return .none }
    state.origin = uptime - state.elapsed / state.speed
    return .run { send in
      await clock.tick(every: Self.tickInterval, send.prepared(._internal(.timerTick)))
    }
    .cancellable(id: CancelID.timer, cancelInFlight: true)
  }

  private func pause(_ state: inout State) -> Effect<Action> {
    let ended = updateElapsed(&state)
    state.origin = nil
    return .merge(ended, .cancel(id: CancelID.timer))
  }

  /// Moves to an instant of the workout. At the end, the replay is over.
  private func seek(to instant: Duration, _ state: inout State) -> Effect<Action> {
    state.elapsed = instant.clamped(to: .zero...state.length)
    if state.isPlaying { state.origin = uptime - state.elapsed / state.speed }
    return endIfOver(&state)
  }

  private func setSpeed(_ speed: Int?, _ state: inout State) -> Effect<Action> {
    guard let speed else { return .none }
    let ended = updateElapsed(&state)
    state.speed = speed
    if state.isPlaying { state.origin = uptime - state.elapsed / speed }
    return ended
  }

  /// Updates the replayed time from the clock, so that late ticks cause no error.
  private func updateElapsed(_ state: inout State) -> Effect<Action> {
    guard let origin = state.origin else { return .none }
    state.elapsed = min((uptime - origin) * state.speed, state.length)
    return endIfOver(&state)
  }

  private func endIfOver(_ state: inout State) -> Effect<Action> {
    guard state.isOver, state.isPlaying else { return .none }
    state.origin = nil
    return .cancel(id: CancelID.timer)
  }
}

extension Replay {
  public static let keys = ownKeys.map(Action.view)

  private static let seek = KeyPair("seek")

  private static let ownKeys: KeyMap<State, Action.View> = [
    .init([.space, "p"], "pause", .pauseButtonTapped, when: \.isPlaying),
    .init([.space, "p"], "play", .playButtonTapped, when: { !$0.isPlaying }),
    .init([.escape], "back", .closeButtonTapped),
    .init([.left], "rewind", .seekButtonTapped(by: -1), pair: seek, when: { !$0.isAtStart }),
    .init([.right], "forward", .seekButtonTapped(by: 1), pair: seek, when: { !$0.isOver }),
    .init(["+"], "faster", .fasterButtonTapped, when: \.canGoFaster),
    .init(["-"], "slower", .slowerButtonTapped, when: \.canGoSlower),
    // On most keyboards, "=" is the key of "+" without Shift.
    .init(["="], "faster", .fasterButtonTapped, hinted: false, when: \.canGoFaster),
    .init(
      [.home], "to the start", .startButtonTapped, hinted: false, when: { !$0.isAtStart }),
    .init([.end], "to the end", .endButtonTapped, hinted: false, when: { !$0.isOver }),
  ]
}

// MARK: - View

/// A replay's screen: its time, its reps and its progress.
struct ReplayView: RetainedView {
  let store: StoreOf<Replay>

  var body: some View {
    SizeReader { size in
      VStack {
        VStack {
          TitleLine(note, style: .accent, shouldTruncateTitle: true) {
            HStack(spacing: 2) {
              Text(PersonName.truncated(store.name)).style(.title)
              Text(store.challenge.name)
            }
          }
          Divider()
        }
        .readable()
        // The racers, and the blank heading of their table.
        let tableHeight = min(store.order.map { $0.standings.count + 1 } ?? 0, size.height - 6)
        figures(
          isCompact: size.height - tableHeight < (store.cursor == nil ? 10 : 12), tableHeight
        ).expanded()
      }
    }
  }

  private var note: String {
    let speed = store.speed > 1 ? " \(store.speed)x" : ""
    if store.isOver { return "REPLAY\(speed), ended" }
    return store.isPlaying ? "REPLAY\(speed)" : "REPLAY\(speed), paused"
  }

  /// - Parameter tableHeight: The number of rows for the racers of a live race.
  private func figures(isCompact: Bool, _ tableHeight: Int) -> some View {
    let clock = store.elapsed.clockText
    return VStack(alignment: .center) {
      Spacer()
      if !isCompact {
        BigText(clock, minorStart: clock.utf8.count - 3, maxScale: tableHeight > 0 ? 1 : .max)
        Text("")
      }
      HStack(spacing: 3) {
        if store.challenge.hasReps {
          Text("REPS \(store.repCount)").style(.accent)
          if !store.isOver, let pace = store.pace { Text("\(pace)/min").style(.dim) }
        }
        if isCompact { Text(clock).bold() }
        Text("of \(store.length.clockText)").style(.dim)
      }
      if let cursor = store.cursor {
        HStack(spacing: 3) {
          if let round = cursor.round { Text("ROUND \(round.number)").style(.accent) }
          Text(RoutinePart(cursor).countedTitle)
        }
      }
      if let order = store.order, let race = store.race, tableHeight > 1 {
        RaceTable(order: order, you: race.you, challenge: store.challenge)
          .frame(height: tableHeight).padding(4, 0)
      }
      ProgressBar(fraction)
      if let pause = store.pause {
        Text("Paused here for \(pause)").style(.warning)
      } else {
        Text("Seek step: \(step)").style(.dim)
      }
      Spacer()
    }
  }

  private var step: String {
    let step = store.seekStep
    return step < .seconds(60) ? "\(step.components.seconds) s" : step.minutesText
  }

  private var fraction: Double {
    store.length > .zero ? store.elapsed / store.length : 0
  }
}
