import Clients
import Models
import ReducerRuntime
import SharedFeatures
import TimerFeatures

// Live races: the rooms that others have opened, and the workout of the race in the open room.
extension Workouts {
  /// Follows the races of the person's groups, if there are any.
  func followRaces() -> Effect<Action> {
    .run { [races] send in
      let groups = try await races.groups()
      guard !groups.isEmpty else { return }
      await send(._internal(.groupsResponse(groups)))
      await withTaskGroup(of: Void.self) { tasks in
        for group in groups {
          tasks.addTask {
            @Sendable func load() async {
              guard let found = try? await races.list(group: group.joinedID) else { return }
              let open = found.filter(\.isOpen).map { GroupRace(group: group, race: $0) }
              await send(._internal(.racesResponse(open, in: group)))
            }
            await load()
            // Without a connection, no races are shown.
            try? await races.watch(id: nil, group: group.joinedID) { _ in await load() }
          }
        }
      }
    } catch: { _, _ in
      // The leaderboard reports a file of groups that cannot be read.
    }
    .cancellable(id: CancelID.races, cancelInFlight: true)
  }

  /// Opens the room of a race.
  func openRace(_ request: RaceRequest, _ state: inout State) -> Effect<Action> {
    guard let challenge = state.catalogue[request.challenge], !request.groups.isEmpty else {
      return .none
    }
    state.notice = nil
    state.closeScreen()
    state.destination = .race(RaceRoom.State(request, challenge))
    return .merge(.recordUse(of: .liveRace), sendToRace(.appear))
  }

  /// Leaves the room on the screen, unless its race has begun. The effect outlives the room.
  func leaveRoom(_ state: inout State) -> Effect<Action> {
    guard let room = state.destination?.race, let race = room.race, room.isRacer,
      !room.hasStarted, !race.isOver
    else { return .none }
    state.isLeavingRoom = true
    return .run { [races, clock] send in
      await withTaskGroup(of: Void.self) { tasks in
        // If the server can't be reached, the host starts the race without the person.
        tasks.addTask { try? await races.leave(id: race.id, group: room.groupID) }
        tasks.addTask { try? await clock.sleep(for: .seconds(1)) }
        await tasks.next()
        tasks.cancelAll()
      }
      await send(._internal(.roomLeft))
    }
  }

  private func sendToRace(_ command: RaceRoom.Action.Command) -> Effect<Action> {
    .send(._internal(.destination(.presented(.race(.command(command))))))
  }

  func reduce(_ state: inout State, race action: RaceRoom.Action.Delegate) -> Effect<Action> {
    switch action {
    case .startRequested(let start):
      guard let room = state.destination?.race, state.activeWorkout == nil else { return .none }
      var workout = WorkoutTimer.State(
        challenge: room.challenge, options: WorkoutOptions(settings))
      workout.rivals = room.standings
      return show(workout, then: .startRace(at: start), &state)
    case .standingsChanged:
      state.showRivals()
      return .none
    case .newRoomRequested:
      guard let room = state.destination?.race else { return .none }
      var request = RaceRequest(challenge: room.challenge.id, groups: [room.group])
      request.isNew = true
      return .merge(leaveRoom(&state), openRace(request, &state))
    case .closed:
      guard let room = state.destination?.race else { return .none }
      return .merge(
        leaveRoom(&state),
        open(
          room.challenge, plan: state.plans.first { $0.challenge == room.challenge.id }, &state))
    }
  }

  /// Passes the reps of the workout in a live race on to the room.
  func recordReps(_ state: State, _ phase: Racer.Phase) -> Effect<Action> {
    guard state.isInLiveRace, let session = state.session else { return .none }
    let linked = session.start.map { sendToRace(.link($0.id)) } ?? .none
    return .merge(
      linked, sendToRace(.record(session.log.reps, session.lastInstant, phase)))
  }
}

extension Workouts.State {
  /// Whether the workout on the screen belongs to the race of the open room.
  var isInLiveRace: Bool { session?.rivals != nil && destination?.race != nil }

  /// Shows the others of the open room in the workout.
  mutating func showRivals() {
    guard isInLiveRace, let standings = destination?.race?.standings,
      session?.rivals != standings
    else { return }
    session?.rivals = standings
  }
}
