import ReducerTestSupport
import Synchronization
import Testing

@testable import ReducerRuntime

@Suite(.checksForLeaks)
struct MutexExcludingTests {
  @Test func `a non-Sendable value is returned from the lock`() {
    let lock = Mutex(())
    let made = lock.excluding { NotSendable(value: 3) }
    made.value += 1
    #expect(made.value == 4)
  }

  @Test func `the lock is held during the closure, and released after an error`() {
    let lock = Mutex(())
    let isFree = lock.excluding { lock.withLockIfAvailable { _ in true } ?? false }
    #expect(!isFree)
    #expect(throws: Rejected.self) { try lock.excluding { throw Rejected() } }
    #expect(lock.withLockIfAvailable { _ in true } == true)
  }
}

private struct Rejected: Error {}

private final class NotSendable {
  var value: Int
  init(value: Int) { self.value = value }
}
