import Clients
import Models
import ReducerRuntime
import ReducerTestSupport
import TerminalUI
import Testing

@testable import HistoryFeatures
@testable import SharedFeatures

@Suite(.checksForLeaks)
@MainActor
struct PeriodPageTests {
  /// 27 November 2026, a Friday.
  private nonisolated static let today = CivilDate(year: 2026, month: 11, day: 27).daysSince1970

  private nonisolated static func summary(of period: TrainingPeriod) -> PeriodSummary {
    PeriodSummary(
      of: PersonName("Ann")!, in: period, today: today, Settings())
  }

  private func page(
    _ prepare: (inout DependencyValues) -> Void = { _ in }
  ) -> TestStoreOf<PeriodPage> {
    TestStore(initialState: PeriodPage.State(today: Self.today)) {
      PeriodPage()
    } withDependencies: {
      $0.statistics.period = { period, _ in Self.summary(of: period) }
      prepare(&$0)
    }
  }

  @Test func `arrows and letters choose the period`() async throws {
    let store = page()
    await store.send(.command(.load))
    let november = try #require(TrainingPeriod("2026-11"))
    await store.receive(\._internal.summaryResponse.success) {
      $0.summary = Self.summary(of: november)
    }
    for (action, text) in [
      (.earlierButtonTapped, "2026-10"), (.earlierButtonTapped, "2026-09"),
      (.laterButtonTapped, "2026-10"), (.unitSelected(.week), "2026-W44"),
      (.unitSelected(.month), "2026-11"), (.unitSelected(.week), "2026-W48"),
      (.unitSelected(.year), "2026"), (.earlierButtonTapped, "2025"),
    ] as [(PeriodPage.Action.View, String)] {
      let period = try #require(TrainingPeriod(text))
      await store.send(.view(action)) { $0.period = period }
      await store.receive(\._internal.summaryResponse.success) {
        $0.summary = Self.summary(of: period)
      }
    }
  }

  @Test func `the period with today is the last one`() async {
    let store = page()
    #expect(!store.state.canMoveLater)
    await store.send(.view(.laterButtonTapped))
  }

  @Test func `a failed request is explained, and the next period is loaded`() async throws {
    let shouldFail = LockIsolated(true)
    let store = page {
      $0.statistics.period = { period, _ in
        if shouldFail.value { throw SampleError() }
        return Self.summary(of: period)
      }
    }
    await store.send(.command(.load))
    await store.receive(\._internal.summaryResponse.failure) {
      $0.failure = Failure(SampleError())
    }
    shouldFail.setValue(false)
    let october = try #require(TrainingPeriod("2026-10"))
    await store.send(.view(.earlierButtonTapped)) { $0.period = october }
    await store.receive(\._internal.summaryResponse.success) {
      $0.summary = Self.summary(of: october)
      $0.failure = nil
    }
  }

  @Test func `the page opens over the profile and says that a month has no workouts`() {
    let app = VirtualApp {
      $0.statistics.period = { period, _ in Self.summary(of: period) }
    }
    app.press("3", "l")
    #expect(app.shows("Training in"))
    #expect(app.shows("No workouts by Ann in"))
    app.press("w")
    #expect(app.shows("Training in week"))
    app.press(.escape)
    #expect(!app.shows("Training in"))
  }
}
