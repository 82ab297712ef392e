import ReducerRuntime
import ReducerTestSupport
import Testing

@Suite(.checksForLeaks)
@MainActor
struct BindableTests {
  @Test func `a bindable is created from an object or from another bindable`() {
    let store = Store(initialState: Profile.State()) { Profile() }
    let bindable = Bindable(store)
    let again = Bindable(projectedValue: bindable)
    again.name.wrappedValue = "Ada"
    #expect(bindable.wrappedValue.name == "Ada")
    #expect(bindable.projectedValue.wrappedValue === store)
    #expect(bindable == again)
    #expect(bindable != Bindable(Store(initialState: Profile.State()) { Profile() }))
  }

  @Test func `a property of a bindable store has a binding`() {
    let view = ProfileView(store: Store(initialState: Profile.State()) { Profile() })
    let name = view.$store.name
    name.wrappedValue = "Ada"
    #expect(view.store.name == "Ada")
    #expect(view.store.log == ["name is Ada"])
    #expect(name.wrappedValue == "Ada")
    view.store.goal = 3
    #expect(view.store.state.goal == 3)
  }

  @Test func `a property can be bound to a separate action`() {
    let view = TabsView(store: Store(initialState: Tabs.State()) { Tabs() })
    let tab = view.$store.tab.sending(\.tabSelected)
    tab.wrappedValue = 2
    #expect(view.store.tab == 2)
    #expect(view.store.selections == 1)
    view.$store.place.floor.sending(\.floorSelected).wrappedValue = 4
    #expect(view.store.place.floor == 4)
  }

  @Test func `a computed property of the store is bound through the action it sends`() {
    let view = TabsView(store: Store(initialState: Tabs.State()) { Tabs() })
    let isFirst = view.$store.isFirst
    isFirst.wrappedValue = false
    #expect(view.store.tab == 1)
    #expect(!isFirst.wrappedValue)
  }
}

private struct ProfileView {
  @Bindable var store: StoreOf<Profile>
}

@Reducer
private struct Tabs {
  struct Place: Equatable { var floor = 0 }

  @ObservableState
  struct State: Equatable {
    var tab = 0
    var selections = 0
    var place = Place()
  }

  enum Action {
    case tabSelected(Int)
    case floorSelected(Int)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .tabSelected(let tab):
        state.tab = tab
        state.selections += 1
      case .floorSelected(let floor):
        state.place.floor = floor
      }
      return .none
    }
  }
}

extension StoreOf<Tabs> {
  fileprivate var isFirst: Bool {
    get { self.tab == 0 }
    set { send(.tabSelected(newValue ? 0 : 1)) }
  }
}

private struct TabsView {
  @Bindable var store: StoreOf<Tabs>
}
