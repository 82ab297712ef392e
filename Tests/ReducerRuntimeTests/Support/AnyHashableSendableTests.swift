import ReducerRuntime
import ReducerTestSupport
import Testing

@Suite(.checksForLeaks)
struct AnyHashableSendableTests {
  @Test func `wrappers are equal if their values are`() {
    #expect(AnyHashableSendable(1) == AnyHashableSendable(1))
    #expect(AnyHashableSendable(1) != AnyHashableSendable(2))
    #expect(AnyHashableSendable(1) != AnyHashableSendable("1"))
    #expect(Set<AnyHashableSendable>([1, 1, "a", "a", true, 1.5]).count == 4)
  }

  @Test func `a wrapper is not wrapped again`() {
    func wrap(_ base: some Hashable & Sendable) -> AnyHashableSendable { AnyHashableSendable(base) }
    #expect(wrap(wrap(1)) == wrap(1))
    #expect(wrap(wrap(1)).base is Int)
  }

  @Test func `a wrapper is described by its value`() {
    let wrapper: AnyHashableSendable = "a"
    #expect("\(wrapper)" == "a")
    #expect(wrapper.debugDescription == "AnyHashableSendable(\"a\")")
    #expect(wrapper.customMirror.children.count == 1)
  }
}
