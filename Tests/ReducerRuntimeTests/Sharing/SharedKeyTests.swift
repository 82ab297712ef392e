import ReducerRuntime
import ReducerTestSupport
import Synchronization
import Testing

@Suite(.checksForLeaks)
@MainActor
struct SharedKeyTests {
  private let storage = NumberStorage()

  // MARK: Loading

  @Test func `a property has its initial value until its key has loaded`() {
    @Shared(NumberKey(storage: storage)) var number = 1
    #expect(storage.loadContexts.value == [.initialValue(1)])
    #expect($number.isLoading)
    #expect(number == 1)
    storage.answerLoad(.success(42))
    #expect(!$number.isLoading)
    #expect(number == 42)
  }

  @Test func `a property has its initial value if storage has no value`() {
    @SharedReader(NumberKey(storage: storage)) var number = 1
    storage.answerLoad(.success(nil))
    #expect(!$number.isLoading)
    #expect(number == 1)
  }

  @Test func `a failure to load is kept until the next value`() {
    @Shared(NumberKey(storage: storage)) var number = 1
    storage.answerLoad(.failure(NumberStorage.Failure()))
    #expect($number.loadError is NumberStorage.Failure)
    #expect(number == 1)
    storage.subscriber.value?.yield(2)
    #expect($number.loadError == nil)
    #expect(number == 2)
  }

  @Test func `loading on request replaces the value, or fails with the key's error`() async throws {
    @Shared(NumberKey(storage: storage)) var number = 1
    storage.answerLoad(.success(2))
    let loaded = Task { [$number] in try await $number.load() }
    await storage.waitForLoad()
    #expect($number.isLoading)
    storage.answerLoad(.success(3))
    #expect(number == 3)
    try await loaded.value
    #expect(!$number.isLoading)
    #expect(storage.loadContexts.value == [.initialValue(1), .userInitiated])

    let failed = Task { [$number] in try await $number.load() }
    await storage.waitForLoad()
    storage.answerLoad(.failure(NumberStorage.Failure()))
    await #expect(throws: NumberStorage.Failure.self) { try await failed.value }
    #expect($number.loadError is NumberStorage.Failure)
    #expect(number == 3)
  }

  // MARK: Subscription

  @Test func `a subscription yields values, the initial value, errors and loading states`() {
    @Shared(NumberKey(storage: storage)) var number = 1
    storage.answerLoad(.success(2))
    let subscriber = storage.subscriber.value
    subscriber?.yield(3)
    #expect(number == 3)
    subscriber?.yieldReturningInitialValue()
    #expect(number == 1)
    subscriber?.yieldLoading()
    #expect($number.isLoading)
    subscriber?.yieldLoading(false)
    #expect(!$number.isLoading)
    subscriber?.yield(throwing: NumberStorage.Failure())
    #expect($number.loadError is NumberStorage.Failure)
    #expect(storage.savedValues.value.isEmpty)
  }

  @Test func `a subscription ends when the last property is released`() {
    do {
      @Shared(NumberKey(storage: storage)) var number = 1
      @SharedReader(NumberKey(storage: storage)) var same = 5
      storage.answerLoad(.success(2))
      #expect(same == 2)
      #expect(storage.cancellations.value == 0)
    }
    #expect(storage.cancellations.value == 1)
    @Shared(NumberKey(storage: storage)) var number = 7
    #expect(number == 7)
    storage.answerLoad(.success(nil))
  }

  @Test func `a subscription ends when the property is set to another shared value`() {
    @Shared(NumberKey(storage: storage)) var number = 1
    storage.answerLoad(.success(2))
    $number = Shared(value: 3)
    #expect(storage.cancellations.value == 1)
    #expect(number == 3)
  }

  // MARK: Saving

  @Test func `each change is saved, in order`() {
    @Shared(NumberKey(storage: storage)) var number = 1
    storage.answerLoad(.success(nil))
    $number.withLock { $0 = 2 }
    $number.withLock { $0 = 3 }
    #expect(storage.savedValues.value == [2, 3])
    #expect(storage.saveContexts.value == [.didSet, .didSet])
    storage.answerSave()
    storage.answerSave()
  }

  @Test func `a failure to save is kept until a value is saved`() {
    @Shared(NumberKey(storage: storage)) var number = 1
    storage.answerLoad(.failure(NumberStorage.Failure()))
    $number.withLock { $0 = 2 }
    storage.answerSave(.failure(NumberStorage.Failure()))
    #expect($number.saveError is NumberStorage.Failure)
    #expect($number.loadError is NumberStorage.Failure)
    $number.withLock { $0 = 3 }
    #expect($number.saveError != nil)
    storage.answerSave()
    #expect($number.saveError == nil)
    #expect($number.loadError == nil)
  }

  @Test func `saving on request waits for storage`() async throws {
    @Shared(NumberKey(storage: storage)) var number = 1
    storage.answerLoad(.success(nil))
    let saved = Task { [$number] in try await $number.save() }
    await storage.waitForSave()
    #expect(storage.saveContexts.value == [.userInitiated])
    storage.answerSave()
    try await saved.value
    let failed = Task { [$number] in try await $number.save() }
    await storage.waitForSave()
    storage.answerSave(.failure(NumberStorage.Failure()))
    await #expect(throws: NumberStorage.Failure.self) { try await failed.value }
    #expect($number.saveError is NumberStorage.Failure)
  }

