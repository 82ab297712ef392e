import FoundationEssentials
import ReducerRuntime
import ReducerTestSupport
import XCTest

/// Tests in XCTest: leaked stores, and dependencies for a whole test.
final class XCTestTests: XCTestCase {
  override func invokeTest() {
    withMainSerialExecutor {
      withDependencies {
        $0.continuousClock = .immediate
      } operation: {
        super.invokeTest()
      }
    }
  }

  @MainActor
  func testAStoreHasTheDependenciesOfTheTest() async {
    let store = TestStore(initialState: 0) { Ticking() }
    await store.send(.start)
    await store.receive(.tick) { $0 = 1 }
  }

  func testAStoreIsDrivenFromAnywhere() async {
    let store = await TestStore(initialState: 0) { Ticking() }
    await store.send(.start)
    await store.receive(.tick) { $0 = 1 }
    await store.finish()
  }

  // The test that runs second must not see values of the first.

  func testSharedValuesAreTheTestsOwn() { countAlone() }
  func testSharedValuesAreTheOtherTestsOwnToo() { countAlone() }

  private func countAlone() {
    @Shared(.inMemory("count")) var count = 0
    @Dependency(NumbersClient.self) var numbers
    $count.withLock { $0 += 1 }
    XCTAssertEqual(count, 1)
    XCTAssertEqual(numbers.next(), 1)
    XCTAssertEqual(numbers.next(), 2)
  }

  /// A store that outlives its test fails that test at its end, and not the test that runs at the store's release.
  @MainActor
  func testAnEarlierTestsStoreFailsThatTest() {
    let kept = LockIsolated<TestStore<Int, Int>?>(nil)
    let earlier = EarlierTest(name: "earlier") { _ in
      MainActor.assumeIsolated {
        let store = TestStore(initialState: 0) {
          Reduce<Int, Int> { _, _ in .run { _ in try await Task.never() } }
        }
        Task.immediate { await store.send(0) }
        kept.setValue(store)
      }
    }
    earlier.run()
    let failures = earlier.failures
    kept.setValue(nil)
    let isReportedOnce = failures.count == 1 && earlier.failures == failures
    if isReportedOnce, failures[0].contains("still running") { return }
    // XCTest has no current test anymore, so a failure would be lost.
    recordFailure(
      withDescription: "\(earlier.failures)", inFile: #filePath, atLine: #line, expected: true)
  }

  /// A store without exhaustivity reports skipped assertions as notes, which do not fail the test.
  @MainActor
  func testSkippedAssertionsFailNoTest() async {
    let store = TestStore(initialState: 0) {
      Reduce<Int, Bool> { _, isLast in isLast ? .none : .send(true) }
    }
    store.exhaustivity = .off(showSkippedAssertions: true)
    await store.send(false)
  }

  func testPreparedDependenciesBelongToOneTest() {
    prepareDependencies { $0.uuid = .incrementing }
    @Dependency(\.uuid) var uuid
    XCTAssertEqual([uuid(), uuid()], [UUID(0), UUID(1)])
  }

  func testPreparedDependenciesOfAnotherTestAreAbsent() {
    @Dependency(\.uuid) var uuid
    withExpectedIssue { _ = uuid() }
  }
}

/// A test that records its failures instead of failing the run.
private final class EarlierTest: XCTestCase {
  private(set) var failures: [String] = []

  override func recordFailure(
    withDescription description: String, inFile filePath: String, atLine lineNumber: Int,
    expected: Bool
  ) {
    failures.append(description)
  }
}

private struct Ticking: Reducer {
  enum Action: Equatable {
    case start
    case tick
  }

  @Dependency(\.continuousClock) var clock

  func reduce(into state: inout Int, action: Action) -> Effect<Action> {
    switch action {
    case .start:
      return .run { send in
        try await clock.sleep(for: .seconds(1))
        await send(.tick)
      }
    case .tick:
      state += 1
      return .none
    }
  }
}
