import ReducerRuntime
import ReducerTestSupport
import Testing

@MainActor
@Suite(.checksForLeaks) struct ForEachReducerTests {
  @Test func `the child runs on its element`() {
    let store = Store(
      initialState: Family.State(rows: [Child.State(id: 1), Child.State(id: 2)])
    ) { Family() }
    store.send(.rows(.element(id: 2, action: .increment)))
    #expect(store.rows.map(\.count) == [0, 1])
  }

  @Test func `removing an element cancels only its effects`() {
    let family = FamilyStore(Family.State(rows: [Child.State(id: 1), Child.State(id: 2)]))
    family.send(.rows(.element(id: 1, action: .wait("a"))))
    family.send(.rows(.element(id: 2, action: .wait("b"))))
    family.send(.remove(1))
    family.fire("a")
    family.fire("b")
    #expect(family.store.rows.map(\.count) == [100])
    family.send(.remove(2))
    #expect(family.store.isIdle)
  }

  @Test func `an action for an absent element is reported`() async {
    let reported = await issues {
      let store = Store(initialState: Family.State()) { Family() }
      store.send(.rows(.element(id: 3, action: .increment)))
    }
    #expect(reported.count == 1)
    #expect(reported.first?.contains("forEach") == true)
  }
}
