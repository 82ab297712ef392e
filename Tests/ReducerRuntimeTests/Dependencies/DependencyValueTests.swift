import FoundationEssentials
import ReducerRuntime
import ReducerTestSupport
import Testing

@Suite(.checksForLeaks)
struct DependencyValueTests {
  @Test func `random numbers come from the generator of the test`() {
    withDependencies {
      $0.withRandomNumberGenerator = WithRandomNumberGenerator(Counting())
    } operation: {
      @Dependency(\.withRandomNumberGenerator) var withRandomNumberGenerator
      let numbers = [1, 2].map { _ in withRandomNumberGenerator { $0.next() } }
      #expect(numbers == [1, 2])
    }
  }

  @Test func `reading an unset dependency reports an issue`() {
    @Dependency(\.withRandomNumberGenerator) var withRandomNumberGenerator
    withExpectedIssue { _ = withRandomNumberGenerator { $0.next() } }
  }

  @Test func `setting a property of a dependency without a live value reports no issue`() {
    withDependencies {
      $0.context = .live
    } operation: {
      withDependencies {
        $0.stepper.step = 2
      } operation: {
        @Dependency(\.stepper) var stepper
        #expect(stepper.step == 2)
      }
      @Dependency(\.stepper) var stepper
      withExpectedIssue { _ = stepper }
    }
  }

  @MainActor
  @Test func `setting a property of an unset dependency reports no issue`() async {
    withDependencies {
      $0.facts.fetch = { "\($0)!" }
    } operation: {
      @Dependency(\.facts) var facts
      #expect(facts.fetch(3) == "3!")
    }
    let store = TestStore(initialState: "") {
      Reduce<String, Int> { state, action in
        @Dependency(\.facts) var facts
        state = facts.fetch(action)
        return .none
      }
    } withDependencies: {
      $0.facts.fetch = { "\($0)?" }
    }
    await store.send(3) { $0 = "3?" }
    @Dependency(\.facts) var facts
    withExpectedIssue { _ = facts.fetch(3) }
  }

  @Test func `prepared dependencies take precedence over defaults`() {
    prepareDependencies { $0[PreparedKey.self] = "prepared" }
    @Dependency(PreparedKey.self) var value
    #expect(value == "prepared")
    withDependencies {
      $0[PreparedKey.self] = "set"
    } operation: {
      #expect(value == "set")
    }
  }

  @Test func `a dependency can be prepared only once`() {
    prepareDependencies { $0[PreparedKey.self] = "first" }
    withExpectedIssue { prepareDependencies { $0[PreparedKey.self] = "second" } }
    @Dependency(PreparedKey.self) var value
    #expect(value == "first")
    prepareDependencies { $0[ContextKey.self] = "another" }
    @Dependency(ContextKey.self) var other
    #expect(other == "another")
  }

  @Test func `a dependency can be prepared only before it is used`() {
    @Dependency(PreparedKey.self) var value
    #expect(value == "test")
    withExpectedIssue { prepareDependencies { $0[PreparedKey.self] = "late" } }
    #expect(value == "test")
  }

  @Test func `preparing dependencies returns a result, and may change the context`() {
    let word = prepareDependencies {
      $0.context = .live
      return "done"
    }
    #expect(word == "done")
    @Dependency(ContextKey.self) var value
    @Dependency(\.context) var context
    #expect(value == "live")
    #expect(context == .live)
  }

  @Test func `the default value of a dependency can be nil`() {
    @Dependency(OptionalKey.self) var value
    #expect(value == nil)
    withDependencies {
      $0.context = .live
    } operation: {
      #expect(value == "live")
    }
  }

  @Test func `a key's type is inferred from its live value`() {
    withDependencies {
      $0.context = .live
    } operation: {
      #expect(Dependency(InferredKey.self).wrappedValue == 42)
    }
  }

  @Test func `a generator's closure may throw`() {
    struct Failure: Error {}
    withDependencies {
      $0.withRandomNumberGenerator = WithRandomNumberGenerator(Counting())
    } operation: {
      @Dependency(\.withRandomNumberGenerator) var withRandomNumberGenerator
      #expect(throws: Failure.self) { try withRandomNumberGenerator { _ in throw Failure() } }
    }
  }

  @Test func `an unimplemented value reports an issue`() {
    withExpectedIssue {
      let name: String? = unimplemented("name", placeholder: nil)
      #expect(name == nil)
    }
  }

