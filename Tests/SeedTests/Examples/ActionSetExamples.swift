import ReducerRuntime
import ReducerTestSupport
import Testing

/// Examples of a ``BoundedAction`` with one reducer per action set. Effects send internal and delegate actions only.
@Suite(.checksForLeaks)
@MainActor
struct ActionSetExamples {
  @Test func `saving a workout notifies the parent`() async {
    let store = TestStore(initialState: WorkoutForm.State(reps: 12)) { WorkoutForm() }
    await store.send(.view(.saveButtonTapped)) { $0.isSaving = true }
    await store.receive(._internal(.saved)) { $0.isSaving = false }
    await store.receive(.delegate(.workoutSaved(reps: 12)))
  }
}

@Reducer
private struct WorkoutForm {
  @ObservableState
  struct State: Equatable {
    var reps: Int
    var isSaving = false
  }

  enum Action: BoundedAction, Equatable {
    enum ViewAction { case saveButtonTapped }
    enum DelegateAction: Equatable { case workoutSaved(reps: Int) }
    enum InternalAction { case saved }

    case view(ViewAction)
    case delegate(DelegateAction)
    case _internal(InternalAction)
  }

  var body: some ReducerOf<Self> {
    Reduce(
      view: { state, action in
        switch action {
        case .saveButtonTapped:
          state.isSaving = true
          return save()
        }
      },
      internal: { state, action in
        switch action {
        case .saved:
          state.isSaving = false
          return .send(.delegate(.workoutSaved(reps: state.reps)))
        }
      })
  }

  /// A view action instead of `_internal` does not compile.
  private func save() -> Effect<AllowedAction<Action>> {
    .run { send in await send(._internal(.saved)) }
  }
}
