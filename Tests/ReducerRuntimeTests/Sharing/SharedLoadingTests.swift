import ReducerRuntime
import ReducerTestSupport
import Testing

@Suite(.checksForLeaks)
@MainActor
struct SharedLoadingTests {
  private let storage = NumberStorage()

  @Test func `a required value is the one in storage`() async throws {
    await #expect(throws: MissingSharedValue.self) {
      try await SharedReader<Int>(require: .inMemory("count"))
    }
    @Shared(.inMemory("count")) var count = 10
    #expect(try await SharedReader<Int>(require: .inMemory("count")).wrappedValue == 10)
    #expect(try await Shared<Int>(require: .inMemory("count")).wrappedValue == 10)
    await #expect(throws: MissingSharedValue.self) { try await SharedReader(require: EmptyKey()) }
  }

  @Test func `a required value waits for storage`() async throws {
    async let required = Shared(require: NumberKey(storage: storage))
    await storage.waitForLoad()
    storage.answerLoad(.success(5))
    #expect(try await required.wrappedValue == 5)
    #expect(storage.loadContexts.value == [.userInitiated])
  }

  @Test func `a property changes its key and keeps its value while it loads`() async throws {
    @Shared(value: 1) var number
    let copy = $number
    let loaded = Task { [$number, storage] in try await $number.load(NumberKey(storage: storage)) }
    await storage.waitForLoad()
    #expect(number == 1)
    #expect($number.isLoading)
    storage.answerLoad(.success(2))
    try await loaded.value
    #expect(copy.wrappedValue == 2)
  }

  @Test func `a key with a default loads the value of the key without it`() async throws {
    @Shared(.count) var count = 5
    let required = try await Shared(require: .count)
    #expect(required.wrappedValue == 5)
    @SharedReader(value: 0) var reader: Int
    try await $reader.load(.count)
    $count.withLock { $0 = 6 }
    #expect(reader == 6)
  }
}

extension SharedKey where Self == InMemoryKey<Int>.Default {
  fileprivate static var count: Self { Self[.inMemory("count"), default: 1] }
}
