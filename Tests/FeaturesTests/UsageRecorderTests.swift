import FoundationEssentials
import Models
import ReducerRuntime
import ReducerTestSupport
import Testing

@testable import Features

@MainActor
struct UsageRecorderTests {
  private let events = LockIsolated<[UsageEvent]>([])

  private func app(isOn: Bool) -> VirtualApp {
    var settings = Settings()
    settings.recordsEvents = isOn
    return VirtualApp(settings: .init(settings: settings)) { [events] in
      $0.analytics.record = { event in events.withValue { $0.append(event) } }
    }
  }

  @Test func `features are written down as they are come to, and nothing else`() async {
    let app = app(isOn: true)
    app.press("2", "3", ",", "i", "c", .escape, .escape, "1", "j", .enter, "s", "s", .space, "s")
    #expect(
      events.value.map(\.feature) == [
        "workouts", "leaderboard", "profile", "settings", "app-info", "workouts",
        "challenge-detail", "workout-timer",
      ])
    #expect(events.value.allSatisfy { $0.at == .monday })
  }

  @Test func `a test, a ladder and its sessions are the plan`() {
    let app = app(isOn: true)
    app.memory.kept.withLock { $0.plans = [.sample()] }
    app.press("1", .enter, "l", .escape, "t", .escape, .escape, "n")
    #expect(
      events.value.map(\.feature) == [
        "workouts", "workouts", "challenge-detail", "plan", "plan", "plan",
      ])
  }

  @Test func `nothing is written down unless the person wants it`() {
    let app = app(isOn: false)
    app.press("2", "3", ",")
    #expect(events.value.isEmpty)
    // The last of the settings.
    app.press(.end, .enter, .escape, "1")
    #expect(events.value.map(\.feature) == ["workouts"])
  }

  @Test func `a log that cannot be written disturbs nobody`() {
    var settings = Settings()
    settings.recordsEvents = true
    let app = VirtualApp(settings: .init(settings: settings)) {
      $0.analytics.record = { _ in throw SampleError() }
    }
    app.press("2")
    #expect(!app.shows("Something went wrong"))
  }
}
