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
    @Dependency(\.calendar) var calendar
    @Dependency(\.timeZone) var timeZone
    @Dependency(\.locale) var locale
    withExpectedIssue { _ = withRandomNumberGenerator { $0.next() } }
    withExpectedIssue { _ = calendar }
    withExpectedIssue { _ = timeZone }
    @Dependency(\.preferredLocales) var preferredLocales
    withExpectedIssue { _ = locale }
    withExpectedIssue { _ = preferredLocales }
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

  @Test func `a dependency can be read as its concrete type`() async {
    @Dependency(\.coach, as: Coach.self) var coach
    @Dependency(CoachKey.self, as: Coach.self) var same
    #expect(coach.name == "Ada")
    #expect(same.name == "Ada")
    await #expect(processExitsWith: .failure) {
      @Dependency(\.coach, as: String.self) var text
      _ = text
    }
  }

  @MainActor
  @Test func `setting a property of an unset dependency reports no issue`() async {
    withDependencies {
      $0.facts.fetch = { "\($0)!" }
      $0.calendar.timeZone = .gmt
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
      .dependency(\.facts.prefix, "a")
    } withDependencies: {
      $0.facts.fetch = { "\($0)?" }
    }
    await store.send(3) { $0 = "3?" }
    @Dependency(\.facts) var facts
    withExpectedIssue { _ = facts.fetch(3) }
  }

  @Test func `the calendar, date, time zone and locales can be set`() {
    withDependencies {
      $0.calendar = Calendar(identifier: .gregorian)
      $0.calendar.timeZone = .gmt
      $0.timeZone = .gmt
      $0.locale = Locale(identifier: "de_DE")
      $0.preferredLocales = [Locale(identifier: "de_DE"), Locale(identifier: "en_US")]
      $0.date.now = Date(timeIntervalSince1970: 86_400)
    } operation: {
      @Dependency(\.calendar) var calendar
      @Dependency(\.date.now) var now
      @Dependency(\.locale) var locale
      #expect(calendar.component(.day, from: now) == 2)
      #expect(locale.identifier == "de_DE")
      @Dependency(\.preferredLocales) var preferredLocales
      #expect(preferredLocales.map(\.identifier) == ["de_DE", "en_US"])
    }
  }

  @Test func `a model's dependencies hold for its children`() {
    let model = withDependencies {
      $0.uuid = .constant(UUID(7))
    } operation: {
      Model()
    }
    let child = withDependencies(from: model) { Model() }
    #expect(child.uuid() == UUID(7))
    let changed = withDependencies(from: model) {
      $0.uuid = .constant(UUID(8))
    } operation: {
      Model()
    }
    #expect(changed.uuid() == UUID(8))
    withExpectedIssue { withDependencies(from: 3) {} }
  }

  @Test func `contexts have their own values`() {
    #expect(DependencyValues.live[ContextKey.self] == "live")
    #expect(DependencyValues.preview[ContextKey.self] == "preview")
    #expect(DependencyValues.test[ContextKey.self] == "test")
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

  @Test func `a dependency is prepared once`() {
    prepareDependencies { $0[PreparedKey.self] = "first" }
    withExpectedIssue { prepareDependencies { $0[PreparedKey.self] = "second" } }
    @Dependency(PreparedKey.self) var value
    #expect(value == "first")
    prepareDependencies { $0[ContextKey.self] = "another" }
    @Dependency(ContextKey.self) var other
    #expect(other == "another")
  }

  @Test func `a dependency is prepared before it is used`() {
    @Dependency(PreparedKey.self) var value
    #expect(value == "test")
    withExpectedIssue { prepareDependencies { $0[PreparedKey.self] = "late" } }
    #expect(value == "test")
  }

  @Test func `a preview prepares a dependency again`() {
    withDependencies {
      $0.context = .preview
    } operation: {
      @Dependency(PreparedKey.self) var value
      #expect(value == "live")
      prepareDependencies { $0[PreparedKey.self] = "first" }
      prepareDependencies { $0[PreparedKey.self] = "second" }
      #expect(value == "second")
    }
  }

  @Test func `preparing returns a result, and may change the context`() {
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

  @Test func `a default may be absent`() {
    #expect(DependencyValues.live[OptionalKey.self] == "live")
    #expect(DependencyValues.test[OptionalKey.self] == nil)
    withDependencies {
      $0.context = .live
      $0[OptionalKey.self] = nil
    } operation: {
      @Dependency(OptionalKey.self) var value
      #expect(value == nil)
    }
  }

  @Test func `a key's type is inferred from its live value`() {
    #expect(DependencyValues.live[InferredKey.self] == 42)
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

  @Test func `failed assertions report an issue in tests`() {
    @Dependency(\.assert) var assert
    @Dependency(\.precondition) var precondition
    @Dependency(\.assertionFailure) var assertionFailure
    @Dependency(\.preconditionFailure) var preconditionFailure
    assert(true)
    precondition(true, "holds")
    withExpectedIssue { assert(false) }
    withExpectedIssue { precondition(false, "fails") }
    withExpectedIssue { assertionFailure("fails") }
    withExpectedIssue { preconditionFailure("fails") }
    let checks = LockIsolated<[String]>([])
    withDependencies {
      $0.assert = AnyAssertionEffect { condition, message, _, _ in
        let check = "\(condition()) \(message())"
        checks.withValue { $0.append(check) }
      }
    } operation: {
      assert(true, "one")
      assertionFailure("two")
    }
    #expect(checks.value == ["true one", "false two"])
  }

  @Test func `a test waits for the operation of fireAndForget`() async {
    @Dependency(\.fireAndForget) var fireAndForget
    let isDone = LockIsolated(false)
    await fireAndForget {
      await Task.yield()
      isDone.setValue(true)
    }
    #expect(isDone.value)
  }

  @Test
  func `in the live context, the operation of fireAndForget has the dependencies of its caller`()
    async
  {
    let (ids, id) = AsyncStream.makeStream(of: UUID.self)
    await withDependencies {
      $0.context = .live
      $0.uuid = .constant(UUID(4))
    } operation: {
      @Dependency(\.fireAndForget) var fireAndForget
      await fireAndForget {
        @Dependency(\.uuid) var uuid
        id.yield(uuid())
        id.finish()
      }
    }
    for await id in ids { #expect(id == UUID(4)) }
  }

  @Test func `dependencies escape into closures that run later`() async {
    let escaped = withDependencies {
      $0.uuid = .constant(UUID(9))
    } operation: {
      withEscapedDependencies { $0 }
    }
    let read: @Sendable () -> UUID = {
      escaped.yield { Dependency(\.uuid).wrappedValue() }
    }
    #expect(await Task.detached { read() }.value == UUID(9))
  }

  @Test(.dependency(\.uuid, .incrementing))
  func `a trait sets a dependency`() {
    @Dependency(\.uuid) var uuid
    #expect(uuid() == UUID(0))
    #expect(uuid() == UUID(1))
  }

  @Test(.dependencies { $0.date.now = Date(timeIntervalSince1970: 5) })
  func `a trait sets several dependencies`() {
    @Dependency(\.date.now) var now
    #expect(now == Date(timeIntervalSince1970: 5))
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

@Suite(.checksForLeaks, .dependencies { $0.uuid = .constant(UUID(3)) })
struct DependencySuiteTraitTests {
  @Dependency(\.uuid) var uuid

  @Test func `a suite's trait applies to each of its tests`() {
    #expect(uuid() == UUID(3))
  }

  @Test(.dependencies) func `a test's own trait keeps what the suite sets`() {
    #expect(uuid() == UUID(3))
  }
}

private struct Model {
  @Dependency(\.uuid) var uuid
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
  static let previewValue = "preview"
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

private enum CoachKey: TestDependencyKey {
  static let testValue: any Named = Coach()
}

private protocol Named: Sendable { var name: String { get } }

private struct Coach: Named {
  let name = "Ada"
}

private struct Stepper: TestDependencyKey {
  var step = 1
  static let testValue = Stepper()
}

private struct FactsClient: DependencyKey {
  var prefix = ""
  var fetch: @Sendable (Int) -> String

  static let liveValue = FactsClient(fetch: { "\($0)" })
}

extension DependencyValues {
  fileprivate var coach: any Named { self[CoachKey.self] }

  fileprivate var stepper: Stepper {
    get { self[Stepper.self] }
    set { self[Stepper.self] = newValue }
  }

  fileprivate var facts: FactsClient {
    get { self[FactsClient.self] }
    set { self[FactsClient.self] = newValue }
  }
}
