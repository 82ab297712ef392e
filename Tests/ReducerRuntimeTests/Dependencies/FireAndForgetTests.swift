import FoundationEssentials
import ReducerRuntime
import ReducerTestSupport
import Testing

@Suite(.checksForLeaks)
struct FireAndForgetTests {
  @Dependency(\.fireAndForget) var fireAndForget
  struct Failure: Error {}

  @Test func `a test waits for the operation`() async {
    let isDone = LockIsolated(false)
    await fireAndForget {
      await Task.yield()
      isDone.setValue(true)
    }
    #expect(isDone.value)
  }

  @Test func `an error fails the test at the caller's line`() async {
    let lines = LockIsolated<[UInt]>([])
    await IssueReporting.withReporter { _, location in
      lines.withValue { $0.append(location.line) }
    } operation: {
      await fireAndForget { throw Failure() }
    }
    #expect(lines.value == [#line - 2])
  }

  @Test func `an error in the running program is ignored`() async {
    let (results, result) = AsyncStream.makeStream(of: Void.self)
    await withDependencies {
      $0.context = .live
    } operation: {
      await fireAndForget {
        defer { result.finish() }
        throw Failure()
      }
    }
    for await _ in results {}
  }

  @Test func `the operation isn't cancelled with its caller`() async {
    let wasCancelled = LockIsolated<Bool?>(nil)
    let (starts, start) = AsyncStream.makeStream(of: Void.self)
    let caller = Task {
      for await _ in starts {}
      await fireAndForget { wasCancelled.setValue(Task.isCancelled) }
    }
    caller.cancel()
    start.finish()
    await caller.value
    #expect(wasCancelled.value == false)
  }

  @Test func `in the live context, the operation has the dependencies of its caller`() async {
    let (ids, id) = AsyncStream.makeStream(of: UUID.self)
    await withDependencies {
      $0.context = .live
      $0.uuid = .constant(UUID(4))
    } operation: {
      await fireAndForget {
        @Dependency(\.uuid) var uuid
        id.yield(uuid())
        id.finish()
      }
    }
    for await id in ids { #expect(id == UUID(4)) }
  }
}
