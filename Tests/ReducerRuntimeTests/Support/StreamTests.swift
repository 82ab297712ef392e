import FoundationEssentials
import ReducerRuntime
import ReducerTestSupport
import Testing

@Suite(.checksForLeaks)
struct StreamTests {
  private struct Failure: Error {}

  @Test func `a finished stream has no elements`() async throws {
    for await _ in AsyncStream<Int>.finished { Issue.record("a finished stream has an element") }
    for try await _ in AsyncThrowingStream<Int, any Error>.finished() {
      Issue.record("a finished stream has an element")
    }
    await #expect(throws: Failure.self) {
      for try await _ in AsyncThrowingStream<Int, any Error>.finished(throwing: Failure()) {}
    }
  }

  @Test func `a stream that never yields ends with its task`() async {
    let waiting = Task { for await _ in AsyncStream<Int>.never {} }
    waiting.cancel()
    await waiting.value
  }

  @Test func `a task that waits forever can be cancelled`() async {
    let waiting = Task { try await Task<Int, Never>.never() }
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.cancellableValue }
  }

  @Test func `cancelling the wait for a value cancels its task`() async throws {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
    let inner = Task { for await _ in stream {} }
    let outer = Task { await inner.cancellableValue }
    outer.cancel()
    await outer.value
    #expect(inner.isCancelled)
    continuation.finish()
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

  @Test func `a throwing sequence becomes a throwing stream`() async {
    let failing = AsyncThrowingStream<Int, any Error>.finished(throwing: Failure())
    await #expect(throws: Failure.self) {
      for try await _ in failing.eraseToThrowingStream() {}
    }
    for await _ in failing.eraseToStream() { Issue.record("a failing stream has an element") }
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

  @Test func `an unchecked value can be sent`() {
    @UncheckedSendable var names = ["Ada"]
    names.append("Bob")
    #expect($names.value == ["Ada", "Bob"])
    #expect($names.count == 2)
    $names[dynamicMember: \.[0]] = "Eve"
    #expect(names == ["Eve", "Bob"])
  }

  @Test func `an unchecked value is encoded without a wrapper`() throws {
    let bytes = try JSONEncoder().encode(UncheckedSendable(["Ada"]))
    #expect(String(decoding: bytes, as: UTF8.self) == "[\"Ada\"]")
    #expect(
      try JSONDecoder().decode(UncheckedSendable<[String]>.self, from: bytes).value == ["Ada"])
  }

  @Test func `a stream is created from another sequence`() async throws {
    let numbers = AsyncStream { continuation in
      for number in 1...3 { continuation.yield(number) }
      continuation.finish()
    }
    #expect(await AsyncStream(numbers.map { $0 * 2 }).reduce(0, +) == 12)
    let failing = AsyncThrowingStream<Int, any Error> { $0.finish(throwing: Failure()) }
    await #expect(throws: Failure.self) {
      for try await _ in AsyncThrowingStream(failing) {}
    }
  }

  @Test func `yielding lets a started task run`() async {
    let isDone = LockIsolated(false)
    await withMainSerialExecutor {
      Task.detached { isDone.setValue(true) }
      await Task.megaYield(count: 1)
      #expect(isDone.value)
    }
  }
}
