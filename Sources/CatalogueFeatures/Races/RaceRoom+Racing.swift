import Clients
import FoundationEssentials
import Models
import ReducerRuntime
import SharedFeatures

// The race: its start, the reps that are sent, and the standings of the others.
extension RaceRoom {
  /// Asks for the workout once the start and the clock are known.
  func startIfDecided(_ state: inout State) -> Effect<Action> {
    guard
      !state.hasStarted, state.isRacer, let race = state.race, !race.isOver,
      let start = race.start.flatMap({ state.clock.localTime(at: $0) }),
      start - uptime <= Self.countdown
    else { return .none }
    state.localStart = start
    return .send(.delegate(.startRequested(start)))
  }

  /// The time before the start at which the workout replaces the room.
  static let countdown = Duration.seconds(5)

  func updateStandings(_ state: inout State) -> Effect<Action> {
    let old = state.standings
    state.updateStandings(at: uptime)
    return state.standings == old ? .none : .send(.delegate(.standingsChanged))
  }

  func add(_ batches: [RepBatch], _ state: inout State) -> Effect<Action> {
    guard var race = state.race else { return .none }
    var isComplete = true
    for batch in batches {
      guard let index = race.racers.firstIndex(where: { $0.id == batch.racer }) else { continue }
      if race.racers[index].add(batch) {
        state.news[batch.racer] = uptime
      } else {
        isComplete = false
      }
    }
    state.race = race
    return isComplete ? .none : read(&state)
  }

  /// Sends the reps that the server doesn't have. Only one batch is under way, because the next one depends on its answer.
  func send(_ state: inout State) -> Effect<Action> {
    guard let race = state.race, let you = race.yourself, you.result == nil, !race.isOver,
      let start = state.localStart, uptime >= start, !state.sending.isWaiting
    else { return .none }
    let isRacing = state.sending.phase == .racing
    let age = uptime - state.sending.lastTime
    let isDue =
      state.sending.isComplete
      ? isRacing && age >= Self.maxSilence
      // The end isn't delayed, so that it arrives before the log.
      : age >= Self.sendInterval || !isRacing
    guard isDue, !state.sending.hasFailed || age >= Self.retryInterval else { return .none }
    state.sending.lastElapsed = max(
      state.sending.lastElapsed, isRacing ? uptime - start : state.sending.elapsed)
    let batch = RepBatch(
      of: you.id, from: state.sending.sent, known: state.sending.known, to: state.sending.reps,
      elapsed: state.sending.lastElapsed, phase: state.sending.phase)
    state.sending.sent =
      RepLog(
        milliseconds: Array(
          state.sending.reps.milliseconds.prefix(batch.position + batch.instants.count)))
      ?? RepLog()
    state.sending.sentPhase = batch.phase
    state.sending.isWaiting = true
    state.sending.lastTime = uptime
    return .run { [races, group = state.groupID] send in
      let response = await outcome {
        try await races.send(batch: batch, id: race.id, group: group)
      }
      await send(._internal(.sendResponse(response)))
    }
    .cancellable(id: CancelID.send)
  }
}

extension RaceRoom.State {
  /// Shows the person's reps, which the server may not have yet.
  mutating func recordOwn() {
    guard hasStarted, var race, let index = race.racers.firstIndex(where: { $0.id == race.you })
    else { return }
    race.racers[index].reps = sending.reps
    race.racers[index].phase = sending.phase
    self.race = race
  }

  var canEnter: Bool { race?.isOpen == true && !hasStarted }

  /// Whether the person can open another room: the race has started without them, is over or doesn't exist, or its host
  /// may have gone.
  var canOpenAnother: Bool {
    guard let race else { return failure != nil }
    return race.isOver || (race.isOpen ? !race.isHost && race.start == nil : !isRacer)
  }

  /// Whether the host can start the race.
  var canStart: Bool { race.map { $0.isHost && $0.start == nil && !$0.isOver } ?? false }

  /// The largest number of whole seconds without news that isn't shown.
  private static let maxShownSilence = 3

  /// Updates the others' standings, which include the reps up to the delay before now.
  mutating func updateStandings(at now: Duration) {
    guard let race, let start = race.start.flatMap({ clock.localTime(at: $0) }) else { return }
    let seconds = max(.zero, start - now).secondsRoundedUp
    if seconds != remaining { remaining = seconds }
    let instant = now - start - RaceRoom.displayDelay
    let goal = challenge.scoring.repGoal
    let new = race.racers.filter { $0.id != race.you && $0.phase != .left }.map { racer in
      // Racers send nothing before the start.
      let silence = news[racer.id].map { Int((now - max($0, start)) / .seconds(1)) } ?? 0
      return RaceStanding(
        racer, at: instant, goal: goal,
        silence: racer.phase == .racing && silence > Self.maxShownSilence ? silence : nil)
    }
    if new != standings { standings = new }
  }
}