  @Test func `unimplemented closures of all kinds report an issue`() async {
    let plain: @Sendable (Int, String) -> Int = unimplemented("plain", placeholder: 3)
    let waiting: @Sendable (Int) async -> Int = unimplemented("waiting", placeholder: 4)
    let throwing: @Sendable () throws -> Int = unimplemented("throwing")
    let both: @Sendable (Int) async throws -> Void = unimplemented("both")
    withExpectedIssue { #expect(plain(1, "a") == 3) }
    await withExpectedIssue {
      let value = await waiting(1)
      #expect(value == 4)
    }
    withExpectedIssue { #expect(throws: Unimplemented.self) { try throwing() } }
    await withExpectedIssue { await #expect(throws: Unimplemented.self) { try await both(1) } }
  }
}

private struct Counting: RandomNumberGenerator {
  var count: UInt64 = 0
  mutating func next() -> UInt64 {
    count += 1
    return count
  }
}

private enum ContextKey: DependencyKey {
  static let liveValue = "live"
  static let testValue = "test"
}

private enum OptionalKey: DependencyKey {
  static let liveValue: String? = "live"
  static var testValue: String? { nil }
}

private enum InferredKey: DependencyKey {
  static let liveValue = 42
}

private enum PreparedKey: DependencyKey {
  static let liveValue = "live"
  static let testValue = "test"
}

private struct Stepper: TestDependencyKey {
  var step = 1
  static let testValue = Stepper()
}

private struct FactsClient: DependencyKey {
  var fetch: @Sendable (Int) -> String

  static let liveValue = FactsClient(fetch: { "\($0)" })
}

extension DependencyValues {
  fileprivate var stepper: Stepper {
    get { self[Stepper.self] }
    set { self[Stepper.self] = newValue }
  }

  fileprivate var facts: FactsClient {
    get { self[FactsClient.self] }
    set { self[FactsClient.self] = newValue }
  }
}

@Suite(.checksForLeaks)
struct TestDefaultTests {
  @Test(arguments: 1...3) func `a default keeps its state for one test`(_: Int) {
    @Dependency(NumbersClient.self) var numbers
    #expect(numbers.next() == 1)
    @Dependency(NumbersClient.self) var same
    #expect(same.next() == 2)
  }

  @Test(arguments: [1.0, 2, 3]) func `prepared dependencies apply to one test`(seconds: Double) {
    prepareDependencies { $0.date.now = Date(timeIntervalSince1970: seconds) }
    @Dependency(\.date.now) var now
    #expect(now.timeIntervalSince1970 == seconds)
  }

  @Test func `fresh dependencies have fresh defaults`() {
    @Dependency(NumbersClient.self) var numbers
    #expect(numbers.next() == 1)
    withDependencies {
      $0 = DependencyValues()
    } operation: {
      @Dependency(NumbersClient.self) var fresh
      #expect(fresh.next() == 1)
      #expect(numbers.next() == 2)
    }
  }

  @Test func `a default is made with the dependencies that its model captured`() {
    struct Model {
      @Dependency(Greeting.self) var greeting
    }
    let model = withDependencies {
      $0.date.now = Date(timeIntervalSince1970: 7)
    } operation: {
      Model()
    }
    #expect(model.greeting.time == Date(timeIntervalSince1970: 7))
  }

  @Test func `a default is created once, even if many threads read it`() async {
    let count = LockIsolated(0)
    await Greeting.$count.withValue(count) {
      await withDependencies {
        $0 = DependencyValues()
        $0.date.now = .distantPast
      } operation: {
        await withTaskGroup { group in
          for _ in 1...100 {
            group.addTask {
              @Dependency(Greeting.self) var greeting
              _ = greeting
            }
          }
        }
      }
    }
    #expect(count.value == 1)
  }

  @Test func `a dependency's value need not be Sendable`() {
    withDependencies {
      $0.player = Player(name: "Ada")
    } operation: {
      @Dependency(\.player) var player
      player.name += "!"
      #expect(player.name == "Ada!")
    }
  }
}

/// A client whose default value counts its calls.
struct NumbersClient: TestDependencyKey {
  var next: @Sendable () -> Int

  static var testValue: NumbersClient {
    let last = LockIsolated(0)
    return NumbersClient {
      last.withValue {
        $0 += 1
        return $0
      }
    }
  }
}

/// A value whose default reads another dependency.
private struct Greeting: TestDependencyKey {
  var time: Date

  /// The number of defaults that were created.
  @TaskLocal static var count: LockIsolated<Int>?

  static var testValue: Greeting {
    count?.withValue { $0 += 1 }
    @Dependency(\.date.now) var now
    return Greeting(time: now)
  }
}

private final class Player {
  var name: String
  init(name: String) { self.name = name }
}

extension DependencyValues {
  fileprivate var player: Player {
    get { self[PlayerKey.self].value }
    set { self[PlayerKey.self] = UncheckedSendable(newValue) }
  }

  private enum PlayerKey: TestDependencyKey {
    static var testValue: UncheckedSendable<Player> { UncheckedSendable(Player(name: "")) }
  }
}