  @Test func `storage may notify its subscribers while it saves`() {
    let settings = InMemoryAppStorage()
    @Shared(.appStorage("reps", store: settings)) var reps = 1
    @Shared(.appStorage("reps", store: settings)) var optional: Int?
    $reps.withLock { $0 = 5 }
    #expect(optional == 5)
    $optional.withLock { $0 = nil }
    #expect(reps == 1)
  }

  @Test func `changes from several threads are all made and saved`() async {
    let settings = InMemoryAppStorage()
    @Shared(.appStorage("reps", store: settings)) var reps = 0
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask { [$reps] in
          for _ in 0..<100 { $reps.withLock { $0 += 1 } }
        }
      }
    }
    #expect(reps == 800)
    #expect(settings.value(forKey: "reps") == .integer(800))
  }

  // MARK: Continuations

  @Test func `a continuation that is not resumed is reported and counts as resumed`() async throws {
    let line = #line + 2 as UInt
    let issues = await reported {
      @Shared(ForgetfulKey()) var number = 1
      #expect(!$number.isLoading)
      try? await $number.load()
      try? await $number.save()
      $number.withLock { $0 = 1 }
      #expect(number == 1)
    }
    #expect(
      issues.map(\.message)
        == Array(
          repeating: "'ForgetfulKey()' released a continuation without resuming it.", count: 4))
    #expect(issues.map(\.line) == [0, 2, 3, 4].map { line + $0 })
  }

  @Test func `a continuation that is resumed twice is reported`() async {
    let issues = await reported {
      @Shared(NumberKey(storage: storage)) var number = 1
      let continuation = storage.loads.value[0]
      storage.answerLoad(.success(2))
      continuation.resume(returning: 3)
      #expect(number == 2)
    }
    #expect(issues.count == 1)
    #expect(issues.first?.message.contains("already resumed") == true)
  }
}

private struct ForgetfulKey: SharedKey, Hashable {
  func load(context: LoadContext<Int>, continuation: LoadContinuation<Int>) {}
  func subscribe(
    context: LoadContext<Int>, subscriber: SharedSubscriber<Int>
  ) -> SharedSubscription {
    SharedSubscription {}
  }
  func save(_ value: Int, context: SaveContext, continuation: SaveContinuation) {}
}

extension NumberStorage {
  /// Waits until a value is being loaded.
  @MainActor
  func waitForLoad() async {
    for _ in 0..<100 where loads.value.isEmpty { await Task.yield() }
  }

  /// Waits until a value is being saved.
  @MainActor
  fileprivate func waitForSave() async {
    for _ in 0..<100 where saves.value.isEmpty { await Task.yield() }
  }
}

// MARK: - Keys

/// A storage of a number. The test controls the responses of the storage.
final class NumberStorage: Sendable {
  struct Failure: Error {}

  let loads = LockIsolated<[LoadContinuation<Int>]>([])
  let loadContexts = LockIsolated<[LoadContext<Int>]>([])
  let saves = LockIsolated<[SaveContinuation]>([])
  let savedValues = LockIsolated<[Int]>([])
  let saveContexts = LockIsolated<[SaveContext]>([])
  let subscriber = LockIsolated<SharedSubscriber<Int>?>(nil)
  let cancellations = LockIsolated(0)

  func answerLoad(_ result: Result<Int?, any Error>) {
    loads.withValue { $0.removeFirst() }.resume(with: result)
  }

  func answerSave(_ result: Result<Void, any Error> = .success(())) {
    saves.withValue { $0.removeFirst() }.resume(with: result)
  }
}

/// A key whose loading and saving wait for responses from the test.
struct NumberKey: SharedKey {
  let storage: NumberStorage

  var id: ObjectIdentifier { ObjectIdentifier(storage) }

  func load(context: LoadContext<Int>, continuation: LoadContinuation<Int>) {
    storage.loadContexts.withValue { $0.append(context) }
    storage.loads.withValue { $0.append(continuation) }
  }

  func subscribe(
    context: LoadContext<Int>, subscriber: SharedSubscriber<Int>
  ) -> SharedSubscription {
    storage.subscriber.setValue(subscriber)
    return SharedSubscription { [cancellations = storage.cancellations] in
      cancellations.withValue { $0 += 1 }
    }
  }

  func save(_ value: Int, context: SaveContext, continuation: SaveContinuation) {
    storage.savedValues.withValue { $0.append(value) }
    storage.saveContexts.withValue { $0.append(context) }
    storage.saves.withValue { $0.append(continuation) }
  }
}

/// A key without storage.
struct EmptyKey: SharedReaderKey, Hashable {
  var name = ""

  func load(context: LoadContext<Int>, continuation: LoadContinuation<Int>) {
    continuation.resumeReturningInitialValue()
  }

  func subscribe(
    context: LoadContext<Int>, subscriber: SharedSubscriber<Int>
  ) -> SharedSubscription {
    SharedSubscription {}
  }
}
