import ReducerRuntime
import ReducerTestSupport
import Testing

@Suite(.checksForLeaks)
@MainActor
struct BindingTests {
  @Test func `a constant binding ignores changes`() {
    let constant = Binding.constant(3)
    constant.wrappedValue = 4
    #expect(constant.wrappedValue == 3)
  }

  @Test func `bindings work without a store`() {
    #expect(Binding.constant(3).wrappedValue == 3)
    let box = Box()
    let binding = Binding(get: { box.place }, set: { box.place = $0 })
    binding.floor.wrappedValue = 9
    #expect(box.place.floor == 9)
  }

  @Test func `a part of a binding is a binding`() {
    let box = Box()
    let binding = Binding(get: { box.place }, set: { box.place = $0 })
    let floor = Binding(projectedValue: binding.floor)
    floor.wrappedValue += 2
    #expect(box.place.floor == 2)
    #expect(floor.projectedValue.wrappedValue == 2)
  }
}

@MainActor
private final class Box {
  var place = Place()
}

private struct Place { var floor = 0 }
