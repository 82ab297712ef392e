import ReducerRuntime
import ReducerTestSupport
import Testing

@Suite(.checksForLeaks)
@MainActor
struct ScopeBoundariesTests {
  @Test func `a child in the internal group is reduced, and its delegate actions are received`()
    async
  {
    let store = TestStore(initialState: Flat.State()) { Flat() }
    await store.send(._internal(.door(.view(.knobTapped)))) { $0.door.isOpen = true }
    await store.receive(\._internal.door.delegate.opened) {
      $0.heard = ["opened"]
      $0.guest = Door.State()
    }
  }

  @Test func `other actions do not reach the child`() async {
    let store = TestStore(initialState: Flat.State()) { Flat() }
    await store.send(._internal(.echoed)) { $0.heard = ["echo"] }
  }
}
