import Clients
import Models
import ReducerRuntime
import ReducerTestSupport
import TerminalUI
import Testing

@testable import Features

@Suite(.checksForLeaks)
@MainActor
struct AppInfoTests {
  private let clock = TestClock()
  private let sent = LockIsolated<[String]>([])
  private nonisolated static let information = SystemInformation([
    .init("Ladder", "1.0"), .init("CPU", "fast x 2"),
  ])

  private func appInfo() -> TestStoreOf<AppInfo> {
    TestStore(initialState: AppInfo.State()) {
      AppInfo()
    } withDependencies: { [sent] in
      $0.continuousClock = clock
      $0.clipboard.send = { text in sent.withValue { $0.append(text) } }
      $0.systemInformation.read = { Self.information }
    }
  }

  private func appeared() async -> TestStoreOf<AppInfo> {
    let store = appInfo()
    await store.send(.command(.load))
    await store.receive(\._internal.informationResponse) { $0.information = Self.information }
    return store
  }

  @Test func `copying sends the report and shows a toast for two seconds`() async {
    let store = await appeared()
    await store.send(.view(.copyButtonTapped)) { $0.isToastShown = true }
    #expect(sent.value == ["Ladder: 1.0\nCPU: fast x 2\n"])
    await clock.advance(by: .milliseconds(1_999))
    await clock.advance(by: .milliseconds(1))
    await store.receive(\._internal.toastExpired) { $0.isToastShown = false }
  }

  @Test func `copying again restarts the time of the toast`() async {
    let store = await appeared()
    await store.send(.view(.copyButtonTapped)) { $0.isToastShown = true }
    await clock.advance(by: .milliseconds(1_500))
    await store.send(.view(.copyButtonTapped))
    await clock.advance(by: .milliseconds(1_999))
    await clock.advance(by: .milliseconds(1))
    await store.receive(\._internal.toastExpired) { $0.isToastShown = false }
    #expect(sent.value.count == 2)
  }

  @Test func `a resize reloads the information`() {
    let size = LockIsolated("80 x 24")
    let app = VirtualApp {
      $0.systemInformation.read = { SystemInformation([.init("Size", size.value)]) }
    }
    app.press(",", "i")
    #expect(app.shows("80 x 24"))
    size.setValue("40 x 12")
    app.resize(to: Size(40, 12))
    app.settle()
    #expect(app.shows("40 x 12"))
  }

  @Test func `nothing is copied before the information is loaded`() async {
    let store = appInfo()
    await store.send(.view(.copyButtonTapped))
    #expect(sent.value.isEmpty)
  }

  @Test func `closing the page removes the toast`() async {
    let store = TestStore(initialState: SettingsEditor.State(name: "ann")) {
      SettingsEditor()
    } withDependencies: { [sent] in
      $0.continuousClock = clock
      $0.clipboard.send = { text in sent.withValue { $0.append(text) } }
      $0.systemInformation.read = { Self.information }
    }
    store.exhaustivity = .off
    await store.send(.view(.infoButtonTapped))
    await store.receive(\._internal.appInfo._internal.informationResponse)
    await store.send(._internal(.appInfo(.presented(.view(.copyButtonTapped))))) {
      $0.appInfo?.isToastShown = true
    }
    await store.send(._internal(.appInfo(.presented(.view(.closeButtonTapped)))))
    await store.receive(\._internal.appInfo.dismiss) { $0.appInfo = nil }
    await store.finish()
  }
}
