import Clients
import ReducerRuntime

extension AppTab {
  /// Keeps the person's machines and groups up to date while the program runs.
  func keepSyncing() -> Effect<Action> {
    @Dependency(\.sync) var sync
    return .run { [sync] send in
      await sync.keepSyncing { await send(._internal(.changedElsewhere)) }
    }
  }

  /// Asks for a synchronization, because something was saved.
  func requestSync() -> Effect<Action> {
    @Dependency(\.sync) var sync
    return .run { [sync] _ in sync.request() }
  }

  /// Shows what other programs have changed. With each key, because nothing wakes an idle screen.
  func lookForChangesElsewhere(_ state: State) -> Effect<Action> {
    guard !state.workouts.isWorkoutUnderWay else { return .none }
    @Dependency(\.workouts) var workouts
    return .run { [workouts] send in
      guard try await workouts.haveOthersWritten() else { return }
      await send(._internal(.changedElsewhere))
    } catch: { _, _ in
      // What the key itself reads or writes reports the failure.
    }
  }

  /// Reloads the selected tab, because something was changed elsewhere. The other tabs reload when they appear.
  ///
  /// A workout in progress is not interrupted; the screen after it loads by itself.
  func showChangesElsewhere(_ state: State) -> Effect<Action> {
    guard !state.workouts.isWorkoutUnderWay else { return .none }
    return switch state.selectedTab {
    case .workouts: .send(._internal(.workouts(.command(.appear))))
    case .leaderboard: .send(._internal(.leaderboard(.command(.load))))
    case .profile: .send(._internal(.profile(.command(.load))))
    }
  }
}
