import Clients
import Models
import ReducerRuntime
import ReducerTestSupport
import TerminalUI
import Testing

@testable import SharedFeatures

@Suite(.checksForLeaks)
@MainActor
struct ErrorHandlingTests {
  private let sent = LockIsolated<[String]>([])

  private func sheet(canRetry: Bool) -> TestStoreOf<ErrorHandling> {
    TestStore(
      initialState: ErrorHandling.State(
        Failure(SampleError()), dataStatus: "Everything.", canRetry: canRetry)
    ) {
      ErrorHandling()
    } withDependencies: { [sent] in
      $0.clipboard.send = { text in sent.withValue { $0.append(text) } }
    }
  }

  @Test func `copying sends the details and shows a confirmation`() async {
    let store = sheet(canRetry: false)
    await store.send(.view(.copyButtonTapped)) { $0.hasSentDetails = true }
    #expect(
      sent.value == ["something went wrong (the disk is full)\nSampleError: the disk is full"])
  }

  @Test func `several failures are shown one at a time`() async {
    let (first, second) = (
      Failure(summary: "one", remedy: "", details: ""),
      Failure(summary: "two", remedy: "", details: "")
    )
    let state = ErrorHandling.State(first, others: [second], dataStatus: "All.", canRetry: false)
    #expect(ErrorHandling.keys.action(for: .down, in: state) != nil && state.position == "1 of 2")
    let store = TestStore(initialState: state) { ErrorHandling() }
    await store.send(.view(.failureMoved(by: 1))) { $0.index = 1 }
    #expect(store.state.failure == second)
    await store.send(.view(.failureMoved(by: 1))) { $0.index = 0 }
    await store.send(.view(.failureMoved(by: -1))) { $0.index = 1 }
    #expect(
      ErrorHandling.keys.action(
        for: .down, in: ErrorHandling.State(first, dataStatus: "", canRetry: false)) == nil)
  }

  @Test func `Enter retries if possible, and closes the sheet otherwise`() {
    var state = ErrorHandling.State(Failure(SampleError()), dataStatus: "", canRetry: true)
    #expect(ErrorHandling.keys.action(for: .enter, in: state)?.is(\.view.retryButtonTapped) == true)
    #expect(ErrorHandling.keys.action(for: "r", in: state)?.is(\.view.retryButtonTapped) == true)
    #expect(
      ErrorHandling.keys.action(for: .escape, in: state)?.is(\.view.closeButtonTapped) == true)
    state = ErrorHandling.State(Failure(SampleError()), dataStatus: "", canRetry: false)
    #expect(ErrorHandling.keys.action(for: .enter, in: state)?.is(\.view.closeButtonTapped) == true)
    #expect(ErrorHandling.keys.action(for: "r", in: state) == nil)
  }

  @Test func `a failure to read a leaderboard can be retried or dismissed`() {
    let shouldFail = LockIsolated(true)
    let app = VirtualApp {
      $0.leaderboard.page = { _, _, _ in
        if shouldFail.value { throw SampleError() }
        return LeaderboardPage(
          standings: [], next: nil, yourStanding: nil, participantCount: 0, week: nil)
      }
    }
    app.press("2")
    #expect(app.shows("Something went wrong"))
    app.press(.escape)
    #expect(!app.shows("Something went wrong"))
    #expect(app.shows("Press r to try again."))
    app.press("r", "r")
    #expect(app.shows("Something went wrong"))
    shouldFail.withValue { $0 = false }
    app.press(.enter)
    #expect(!app.shows("Something went wrong"))
    #expect(app.shows("Nobody has done this"))
  }
}
