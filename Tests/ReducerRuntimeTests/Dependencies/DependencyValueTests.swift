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
    @Dependency(\.preferredLocales) var preferredLocales
    withExpectedIssue { _ = withRandomNumberGenerator { $0.next() } }
    withExpectedIssue { _ = calendar }
    withExpectedIssue { _ = timeZone }
    withExpectedIssue { _ = locale }
    withExpectedIssue { _ = preferredLocales }
  }

  @Test func `the calendar, time zone and locales can be set`() {
    withDependencies {
      $0.calendar = Calendar(identifier: .gregorian)
      $0.calendar.timeZone = .gmt
      $0.timeZone = .gmt
      $0.locale = Locale(identifier: "de_DE")
      $0.preferredLocales = [Locale(identifier: "de_DE"), Locale(identifier: "en_US")]
    } operation: {
      @Dependency(\.calendar) var calendar
      @Dependency(\.locale) var locale
      @Dependency(\.preferredLocales) var preferredLocales
      #expect(calendar.component(.day, from: Date(timeIntervalSince1970: 86_400)) == 2)
      #expect(locale.identifier == "de_DE")
      #expect(preferredLocales.map(\.identifier) == ["de_DE", "en_US"])
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

  @Test func `a model's dependencies apply to its children`() {
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

  @Test func `each context has its own values`() {
    #expect(DependencyValues.live[ContextKey.self] == "live")
    #expect(DependencyValues.preview[ContextKey.self] == "preview")
    #expect(DependencyValues.test[ContextKey.self] == "test")
    #expect(isTesting)
  }

  @Test func `without a test value, a test uses the preview value and reports it`() async {
    let reported = await issues {
      @Dependency(PreviewKey.self) var preview
      #expect(preview == "preview")
      @Dependency(InferredKey.self) var live
      #expect(live == 42)
    }
    #expect(reported.count == 2)
    #expect(
      reported.allSatisfy {
        $0.contains("Override it with 'withDependencies', or give the key a 'testValue'.")
      })
    #expect(TestOnlyKey.previewValue == "test")
    withDependencies {
      #expect(TestOnlyKey.shouldReportUnimplemented == false)
      // Setting the default explicitly is not a use.
      $0[PreviewKey.self] = PreviewKey.testValue
    } operation: {
      #expect(TestOnlyKey.shouldReportUnimplemented)
      @Dependency(PreviewKey.self) var preview
      #expect(preview == "preview")
    }
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
    withKnownIssue { assert(false, "fails in Swift Testing") }
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
  static let previewValue = "preview"
  static let testValue = "test"
}

private enum PreviewKey: DependencyKey {
  static let liveValue = "live"
  static let previewValue = "preview"
}

private enum TestOnlyKey: TestDependencyKey {
  static let testValue = "test"
}

private struct Model {
  @Dependency(\.uuid) var uuid
}

private enum CoachKey: TestDependencyKey {
  static let testValue: any Named = Coach()
}

private protocol Named: Sendable { var name: String { get } }

private struct Coach: Named {
  let name = "Ada"
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
