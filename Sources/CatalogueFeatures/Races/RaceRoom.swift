import Clients
import FoundationEssentials
import Models
import ReducerRuntime
import SharedFeatures
import TerminalUI

/// A room in which members of a group meet, and the race that starts there.
///
/// The room follows the group's server. Once the start is decided, it asks its parent for the workout, sends its reps,
/// and shows those of the others. Without a connection the workout continues, and the reps are sent later.
@Reducer
public struct RaceRoom {
  @ObservableState
  public struct State: Equatable, Sendable {
    let request: RaceRequest
    /// The group of the race.
    public internal(set) var group: LeaderboardSource
    public let challenge: Challenge
    /// The race as the server described it last, with the reps since then.
    public internal(set) var race: Race?
    /// The estimate of the server's clock, whose local times are those of `uptime`.
    public internal(set) var clock = ServerClock()
    /// The others as they are shown, with their reps after a fixed delay.
    public internal(set) var standings: [RaceStanding] = []
    public internal(set) var failure: Failure?
    /// Whether the link was sent to the terminal's clipboard.
    public internal(set) var isLinkSent = false
    /// The seconds until the start, if it is decided.
    public internal(set) var remaining: Int?
    /// The local time of the start, once the workout was requested.
    var localStart: Duration?
    /// Whether the room is being read, and whether it has changed since.
    var isReading = false
    var hasChangedSince = false
    /// The workout of the race, once it is linked to it.
    var workout: Workout.ID?
    var sending = Sending()
    /// The local times of the last news from each racer.
    var news: [Racer.ID: Duration] = [:]

    /// - Parameters:
    ///   - request: A request with at least one group.
    ///   - challenge: Its challenge.
    public init(_ request: RaceRequest, _ challenge: Challenge) {
      self.request = request
      group = request.groups[0]
      self.challenge = challenge
    }

    /// The person's reps, and what the server knows of them.
    struct Sending: Equatable, Sendable {
      var reps = RepLog()
      var elapsed = Duration.zero
      var phase = Racer.Phase.racing
      /// The reps and the phase in the last batch.
      var sent = RepLog()
      var sentPhase = Racer.Phase.waiting
      /// The number of the sent reps that the server has.
      var known = 0
      var isWaiting = false
      /// Whether the last batch was lost or refused.
      var hasFailed = false
      /// The local time of the last batch, and the time since the start in it.
      var lastTime = Duration.zero
      var lastElapsed = Duration.zero

      var isComplete: Bool { sent == reps && known == reps.count && sentPhase == phase }
    }

    /// Whether the person takes part.
    public var isRacer: Bool { race?.yourself != nil }

    public var hasStarted: Bool { localStart != nil }

    var groupID: JoinedGroup.ID { group.joinedID }
  }

  public enum Action: BoundedAction, Sendable {
    @CasePathable
    public enum View: Sendable {
      case readyButtonTapped
      case startButtonTapped
      case newRoomButtonTapped
      case copyButtonTapped
      case closeButtonTapped
    }

    @CasePathable
    public enum Command: Sendable {
      case appear
      /// The workout has other reps, or has ended.
      case record(RepLog, Duration, Racer.Phase)
      /// The workout was started with this identifier.
      case link(Workout.ID)
    }

    @CasePathable
    public indirect enum Delegate: Equatable, Sendable {
      /// The race begins at a local time, which may be in the past.
      case startRequested(Duration)
      /// The others have other standings.
      case standingsChanged
      case newRoomRequested
      case closed
    }

    @CasePathable
    public indirect enum Internal: Sendable {
      case entered(Result<GroupRace, Failure>)
      case raceResponse(Result<Race, Failure>)
      case readResponse(Result<Race, Failure>)
      case clockResponse(sent: Duration, received: Duration, Result<Duration, Failure>)
      case updated(RaceUpdate)
      case watchFailed(Failure)
      case sendResponse(Result<Int, Failure>)
      case displayTick
    }

    case view(View)
    case command(Command)
    case delegate(Delegate)
    case _internal(Internal)
  }

  enum CancelID { case watch, clock, display, room, read, send }

  /// The delay after which others' reps are shown, so that reps that took different times to arrive stay even.
  static let displayDelay = Duration.milliseconds(250)
  /// The interval at which others' reps are shown.
  static let displayInterval = Duration.milliseconds(50)
  /// The minimum time between two batches.
  static let sendInterval = Duration.milliseconds(100)
  /// The time after which a lost batch is sent again.
  static let retryInterval = Duration.seconds(1)
  /// The time without a rep after which a batch is sent, so that the others see a connection.
  static let maxSilence = Duration.seconds(2)

