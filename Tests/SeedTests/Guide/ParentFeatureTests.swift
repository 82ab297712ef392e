import ReducerRuntime
import ReducerTestSupport
import Testing

/// Tests of seed article 003's sheet: a detail presented by optional state.
@Suite(.checksForLeaks)
@MainActor
struct ParentFeatureTests {
  @Test func `a sheet is presented, and its button dismisses it`() async {
    let store = TestStore(initialState: ParentFeature.State()) { ParentFeature() }
    await store.send(.showDetailButtonTapped) { $0.detail = DetailFeature.State() }
    await store.send(.detail(.presented(.starTapped))) { $0.detail?.isStarred = true }
    await store.send(.detail(.presented(.dismissButtonTapped))) { $0.detail = nil }
  }

  @Test func `swiping dismisses a sheet`() async {
    let store = TestStore(initialState: ParentFeature.State(detail: DetailFeature.State())) {
      ParentFeature()
    }
    await store.send(.detail(.dismiss)) { $0.detail = nil }
  }

  @Test func `an action for a sheet that is not presented is reported`() async {
    let store = TestStore(initialState: ParentFeature.State()) { ParentFeature() }
    await withKnownIssue {
      await store.send(.detail(.presented(.starTapped)))
    } matching: {
      $0.description.contains("not there")
    }
  }

  @Test func `a sheet is presented and dismissed through a binding`() {
    let view = ParentView(store: Store(initialState: ParentFeature.State()) { ParentFeature() })
    let sheet = view.$store.scope(state: \.detail, action: \.detail)
    #expect(sheet.wrappedValue == nil)
    view.store.send(.showDetailButtonTapped)
    sheet.wrappedValue?.send(.starTapped)
    #expect(sheet.wrappedValue?.isStarred == true)
    sheet.wrappedValue = nil
    #expect(view.store.detail == nil)
  }
}

private struct ParentView {
  @Bindable var store: StoreOf<ParentFeature>
}

@Reducer
private struct ParentFeature {
  @ObservableState
  struct State: Equatable {
    @Presents var detail: DetailFeature.State?
  }

  enum Action {
    case showDetailButtonTapped
    case detail(PresentationAction<DetailFeature.Action>)
  }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .showDetailButtonTapped:
        state.detail = DetailFeature.State()
        return .none
      case .detail(.presented(.dismissButtonTapped)):
        state.detail = nil
        return .none
      case .detail:
        return .none
      }
    }
    .ifLet(\.$detail, action: \.detail) { DetailFeature() }
  }
}

@Reducer
private struct DetailFeature {
  @ObservableState
  struct State: Equatable { var isStarred = false }

  enum Action { case dismissButtonTapped, starTapped }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      if case .starTapped = action { state.isStarred.toggle() }
      return .none
    }
  }
}
