import ReducerTestSupport
import Synchronization
import Testing

@testable import ReducerRuntime

@Suite(.checksForLeaks)
struct MutexWithLockUncheckedTests {
  @Test func `a non-Sendable value is returned from the lock`() {
    let lock = Mutex(())
    let made = lock.withLockUnchecked { NotSendable(value: 3) }
    made.value += 1
    #expect(made.value == 4)
  }

  @Test func `the lock is held during the closure, and released after an error`() {
    let lock = Mutex(())
    let isFree = lock.withLockUnchecked { lock.withLockIfAvailable { _ in true } ?? false }
    #expect(!isFree)
    #expect(throws: Rejected.self) { try lock.withLockUnchecked { throw Rejected() } }
    #expect(lock.withLockIfAvailable { _ in true } == true)
  }
}

private struct Rejected: Error {}

private final class NotSendable {
  var value: Int
  init(value: Int) { self.value = value }
}
