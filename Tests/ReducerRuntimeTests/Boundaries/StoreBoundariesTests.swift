import ReducerRuntime
import ReducerTestSupport
import Testing

@Suite(.checksForLeaks)
@MainActor
struct StoreBoundariesTests {
  @Test func `a child's store is scoped by the case of the internal group`() {
    let store = Store(initialState: Flat.State()) { Flat() }
    let door = store.scope(state: \.door, action: \.door)
    door.send(.view(.knobTapped))
    #expect(door.isOpen)
    #expect(store.heard == ["opened"])
    #expect(store.scope(state: \.door, action: \.door) === door)
  }

  @Test func `an optional child has a store while it is present`() {
    let store = Store(initialState: Flat.State()) { Flat() }
    #expect(store.scope(state: \.guest, action: \.guest.presented) == nil)
    store.send(._internal(.door(.view(.knobTapped))))
    let guest = store.scope(state: \.guest, action: \.guest.presented)
    guest?.send(.view(.knobTapped))
    #expect(store.guest?.isOpen == true)
  }
}