  @Dependency(\.clipboard) var clipboard
  @Dependency(\.races) var races
  @Dependency(\.continuousClock) var continuousClock
  @Dependency(\.uptime) var uptime

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .view(let action): reduce(&state, view: action)
      case .command(let command): reduce(&state, command: command)
      case ._internal(let action): reduce(&state, internal: action)
      case .delegate: .none
      }
    }
  }

  private func reduce(_ state: inout State, view action: Action.View) -> Effect<Action> {
    switch action {
    case .readyButtonTapped:
      guard let race = state.race, state.canEnter else { return .none }
      return enter(race.id, isReady: race.yourself.map { !$0.isReady } ?? false, state.groupID)

    case .startButtonTapped:
      guard let race = state.race, state.canStart else { return .none }
      return request { [races, group = state.groupID] in
        try await races.start(id: race.id, group: group)
      }

    case .newRoomButtonTapped:
      return state.canOpenAnother ? .send(.delegate(.newRoomRequested)) : .none

    case .copyButtonTapped:
      guard let link = state.race?.link else { return .none }
      state.isLinkSent = true
      return .run { [clipboard] _ in await clipboard.send(text: link.description) }

    case .closeButtonTapped:
      return .send(.delegate(.closed))
    }
  }

  private func reduce(_ state: inout State, command: Action.Command) -> Effect<Action> {
    switch command {
    case .appear:
      guard state.race == nil else { return .none }
      return enterRoom(state)

    case .record(let reps, let elapsed, let phase):
      state.sending.reps = reps
      state.sending.elapsed = elapsed
      state.sending.phase = phase
      state.recordOwn()
      return send(&state)

    case .link(let workout):
      guard let race = state.race, state.workout != workout else { return .none }
      state.workout = workout
      return .run { [races, group = state.groupID] _ in
        try await races.link(workout: workout, race: race, group: group)
      } catch: { _, _ in
        // Without the link, the workout is published only if its challenge is.
      }
    }
  }

  private func reduce(_ state: inout State, internal action: Action.Internal) -> Effect<Action> {
    switch action {
    case .entered(.success(let entered)):
      state.group = entered.group
      return .merge(
        show(entered.race, &state), watch(entered.race.id, state.groupID),
        synchronizeClock(state.groupID))

    case .raceResponse(.success(let race)):
      return show(race, &state)

    case .readResponse(let response):
      state.isReading = false
      let again = state.hasChangedSince ? read(&state) : .none
      // Without a connection, the next event follows a new one. The response may also be for a room that was left.
      guard case .success(let race) = response, race.id == state.race?.id else { return again }
      return .merge(show(race, &state), again)

    case .entered(.failure(let failure)), .raceResponse(.failure(let failure)),
      .watchFailed(let failure):
      state.failure = failure
      return .none

    case .clockResponse(let sent, let received, .success(let time)):
      state.clock.record(sent: sent, received: received, time: time)
      return startIfDecided(&state)

    case .clockResponse(_, _, .failure):
      // The other requests report a lost connection.
      return .none

    case .updated(.changed(let id)):
      guard let race = state.race, id == nil || id == race.id else { return .none }
      return read(&state)

    case .updated(.reps(let batches)):
      return add(batches, &state)

    case .sendResponse(let response):
      state.sending.isWaiting = false
      // The next batch waits for the next tick of the display.
      guard case .success(let count) = response else {
        state.sending.hasFailed = true
        return .none
      }
      state.sending.hasFailed = false
      state.sending.known = min(count, state.sending.sent.count)
      return .none

    case .displayTick:
      return .merge(updateStandings(&state), startIfDecided(&state), send(&state))
    }
  }
}

extension RaceRoom {
  /// The keys of a room.
  public static let keys = ownKeys.section("A live race").map(Action.view)

  private static let ownKeys: KeyMap<State, Action.View> = [
    .init(
      [.space], "ready", .readyButtonTapped,
      when: { $0.canEnter && $0.race?.yourself?.isReady == false }),
    .init(
      [.space], "not ready", .readyButtonTapped, name: "ready",
      when: { $0.canEnter && $0.race?.yourself?.isReady == true }),
    .init(
      [.space, .enter], "join", .readyButtonTapped, name: "join-race",
      when: { $0.canEnter && $0.race?.yourself == nil }),
    .init(["s"], "start now", .startButtonTapped, name: "start-race", when: \.canStart),
    .init(["n"], "new room", .newRoomButtonTapped, when: \.canOpenAnother),
    .init(
      ["c"], "copy link", .copyButtonTapped, when: { $0.canEnter && $0.race?.link != nil }),
    .init([.escape], "leave", .closeButtonTapped, name: "leave-race"),
  ]
}

extension LeaderboardSource {
  /// The ID of the group of the source.
  var joinedID: JoinedGroup.ID { JoinedGroup.ID(rawValue: id.rawValue) }
}
