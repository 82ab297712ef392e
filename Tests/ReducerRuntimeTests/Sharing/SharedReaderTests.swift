import FoundationEssentials
import ReducerRuntime
import ReducerTestSupport
import Testing

@Suite(.checksForLeaks)
struct SharedReaderTests {
  @Test func `a reader can be passed on`() {
    @SharedReader var number: Int
    _number = SharedReader(projectedValue: SharedReader(value: 3))
    #expect($number.wrappedValue == 3)
    $number = SharedReader(value: 4)
    #expect(number == 4)
  }

  @Test func `a reader reads a shared value and its changes`() {
    @Shared(value: [1]) var numbers
    let reader = SharedReader($numbers)
    $numbers.withLock { $0.append(2) }
    #expect(reader.wrappedValue == [1, 2])
    #expect(reader.count.wrappedValue == 2)
  }

  @Test func `a reader reads the value of a key`() {
    let storage = InMemoryAppStorage()
    storage.setValue(.string("abc"), forKey: "token")
    @SharedReader(.appStorage("token", store: storage)) var token: String?
    @SharedReader(.inMemory("goal")) var goal = 3
    @SharedReader(.volume) var volume
    #expect(token == "abc")
    #expect(goal == 3)
    #expect(volume == 7)
  }

  @Test func `a shared reader can have a constant value`() {
    #expect(SharedReader(value: 3).wrappedValue == 3)
    #expect(SharedReader(value: 3) == SharedReader(value: 3))
    #expect(SharedReader(value: 3) != SharedReader(value: 4))
    #expect(Set([SharedReader(value: 3), SharedReader(value: 3)]).count == 1)
    #expect(String(customDumping: SharedReader(value: 3)) == "#1 3")
  }
}

extension SharedReaderKey where Self == InMemoryKey<Int>.Default {
  fileprivate static var volume: Self { Self[.inMemory("volume"), default: 7] }
}

@Suite(.checksForLeaks)
@MainActor
struct SharedPartTests {
  @Test func `a read-only part of a shared value is read`() {
    @Shared(value: Rep(id: 1)) var rep
    @SharedReader var isDone: Bool
    _isDone = $rep.isDone
    #expect(!isDone)
    $rep.count.withLock { $0 = 10 }
    #expect(isDone)
  }

  @Test func `a value is stored as its raw value`() {
    withDependencies {
      $0.defaultAppStorage = .inMemory
      $0.defaultFileStorage = .inMemory
    } operation: {
      @Shared(.appStorage("grip")) var grip: Grip?
      $grip.withLock { $0 = .wide }
      @Dependency(\.defaultAppStorage) var settings
      #expect(settings.value(forKey: "grip") == .string("wide"))
    }
  }
}

private struct Rep: Equatable, Identifiable {
  let id: Int
  var count = 0
  var isDone: Bool { count >= 10 }
}

private enum Grip: String {
  case wide
}
