import ReducerRuntime
import ReducerTestSupport
import Testing

@Suite(.checksForLeaks)
struct SharedCaseTests {
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

@CasePathable
@dynamicMemberLookup
private enum Route: Equatable {
  case detail(Int)
  case settings
}

private struct Model: Equatable {
  var route: Route
}
