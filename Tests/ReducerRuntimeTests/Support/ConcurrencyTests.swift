import FoundationEssentials
import ReducerTestSupport
import Synchronization
import Testing

@testable import ReducerRuntime

@Suite(.checksForLeaks)
struct LockIsolatedTests {
  @Test func `a locked value is read and changed`() {
    let values = LockIsolated([1])
    values.withValue { $0.append(2) }
    #expect(values.value == [1, 2])
    #expect(values.count == 2)
    values.setValue([])
    #expect(values.isEmpty)
  }

  @Test func `a value can be read while it is being changed`() {
    let values = LockIsolated([1])
    values.withValue {
      $0.append(values.count)
      #expect(values.value == [1])
    }
    #expect(values.value == [1, 1])
  }

  @Test func `changes made before an error are kept`() {
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

  nonisolated(nonsending) func increment(upTo limit: Int) async throws(Rejected) -> Int {
    guard value < limit else { throw Rejected() }
    value += 1
    return value
  }
}

@Suite(.checksForLeaks)
struct StreamTests {
  private struct Failure: Error {}

  @Test func `a task that waits forever can be cancelled`() async {
    let waiting = Task { try await Task<Int, Never>.never() }
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
  }

  @Test func `a sequence becomes a stream`() async throws {
    let numbers = AsyncStream<Int> { continuation in
      for number in 1...3 { continuation.yield(number) }
      continuation.finish()
    }
    var doubled: [Int] = []
    for await number in numbers.map({ $0 * 2 }).eraseToStream() { doubled.append(number) }
    #expect(doubled == [2, 4, 6])
  }

  @Test func `a throwing stream ends with the error of its sequence`() async {
    let numbers = AsyncStream<Int> { continuation in
      for number in 1...3 { continuation.yield(number) }
      continuation.finish()
    }
    let checked = numbers.map { (number) throws -> Int in
      guard number < 3 else { throw Failure() }
      return number
    }
    var received: [Int] = []
    await #expect(throws: Failure.self) {
      for try await number in checked.eraseToThrowingStream() { received.append(number) }
    }
    #expect(received == [1, 2])
  }

  @Test func `a result captures the value or error of an operation`() async {
    let number = await Result {
      await Task.yield()
      return 3
    }
    #expect(number.get() == 3)
    let failure = await Result<Int, any Error> {
      await Task.yield()
      throw Failure()
    }
    #expect(throws: Failure.self) { try failure.get() }
  }

  @Test func `the operation of a result may change an object that is not Sendable`() async {
    let object = NotSendable(value: 1)
    let first = await Result { try await object.increment(upTo: 2) }
    let second: Result<Int, Rejected> = await Result { () async throws(Rejected) in
      try await object.increment(upTo: 2)
    }
    #expect((try? first.get()) == 2)
    #expect(throws: Rejected.self) { try second.get() }
    #expect(object.value == 2)
  }

  @Test func `an unchecked value can be sent`() {
    @UncheckedSendable var names = ["Ada"]
    names.append("Bob")
    #expect($names.value == ["Ada", "Bob"])
    #expect($names.count == 2)
    $names[dynamicMember: \.[0]] = "Eve"
    #expect(names == ["Eve", "Bob"])
  }
}

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

  @Test func `a wrapper equals an AnyHashable of its value, and can be cast to its type`() {
    #expect(AnyHashableSendable(1) as AnyHashable == 1 as AnyHashable)
    #expect(AnyHashableSendable(1) as AnyHashable as? Int == 1)
    #expect(([AnyHashableSendable("a"): 3] as [AnyHashable: Int])["a"] == 3)
  }

  @Test func `a wrapper is made of a value whose type is erased`() {
    let value: (any Hashable & Sendable)? = 1
    #expect(value.map(AnyHashableSendable.init) == AnyHashableSendable(1))
  }
}
