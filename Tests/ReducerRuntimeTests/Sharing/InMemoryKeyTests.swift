import ReducerRuntime
import ReducerTestSupport
import Testing

@Suite(.checksForLeaks)
struct InMemoryKeyTests {
  @Test func `a value stays in its storage when no property has it`() async {
    do {
      @Shared(.inMemory("count")) var count = 0
      $count.withLock { $0 += 1 }
    }
    @SharedReader(.inMemory("count")) var count = 0
    #expect(count == 1)
    await Task {
      @Shared(.inMemory("count")) var count = 0
      #expect(count == 1)
    }.value
  }

  @Test func `a storage has its own values`() {
    @Shared(.inMemory("count")) var count = 1
    withDependencies {
      $0.defaultInMemoryStorage = InMemoryStorage()
    } operation: {
      @Shared(.inMemory("count")) var other = 2
      #expect(other == 2)
    }
    #expect(count == 1)
  }

  @Test func `a property has its default after its value was removed`() {
    @Dependency(\.defaultInMemoryStorage) var storage
    @Shared(.inMemory("count")) var count = 0
    $count.withLock { $0 = 5 }
    storage.removeValue(for: InMemoryKey<Int>.inMemory("count"), default: 1)
    #expect(count == 1)
  }

  @Test func `a required value is one that was set`() async throws {
    await #expect(throws: MissingSharedValue.self) {
      try await SharedReader<Int>(require: .inMemory("count"))
    }
    @Shared(.inMemory("count")) var count = 10
    let required = try await SharedReader<Int>(require: .inMemory("count"))
    #expect(required.wrappedValue == 10)
  }

  @Test func `values of different types under one key are independent`() {
    @Shared(.inMemory("count")) var number = 1
    @Shared(.inMemory("count")) var text = "one"
    $number.withLock { $0 = 2 }
    #expect(text == "one")
  }
}
