import ReducerRuntime
import ReducerTestSupport
import Testing

/// Examples of a cancellable part of an effect, and of an effect that cancels another.
@Suite(.checksForLeaks)
@MainActor
struct CancellationExamples {
  let clock = TestClock()

  private func workout() -> TestStoreOf<SetCounter> {
    TestStore(initialState: SetCounter.State()) {
      SetCounter()
    } withDependencies: {
      $0.continuousClock = clock
    }
  }

  @Test func `skipping the rest starts the next set`() async {
    let store = workout()
    await store.send(.setFinished) { $0.isResting = true }
    await clock.advance(by: .seconds(10))
    await store.send(.skipRestButtonTapped)
    await store.receive(.nextSetStarted) {
      $0.isResting = false
      $0.set = 2
    }
  }

  @Test func `the end of the upload cancels the reminder`() async {
    let store = workout()
    await store.send(.remindMeTapped)
    await clock.advance(by: .seconds(60))
    await store.receive(.reminded) { $0.reminders = 1 }
    await store.send(.uploadButtonTapped)
    await clock.advance(by: .seconds(60))
  }
}

@Reducer
private struct SetCounter {
  @ObservableState
  struct State: Equatable {
    var set = 1
    var isResting = false
    var reminders = 0
  }

  enum Action: Equatable {
    case nextSetStarted
    case remindMeTapped
    case reminded
    case setFinished
    case skipRestButtonTapped
    case uploadButtonTapped
  }

  private enum CancelID { case rest }
  /// A type is an effect identifier, like an enum case.
  private enum Reminder {}

  @Dependency(\.continuousClock) var clock

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .setFinished:
        state.isResting = true
        return .run { send in
          // Cancelling ends only the rest; the effect continues with the next set.
          try? await withTaskCancellation(id: CancelID.rest) {
            try await clock.sleep(for: .seconds(60))
          }
          await send(.nextSetStarted)
        }
      case .skipRestButtonTapped:
        return .cancel(id: CancelID.rest)
      case .nextSetStarted:
        state.isResting = false
        state.set += 1
        return .none
      case .remindMeTapped:
        return .run { send in
          for await _ in clock.timer(interval: .seconds(60)) { await send(.reminded) }
        }
        .cancellable(id: Reminder.self)
      case .reminded:
        state.reminders += 1
        return .none
      case .uploadButtonTapped:
        return .run { _ in
          try await clock.sleep(for: .seconds(30))
          Task.cancel(id: Reminder.self)
        }
      }
    }
  }
}
