import ReducerRuntime
import ReducerTestSupport
import Testing

@Suite(.checksForLeaks)
struct SharedPartsTests {
  @Test func `each element of a shared list is shared`() throws {
    @Shared(value: [Rep(id: 1), Rep(id: 2)]) var reps: IdentifiedArrayOf<Rep>
    let parts = Array($reps)
    parts[1].count.withLock { $0 = 5 }
    $reps.withLock { $0.swapAt(0, 1) }
    parts[1].withLock { $0.count += 1 }
    #expect(reps.elements == [Rep(id: 2, count: 6), Rep(id: 1)])
    #expect(Array(SharedReader($reps)).map(\.wrappedValue.id) == [2, 1])
    $reps.withLock { $0.removeAll() }
    parts[1].count.withLock { $0 += 1 }
    #expect(parts[1].wrappedValue == Rep(id: 2, count: 7))
    #expect(reps.isEmpty)
  }

  @Test func `the value of a shared optional is changed while it is present`() throws {
    let number = Shared<Int?>(value: 3)
    let inside = try #require(Shared(number))
    inside.withLock { $0 += 1 }
    #expect(number.wrappedValue == 4)
    number.withLock { $0 = nil }
    inside.withLock { $0 = 9 }
    #expect(number.wrappedValue == nil)
    // The optional has no value to change, so only the reference `inside` changes.
    #expect(inside.wrappedValue == 9)
    #expect(Shared(Shared<Int?>(value: nil)) == nil)
  }

  @Test func `an optional part is read while it is present`() throws {
    @Shared(value: nil) var count: Int?
    #expect(SharedReader($count) == nil)
    $count.withLock { $0 = 1 }
    let there = try #require(SharedReader($count))
    $count.withLock { $0 = 2 }
    #expect(there.wrappedValue == 2)
    #expect(SharedReader.constant(3).wrappedValue == 3)
  }

  @Test func `a reader can transform a value`() {
    @Shared(value: 2) var count
    @SharedReader var double: Int
    _double = $count.read { $0 * 2 }
    $count.withLock { $0 = 3 }
    #expect(double == 6)
  }

  @Test func `the payload of a case is shared while it is that case`() throws {
    @Shared(value: Model(route: .detail(1))) var model
    let found: Shared<Int>? = $model.route.detail
    let detail = try #require(found)
    let readerFound: SharedReader<Int>? = $model.route.detail
    let reader = try #require(readerFound)
    detail.withLock { $0 = 2 }
    #expect(model.route == .detail(2))
    $model.withLock { $0.route = .detail(3) }
    #expect(detail.wrappedValue == 3 && reader.wrappedValue == 3)
    $model.withLock { $0.route = .settings }
    detail.withLock { $0 = 9 }
    #expect(model.route == .settings)
    #expect(reader.wrappedValue == 3)
  }

  @Test func `the payload of another case is absent`() {
    @Shared(value: Model(route: .settings)) var model
    let detail: Shared<Int>? = $model.route.detail
    #expect(detail == nil)
    let reader: SharedReader<Int>? = SharedReader($model).route.detail
    #expect(reader == nil)
  }
}

private struct Rep: Equatable, Identifiable {
  let id: Int
  var count = 0
}

@CasePathable
@dynamicMemberLookup
private enum Route: Equatable {
  case detail(Int)
  case settings
}

private struct Model: Equatable {
  var route: Route
}
