import FoundationEssentials
import ReducerRuntime
import ReducerTestSupport
import Testing

@Suite(.checksForLeaks)
struct AppStorageTests {
  private func roundTrip<Value: AppStorageConvertible>(_ value: Value) -> Value? {
    let storage = InMemoryAppStorage()
    storage.setValue(value.appStorageValue, forKey: "key")
    return storage.value(forKey: "key").flatMap(Value.init(appStorageValue:))
  }

  @Test func `an enum value is read back from its raw value`() {
    enum Theme: String { case light, dark }
    let storage = InMemoryAppStorage()
    storage.setValue(.string("dark"), forKey: "theme")
    @Shared(.appStorage("theme", store: storage)) var theme = Theme.light
    #expect(theme == .dark)
    storage.setValue(.string("pink"), forKey: "other")
    @Shared(.appStorage("other", store: storage)) var other = Theme.light
    #expect(other == .light)
  }

  @Test func `values of simple types survive a round trip`() throws {
    #expect(roundTrip(true) == true)
    #expect(roundTrip(3) == 3)
    #expect(roundTrip(1.5) == 1.5)
    #expect(roundTrip("words") == "words")
    #expect(roundTrip(["a", "b"]) == ["a", "b"])
    #expect(roundTrip(Data([1, 2])) == Data([1, 2]))
    #expect(roundTrip(Date(timeIntervalSince1970: 60)) == Date(timeIntervalSince1970: 60))
    let url = try #require(URL(string: "https://example.com/a"))
    #expect(roundTrip(url) == url)
  }

  @Test func `a stored value of another type is ignored`() {
    #expect(Bool(appStorageValue: .integer(1)) == nil)
    #expect(Int(appStorageValue: .string("1")) == nil)
    #expect(Double(appStorageValue: .integer(2)) == 2)
    #expect(Double(appStorageValue: .bool(true)) == nil)
    #expect(String(appStorageValue: .double(1)) == nil)
    #expect([String](appStorageValue: .string("a")) == nil)
    #expect(Data(appStorageValue: .string("a")) == nil)
    #expect(Date(appStorageValue: .string("today")) == nil)
    #expect(URL(appStorageValue: .bool(false)) == nil)
  }

  @Test func `a property sees changes in storage, and removal restores the initial value`() {
    let storage = InMemoryAppStorage()
    @Shared(.appStorage("reps", store: storage)) var reps = 1
    storage.setValue(.integer(2), forKey: "reps")
    #expect(reps == 2)
    storage.setValue(nil, forKey: "reps")
    #expect(reps == 1)
  }

  @Test func `each storage has its own values`() {
    @Shared(.appStorage("reps", store: .inMemory)) var reps = 1
    @Shared(.appStorage("reps", store: .inMemory)) var others = 2
    $reps.withLock { $0 = 5 }
    #expect(others == 2)
  }

  @Test func `a subscription to a key yields changes until it is cancelled`() {
    let storage = InMemoryAppStorage()
    let key: AppStorageKey<Int> = .appStorage("reps", store: storage)
    let changes = LockIsolated<[Int?]>([])
    let subscription = key.subscribe(
      context: .userInitiated,
      subscriber: SharedSubscriber { change in
        changes.withValue { $0.append(try? change.get()) }
      })
    storage.setValue(.integer(1), forKey: "reps")
    storage.setValue(.integer(2), forKey: "reps")
    subscription.cancel()
    storage.setValue(.integer(3), forKey: "reps")
    #expect(changes.value == [1, 2])
  }
}
