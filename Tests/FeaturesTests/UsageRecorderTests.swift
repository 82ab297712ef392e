import FoundationEssentials
import Models
import ReducerRuntime
import ReducerTestSupport
import Testing

@Suite(.checksForLeaks)
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

  @Test func `each feature is recorded when it is opened`() async {
    let app = app(isOn: true)
    app.press("2", "3", ",", "i", "c", .escape, .escape, "1", "j", .enter, "s", "s", .space, "s")
    #expect(
      events.value.map(\.feature) == [
        "workouts", "leaderboard", "profile", "settings", "app-info", "workouts",
        "challenge-detail", "workout-timer",
      ])
    #expect(events.value.allSatisfy { $0.at == .monday })
  }

  @Test func `tests, plans and sessions are recorded as the plan feature`() {
    let app = app(isOn: true)
    app.memory.storage.withLock { $0.plans = [.sample()] }
    app.press("1", .enter, "l", .escape, "t", .escape, .escape, "n")
    #expect(
      events.value.map(\.feature) == [
        "workouts", "workouts", "challenge-detail", "plan", "plan", "plan",
      ])
  }

  @Test func `every screen is recorded under a name`() async {
    let app = app(isOn: true)
    app.memory.storage.withLock { $0.finished = [.sample()] }
    app.press("/", .escape, "h", "e", .escape, .escape, "a", .escape, "?", "?")
    app.press(.enter, "g", "s", "f", .escape, .space, "s", "R", "R", .escape, .escape)
    app.press("2", .enter, .enter)
    #expect(
      events.value.map(\.feature) == [
        "workouts", "search", "history", "workout-editor", "challenge-editor", "help",
        "challenge-detail", "ghost-race", "floor-mode", "rest-timer", "leaderboard",
        "workout-detail", "replay",
      ])
  }

  @Test func `resuming a workout is recorded`() {
    var settings = Settings()
    settings.recordsEvents = true
    let draft = WorkoutDraft(
      id: UUID(1), challenge: "pushups-2min", startedAt: .monday, duration: .seconds(9),
      log: WorkoutLog(reps: RepLog()))
    let app = VirtualApp(settings: .init(settings: settings)) { [events] in
      $0.workouts.unfinished = { [draft] }
      $0.analytics.record = { event in events.withValue { $0.append(event) } }
    }
    app.press("s")
    #expect(events.value.map(\.feature) == ["workouts", "crash-resume"])
  }

  @Test func `nothing is recorded if the usage log is off`() {
    let app = app(isOn: false)
    app.press("2", "3", ",")
    #expect(events.value.isEmpty)
    // The usage log is the last setting.
    app.press(.end, .enter, .escape, "1")
    #expect(events.value.map(\.feature) == ["workouts"])
  }

  @Test func `a failure to record is shown only in the settings`() {
    var settings = Settings()
    settings.recordsEvents = true
    let app = VirtualApp(settings: .init(settings: settings)) {
      $0.analytics.record = { _ in throw SampleError() }
    }
    app.press("2")
    #expect(!app.shows("Something went wrong"))
    app.press(",", .end)
    #expect(app.shows("Not recorded: something went wrong (the disk is full)"))
    app.press(.enter)
    #expect(!app.shows("Not recorded"))
  }
}
