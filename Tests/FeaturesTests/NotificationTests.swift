import Clients
import Models
import ReducerRuntime
import ReducerTestSupport
import Synchronization
import TerminalUI
import Testing

@testable import TimerFeatures

@Suite(.checksForLeaks)
@MainActor
struct NotificationTests {
  final class NotificationRecorder: Sendable {
    let notifications = Mutex<[String]>([])

    var client: NotificationsClient {
      NotificationsClient { text, form in
        self.notifications.withLock { $0.append("\(form.rawValue): \(text)") }
      }
    }
  }

  let recorder = NotificationRecorder()
  var notifications: [String] { recorder.notifications.withLock { $0 } }

  func app(
    _ form: Settings.Notification, challenge: Challenge = .pushUps, beeps: Bool = true
  ) -> VirtualApp {
    var settings = Settings()
    settings.notification = form
    settings.usesBell = beeps
    return VirtualApp(
      catalogue: Catalogue([challenge]), settings: LoadedSettings(settings: settings)
    ) { [recorder] in
      $0.notifications = recorder.client
    }
  }

  @Test func `the ends of a workout and its rest show notifications, even without beeps`() async {
    let app = app(.osc9, beeps: false)
    app.press(.enter, "s", "s", .space)
    #expect(notifications.isEmpty)
    await app.advance(by: .seconds(120))
    #expect(notifications == ["osc9: Push-ups in 2 minutes is over: 1 rep in 02:00.00"])
    await app.advance(by: .seconds(90))
    #expect(notifications.dropFirst() == ["osc9: Rest is over: Push-ups in 2 minutes"])
    #expect(app.memory.playedCues.withLock { $0.isEmpty })
  }

  @Test func `the start shows a notification if the window is inactive`() async {
    let app = app(.osc777)
    app.press(.enter, "s")
    app.send(.focus(false))
    await app.advance(by: .seconds(3))
    #expect(notifications == ["osc777: Go: Push-ups in 2 minutes"])
  }

  @Test func `the start and end of a round show notifications`() async {
    let rounds = Challenge(
      id: "rounds", name: "Rounds", kind: .core, scoring: .reps(within: .seconds(60)), summary: "",
      instructions: [], routine: Routine("2x(squat 20s, rest 10s)"))
    let app = app(.osc9, challenge: rounds)
    app.press(.enter, "s", "s")
    await app.advance(by: .seconds(35))
    #expect(notifications == ["osc9: Rest, round 1 of 2", "osc9: Work, round 2 of 2"])
  }

  @Test func `notifications are not shown if they are off`() async {
    let app = app(.off)
    app.press(.enter, "s", "s", .space)
    await app.advance(by: .seconds(300))
    #expect(notifications.isEmpty)
  }
}
