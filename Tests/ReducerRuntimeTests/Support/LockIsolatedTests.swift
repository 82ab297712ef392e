import ReducerRuntime
import ReducerTestSupport
import Testing

@Suite(.checksForLeaks)
struct LockIsolatedTests {
  @Test func `a locked value is read and changed`() {
    let values = LockIsolated([1])
    values.withValue { $0.append(2) }
    #expect(values.value == [1, 2])
    #expect(values.count == 2)
    values.setValue([])
    #expect(values == LockIsolated([]))
  }

  @Test func `a value is read while it is changed`() {
    let values = LockIsolated([1])
    values.withValue {
      $0.append(values.count)
      #expect(values.value == [1])
    }
    #expect(values.value == [1, 1])
  }

  @Test func `an error leaves what was changed before it`() {
    struct Failure: Error {}
    let values = LockIsolated([1])
    #expect(throws: Failure.self) {
      try values.withValue {
        $0.append(2)
        throw Failure()
      }
    }
    #expect(values.value == [1, 2])
  }
}
