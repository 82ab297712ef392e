import Foundation
import ReducerTestSupport
import Testing

@testable import ReducerRuntime

@Suite(.checksForLeaks)
struct SharedKeyDefaultTests {
  @Test func `the default of the first property is used`() {
    @Shared(.isOn) var first = true
    @SharedReader(.isOn) var second = false
    @Shared(.isOn) var third
    #expect(first && second && third)
  }

  @Test func `equal keys with different defaults refer to one value`() {
    @SharedReader(.secondCount) var reader
    @Shared(.firstCount) var writer
    $writer.withLock { $0 += 1 }
    #expect(reader == 3)
    #expect(writer == 3)
    #expect(InMemoryKey<Bool>.Default.isOn.initialValue == false)
  }

  @Test func `a key of an optional can have a default`() {
    @SharedReader(.token) var token
    @Shared(.token) var same
    #expect(token == nil && same == nil)
    @Shared(.inMemory("optional")) var number: Int? = 3
    #expect(number == 3)
    @Shared(.inMemory("double")) var nested: Int?? = .some(.none)
    #expect(nested == .some(.none))
  }

  @Test func `a literal takes the type of the key`() {
    @Shared(.items) var items = []
    @SharedReader(.items) var same = []
    #expect(items.isEmpty && same.isEmpty)
  }

  @Test func `a read-only property accepts a key that can also save`() {
    let reader = SharedReader(wrappedValue: 42, .plain)
    #expect(reader.wrappedValue == 42)
  }

  @Test func `the default is not evaluated if the key already has a value`() {
    @Shared(.inMemory("count")) var count = 0
    @Shared(.inMemory("count")) var same: Int = { fatalError("Made twice") }()
    #expect(count == same)
  }

  private enum Row { case wide }

  @Test func `the description of a shared property has its value or its key`() {
    @Shared(value: 3) var value
    @Shared(.inMemory("count")) var inMemory = 3
    @Shared(.appStorage("count")) var setting = 3
    @Shared(.fileStorage(URL(filePath: "/"))) var file = 3
    @Shared(.firstCount) var byDefault
    @Shared(value: [[1: Row.wide]]) var nested: [[Int: Row]?]
    #expect($value.description == "Shared<Int>(value: 3)")
    #expect("\($nested)".hasPrefix("Shared<[[Int: SharedKeyDefaultTests.Row]?]>(value: "))
    #expect(SharedReader($value).description == "SharedReader<Int>(value: 3)")
    #expect($inMemory.description == #"Shared<Int>(.inMemory("count"))"#)
    #expect($setting.description == #"Shared<Int>(.appStorage("count"))"#)
    #expect($file.description == "Shared<Int>(.fileStorage(file:///))")
    #expect(
      $byDefault.description
        == #"Shared<Int>(InMemoryKey<Int>.Default[.inMemory("firstCount"), default: 1])"#)
  }
}

private struct Item: Identifiable {
  let id = UUID()
}

extension SharedReaderKey where Self == InMemoryKey<Bool>.Default {
  fileprivate static var isOn: Self { Self[.inMemory("isOn"), default: false] }
}

extension SharedKey where Self == InMemoryKey<Int>.Default {
  fileprivate static var firstCount: Self { Self[.inMemory("firstCount"), default: 1] }
}

extension SharedReaderKey where Self == InMemoryKey<Int>.Default {
  fileprivate static var secondCount: Self { Self[.inMemory("firstCount"), default: 2] }
}

extension SharedKey where Self == InMemoryKey<Int> {
  fileprivate static var plain: Self { .inMemory("plain") }
}

extension SharedReaderKey where Self == AppStorageKey<String?>.Default {
  fileprivate static var token: Self { Self[.appStorage("token"), default: nil] }
}

extension SharedReaderKey where Self == InMemoryKey<IdentifiedArrayOf<Item>>.Default {
  fileprivate static var items: Self { Self[.inMemory("items"), default: []] }
}

@Suite(.checksForLeaks)
struct InMemoryKeyTests {
  @Test func `a value stays in its storage when no property refers to it`() async {
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

  @Test func `the default of a value in memory is not evaluated`() {
    do { @Shared(.inMemory("count")) var count = 1 }
    @Shared(.inMemory("count")) var count: Int = { fatalError("Made twice") }()
    #expect(count == 1)
    do { @Shared(.inMemory("optional")) var optional: Int? = nil }
    @Shared(.inMemory("optional")) var optional: Int? = 2
    #expect(optional == nil)
  }

  @Test func `a default is computed once, even if many tasks need it`() async {
    let computed = LockIsolated(0)
    let values = await withTaskGroup(of: Int.self) { group in
      for _ in 1...100 {
        group.addTask {
          @Shared(.inMemory("slow")) var value = computed.withValue {
            $0 += 1
            return $0
          }
          return value
        }
      }
      return await group.reduce(into: Set<Int>()) { $0.insert($1) }
    }
    #expect(values == [1])
    #expect(computed.value == 1)
  }

  @Test func `values of different types under one key are independent`() {
    @Shared(.inMemory("count")) var number = 1
    @Shared(.inMemory("count")) var text = "one"
    $number.withLock { $0 = 2 }
    #expect(text == "one")
  }

  @Test func `properties get a default value when their value is removed`() {
    @Dependency(\.defaultInMemoryStorage) var storage
    do {
      @Shared(.inMemory("count")) var count = 1
      @SharedReader(.inMemory("count")) var reader = 1
      $count.withLock { $0 = 5 }
      storage.removeValue(for: .inMemory("count"), default: 7)
      #expect(count == 7)
      #expect(reader == 7)
    }
    @Shared(.inMemory("count")) var fresh = 2
    #expect(fresh == 2)
  }

  @Test func `each storage in memory has its own values`() {
    @Shared(.inMemory("count")) var count = 1
    withDependencies {
      $0.defaultInMemoryStorage = InMemoryStorage()
    } operation: {
      @Shared(.inMemory("count")) var other = 2
      $other.withLock { $0 = 3 }
    }
    #expect(count == 1)
  }
}

@Suite(.checksForLeaks)
struct SharedScopeTests {
  @Test func `finding the test's scope repeatedly does not use more stack`() async {
    await #expect(processExitsWith: .success) {
      installTestScopes { "test" }
      await withCheckedContinuation { done in
        let thread = Thread {
          for _ in 1...20_000 { _ = SharedScope.current }
          done.resume()
        }
        thread.stackSize = 256 << 10
        thread.start()
      }
    }
  }
}
