import FoundationEssentials
import ReducerRuntime
import ReducerTestSupport
import Testing

@Suite(.checksForLeaks)
struct TestDefaultTests {
  @Test(arguments: [DependencyContext.live, .test])
  func `an operation sees the default that an update has changed`(context: DependencyContext) {
    @Dependency(\.meter) var meter
    withDependencies {
      $0.context = context
    } operation: {
      withDependencies {
        $0.meter.set(42)
        #expect($0.meter.read() == 42)
        #expect(meter.read() == 42)
      } operation: {
        // The first use reports the missing value, and returns the changed one.
        withExpectedIssue { #expect(meter.read() == 42) }
        #expect(meter.read() == 42)
      }
    }
  }

  @Test func `a default is created once by an update and its operation`() {
    let count = LockIsolated(0)
    Counted.$count.withValue(count) {
      withDependencies {
        _ = $0[Counted.self]
        _ = $0[Counted.self]
      } operation: {
        @Dependency(Counted.self) var counted
        _ = counted
      }
    }
    #expect(count.value == 1)
  }

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

  @MainActor
  @Test func `a test store reports each missing override once, at its step`() async {
    let store = TestStore(initialState: 0) {
      Reduce<Int, String> { _, _ in
        @Dependency(\.uuid) var uuid
        @Dependency(\.continuousClock) var clock
        @Dependency(ScaleClient.self) var scale
        _ = (uuid(), uuid(), scale.weight(), scale.unit())
        return .run { _ in
          _ = (clock.now, clock.minimumResolution, scale.weight())
          try await clock.sleep(for: .nanoseconds(1))
        }
      }
    }
    let line = UInt(#line) + 2
    let issues = await reported {
      await store.send("tapped")
      await store.finish()
    }
    #expect(
      issues == [
        ReportedIssue(
          message: "Unimplemented: @Dependency(\\.uuid). Override it with 'withDependencies'.",
          line: line),
        ReportedIssue(
          message: "Unimplemented: 'ScaleClient.weight'. Override it with 'withDependencies'.",
          line: line),
        ReportedIssue(message: "Unimplemented: the unit", line: line),
        ReportedIssue(
          message: "Unimplemented: 'continuousClock.now'. Override it with 'withDependencies'.",
          line: line),
      ])
  }

  @MainActor
  @Test func `a missing override is reported at the property that reads it`() async {
    let line = UInt(#line) + 2
    let issues = await reported {
      @Dependency(\.uuid) var uuid
      @Dependency(\.date.now) var now
      @Dependency(\.continuousClock) var clock
      @Dependency(\.withRandomNumberGenerator) var withGenerator
      @Dependency(\.locale) var locale
      @Dependency(LiveOnly.self) var liveOnly
      _ = (uuid(), now, clock.now, withGenerator { $0.next() }, locale, liveOnly)
    }
    #expect(issues.map(\.line) == (0..<6).map { line + $0 })
  }

  @MainActor
  @Test func `a missing live value is reported at the property that reads it`() async {
    let line = UInt(#line) + 5
    let issues = await reported {
      withDependencies {
        $0.context = .live
      } operation: {
        @Dependency(NumbersClient.self) var numbers
        _ = numbers
      }
    }
    #expect(issues.map(\.line) == [line])
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

  @Test(.dependency(\.date.now, Date(timeIntervalSince1970: 7)))
  func `a trait sets a part of a dependency`() {
    @Dependency(\.date) var date
    #expect(date() == Date(timeIntervalSince1970: 7))
  }

  @Test(.dependencies { $0.date.now = Date(timeIntervalSince1970: 5) })
  func `a trait sets several dependencies`() {
    @Dependency(\.date.now) var now
    #expect(now == Date(timeIntervalSince1970: 5))
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

@Suite(.checksForLeaks, .dependencies { $0.uuid = .constant(UUID(3)) })
struct DependencySuiteTraitTests {
  @Dependency(\.uuid) var uuid

  @Test func `a suite's trait applies to each of its tests`() {
    #expect(uuid() == UUID(3))
  }

  @Test(.dependencies) func `a test's own trait keeps the values of its suite`() {
    #expect(uuid() == UUID(3))
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

/// A client with a state, whose test value must not be used.
private struct Meter: TestDependencyKey {
  var read: @Sendable () -> Int
  var set: @Sendable (Int) -> Void

  static var testValue: Meter {
    reportIssue("The meter has no test value")
    let number = LockIsolated(0)
    return Meter(read: { number.value }, set: { number.setValue($0) })
  }
}

private struct Counted: TestDependencyKey {
  @TaskLocal static var count: LockIsolated<Int>?

  static var testValue: Counted {
    count?.withValue { $0 += 1 }
    return Counted()
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

@DependencyClient
private struct ScaleClient: TestDependencyKey {
  var weight: @Sendable () -> Int = { 0 }
  @DependencyEndpointIgnored
  var unit: @Sendable () -> String = unimplemented("the unit", placeholder: "kg")

  static var testValue: ScaleClient { ScaleClient() }
}

private enum LiveOnly: DependencyKey {
  static let liveValue = 1
}

private final class Player {
  var name: String
  init(name: String) { self.name = name }
}

extension DependencyValues {
  fileprivate var meter: Meter {
    get { self[Meter.self] }
    set { self[Meter.self] = newValue }
  }

  fileprivate var player: Player {
    get { self[PlayerKey.self].value }
    set { self[PlayerKey.self] = UncheckedSendable(newValue) }
  }

  private enum PlayerKey: TestDependencyKey {
    static var testValue: UncheckedSendable<Player> { UncheckedSendable(Player(name: "")) }
  }
}
