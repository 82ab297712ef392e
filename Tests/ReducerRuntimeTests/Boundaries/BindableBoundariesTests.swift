import ReducerRuntime
import ReducerTestSupport
import Testing

@Suite(.checksForLeaks)
@MainActor
struct BindableBoundariesTests {
  @Test func `a presented child is bound by the case of the internal group`() {
    let view = FlatView(store: Store(initialState: Flat.State(guest: Door.State())) { Flat() })
    let guest = view.$store.scope(state: \.guest, action: \.guest)
    #expect(guest.wrappedValue === view.store.scope(state: \.guest, action: \.guest.presented))
    guest.wrappedValue?.send(.view(.knobTapped))
    #expect(view.store.guest?.isOpen == true)
    guest.wrappedValue = nil
    #expect(view.store.guest == nil)
    #expect(guest.wrappedValue == nil)
  }
}

private struct FlatView {
  @Bindable var store: StoreOf<Flat>
}
