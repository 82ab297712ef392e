import ReducerRuntime
import TerminalUI

/// What is left of the app where its screens find no room: a workout's figures, for it goes on counting, and how much
/// room there should be.
struct SmallScreen: RetainedView {
  /// Where every screen can be used.
  static let leastSize = Size(40, 12)

  let store: StoreOf<AppTab>
  let size: Size

  var body: some View {
    if store.isShowingWorkout {
      VStack {
        SelectedTabView(store: store)
          .frame(width: size.width, height: max(0, size.height - 1))
        need
      }
    } else {
      VStack(alignment: .center) {
        need
        Text("has \(size.width)x\(size.height)")
        if store.workouts.isWorkoutUnderWay { Text("The workout goes on") }
      }
      .centered()
    }
  }

  private var need: some View {
    Text("Needs \(Self.leastSize.width)x\(Self.leastSize.height)").style(.warning)
  }
}

extension AppTab.State {
  /// Whether there is a workout on the screen.
  var isShowingWorkout: Bool {
    selectedTab == .workouts && workouts.detail?.activeWorkout != nil
  }
}
