import FoundationEssentials
import ReducerRuntime
import ReducerTestSupport
import Testing

@Suite(.checksForLeaks)
@MainActor
struct SharedPartTests {
  @Test func `each element of a shared list is shared`() throws {
    @Shared(value: [Rep(id: 1), Rep(id: 2)]) var reps: IdentifiedArrayOf<Rep>
    let parts = Array($reps)
    parts[1].count.withLock { $0 = 5 }
    $reps.withLock { $0.move(fromOffsets: [1], toOffset: 0) }
    parts[1].withLock { $0.count += 1 }
    #expect(reps.elements == [Rep(id: 2, count: 6), Rep(id: 1)])
    #expect(Array(SharedReader($reps)).map(\.wrappedValue.id) == [2, 1])
    $reps.withLock { $0.removeAll() }
    parts[1].count.withLock { $0 += 1 }
    #expect(parts[1].wrappedValue == Rep(id: 2, count: 7))
    #expect(reps.isEmpty)
  }

  @Test func `a constant part is read`() {
    @Shared(value: Rep(id: 1)) var rep
    @SharedReader var isDone: Bool
    _isDone = $rep.isDone
    #expect(!isDone)
    $rep.count.withLock { $0 = 10 }
    #expect(isDone)
  }

  @Test func `an optional part is read while it is present`() throws {
    @Shared(value: nil) var count: Int?
    #expect(SharedReader($count) == nil)
    $count.withLock { $0 = 1 }
    let there = try #require(SharedReader($count))
    $count.withLock { $0 = 2 }
    #expect(there.wrappedValue == 2)
    #expect(SharedReader.constant(3).wrappedValue == 3)
  }

  @Test func `stores are named where they are set`() {
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

  @Test func `a file can have its own format`() throws {
    let files = InMemoryFileStorage()
    let url = URL(filePath: "/count")
    let decode: @Sendable (Data) -> Int = { Int(String(decoding: $0, as: UTF8.self)) ?? 0 }
    let encode: @Sendable (Int) -> Data = { Data("\($0)".utf8) }
    withDependencies {
      $0.defaultFileStorage = files
    } operation: {
      @Shared(.fileStorage(url, decode: decode, encode: encode)) var count = 0
      $count.withLock { $0 = 42 }
    }
    #expect(files.load(url) == Data("42".utf8))
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
