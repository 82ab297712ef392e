import ReducerRuntime
import Testing

@testable import ReducerTestSupport

@Suite(.checksForLeaks)
@MainActor
struct LeakCheckTraitTests {
  private typealias Stores = LockIsolated<[StoreOf<Sleeper>]>

  /// Returns the issues of a test with `body`.
  private func left(
    minDuration: Duration = .zero, by body: @escaping @Sendable @MainActor () async -> Void
  ) async throws -> [String] {
    var trait = _LeakCheckTrait()
    trait.minDuration = minDuration
    let test = try #require(Test.current)
    let comments = LockIsolated<[String]>([])
    try await withKnownIssue(isIntermittent: true) {
      try await trait.provideScope(for: test, testCase: nil) { await body() }
    } matching: { issue in
      comments.withValue { $0 += issue.comments.map(\.rawValue) }
      return true
    }
    return comments.value
  }

  @Test func `a store that is released with its effects is not reported`() async throws {
    let messages = try await left(minDuration: .seconds(10)) {
      let store = Store(initialState: Sleeper.State()) { Sleeper() }
      store.send(.begin)
    }
    #expect(messages.isEmpty)
  }

  /// A test's time limit would end this one if the check waited for its minimum duration.
  @Test(.timeLimit(.minutes(5)))
  func `a retained store is reported when no task is left`() async throws {
    let retained = Stores([])
    let messages = try await left(minDuration: .seconds(3600)) {
      let store = Store(initialState: Sleeper.State()) { Sleeper() }
      retained.withValue { $0.append(store) }
    }
    #expect(messages == ["left behind: Store<Sleeper.State, Sleeper.Action>"])
    retained.withValue { $0.removeAll() }
  }

  @Test func `a store whose owners are released on the main actor is not reported`() async throws {
    let messages = try await left(minDuration: .seconds(3600)) {
      let store = Store(initialState: Sleeper.State()) { Sleeper() }
      let owner = (0..<50).reduce(Owner(store)) { owner, _ in Owner(owner) }
      Task.detached { withExtendedLifetime(owner) {} }
    }
    #expect(messages.isEmpty)
  }

  @Test func `a running task is reported`() async throws {
    let clock = TestClock()
    let messages = try await left {
      Task { try await clock.sleep(for: .seconds(1)) }
      await clock.advance()
    }
    #expect(messages == ["left behind: a task that is still running"])
    await clock.advance(by: .seconds(1))
  }
}

/// An object that is deallocated on the main actor, and then releases its property.
@MainActor
private final class Owner {
  private let owned: any AnyObject & Sendable

  init(_ owned: any AnyObject & Sendable) { self.owned = owned }

  isolated deinit {}
}

@Reducer
private struct Sleeper {
  @ObservableState
  struct State: Equatable {}
  enum Action { case begin }

  var body: some ReducerOf<Self> {
    Reduce { _, _ in .run { _ in try await Task.never() } }
  }
}
