import ReducerRuntime
import ReducerTestSupport
import Testing

@Suite(.checksForLeaks)
struct MainSerialExecutorTests {
  @Test func `a task group runs in order`() async {
    let numbers = LockIsolated<[Int]>([])
    await withMainSerialExecutor {
      await withTaskGroup { group in
        for number in 1...1000 {
          group.addTask {
            if number.isMultiple(of: 2) { await Task.yield() }
            numbers.withValue { $0.append(number) }
          }
        }
      }
    }
    let odd = Array(stride(from: 1, to: 1000, by: 2))
    #expect(numbers.value == odd + odd.map { $0 + 1 })
  }

  @Test func `detached tasks run on the main thread`() async {
    await withMainSerialExecutor {
      await Task.detached { MainActor.assertIsolated() }.value
    }
  }

  @Test func `a request lasts until it is withdrawn`() async {
    uncheckedUseMainSerialExecutor = true
    withMainSerialExecutor {}
    #expect(uncheckedUseMainSerialExecutor)
    uncheckedUseMainSerialExecutor = false
  }
}
