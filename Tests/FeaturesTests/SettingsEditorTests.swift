import Clients
import Models
import ReducerRuntime
import ReducerTestSupport
import TerminalUI
import Testing

@testable import AppFeatures
@testable import CatalogueFeatures
@testable import SharedFeatures
@testable import TimerFeatures

@Suite(.checksForLeaks)
@MainActor
struct SettingsEditorTests {
  private let saved = LockIsolated<[Settings]>([])

  private func editor(
    _ loaded: LoadedSettings = LoadedSettings(),
    _ prepare: (inout DependencyValues) -> Void = { _ in }
  ) -> TestStoreOf<SettingsEditor> {
    TestStore(initialState: SettingsEditor.State(name: "ann", loaded: loaded)) {
      SettingsEditor()
    } withDependencies: { [saved] in
      $0.settings.save = { settings in
        saved.withValue { $0.append(settings) }
        return settings
      }
      prepare(&$0)
    }
  }

  private func select(_ field: Settings.Field, in store: TestStoreOf<SettingsEditor>) async {
    let position = Settings.Field.allCases.firstIndex(of: field)!
    let exhaustivity = store.exhaustivity
    store.exhaustivity = .off
    await store.send(.view(.selectionMoved(by: .min)))
    await store.send(.view(.selectionMoved(by: position)))
    store.exhaustivity = exhaustivity
  }

  @Test func `steps stop at the limits of a setting`() async {
    let store = editor()
    store.exhaustivity = .off
    await select(.preparation, in: store)
    for _ in 0..<9 { await store.send(.view(.adjustButtonTapped(by: 1))) }
    #expect(store.state.settings.preparation == 10)
    #expect(saved.value.map(\.preparation) == [4, 5, 6, 7, 8, 9, 10])
    await select(.minGap, in: store)
    await store.send(.view(.adjustButtonTapped(by: -1)))
    await store.skipReceivedActions()
    #expect(store.state.settings.minGap == .milliseconds(70))
    await store.send(.view(.adjustButtonTapped(by: .min / 100)))
    await store.skipReceivedActions()
    #expect(store.state.settings.minGap == .zero)
  }

  @Test(arguments: Settings.Field.allCases.filter { !$0.isTyped && $0 != .program })
  func `every setting can be changed and changed back with keys`(field: Settings.Field) async {
    let store = editor()
    store.exhaustivity = .off
    await select(field, in: store)
    await store.send(.view(.editButtonTapped))
    await store.skipReceivedActions()
    let changed = store.state.settings
    #expect(changed.text(of: field) != Settings().text(of: field))
    #expect(saved.value == [changed])
    await store.send(.view(.adjustButtonTapped(by: -1)))
    await store.skipReceivedActions()
    #expect(store.state.settings == Settings())
  }

  @Test func `a change that cannot be saved is explained, stays in effect, and can be retried`()
    async
  {
    let shouldFail = LockIsolated(true)
    let store = editor {
      $0.settings.save = { settings in
        if shouldFail.value { throw SampleError() }
        return settings
      }
    }
    await select(.ascii, in: store)
    await store.send(.view(.editButtonTapped)) {
      $0.$settings.withLock { $0.isASCII = true }
      $0.isSaving = true
    }
    await store.receive(\._internal.saveResponse.failure) {
      $0.isSaving = false
      $0.errorSheet = ErrorHandling.State(
        Failure(SampleError()),
        dataStatus: "The change lasts until you quit; the file is unchanged.", canRetry: true)
    }
    shouldFail.setValue(false)
    await store.send(._internal(.errorSheet(.presented(.view(.retryButtonTapped)))))
    await store.receive(\._internal.errorSheet.delegate.retryRequested) {
      $0.errorSheet = nil
      $0.isSaving = true
    }
    await store.receive(\._internal.saveResponse.success) { $0.isSaving = false }
  }

  @Test func `only the last of two fast changes gets a response`() async {
    let clock = TestClock()
    let store = editor {
      $0.settings.save = { settings in
        try await clock.sleep(for: .seconds(1))
        return settings
      }
    }
    await select(.beeps, in: store)
    await store.send(.view(.editButtonTapped)) {
      $0.$settings.withLock { $0.usesBell = false }
      $0.isSaving = true
    }
    await clock.advance(by: .milliseconds(500))
    await store.send(.view(.editButtonTapped)) { $0.$settings.withLock { $0.usesBell = true } }
    await clock.advance(by: .milliseconds(500))
    await clock.advance(by: .milliseconds(500))
    await store.receive(\._internal.saveResponse.success) { $0.isSaving = false }
  }

  @Test func `closing the settings discards an unconfirmed name`() async {
    let store = editor()
    await store.send(.view(.editButtonTapped)) { $0.draft = "" }
    await store.send(.view(.closeButtonTapped)) { $0.draft = nil }
    await store.receive(\.delegate.closed)
  }
}

// MARK: - Screen

/// Tests of the settings on the screen.
@Suite(.checksForLeaks)
@MainActor
struct SettingsScreenTests {
  @Test func `a theme from the command line overrides the one in the settings`() {
    var settings = Settings()
    settings.theme = .light
    let environment = Environment(theme: .dark)
    #expect(environment.applying(settings).theme == .light)
    #expect(environment.applying(settings, keepingTheme: true).theme == .dark)
    settings.showsColors = false
    #expect(environment.applying(settings, keepingTheme: true).theme == .monochrome)
  }

  @Test func `workouts use the chosen settings`() {
    var settings = Settings()
    settings.preparation = 0
    settings.usesBell = false
    let app = VirtualApp(settings: LoadedSettings(settings: settings))
    app.press(.enter)
    let options = app.program.store.workouts.detail?.options
    #expect(options?.preparation == 0 && options?.shouldBeep == false)
    app.press(",", "j", .right)
    #expect(app.program.store.workouts.detail?.options.preparation == 1)
  }

  @Test func `a theme does not add colors that the terminal lacks`() {
    var settings = Settings()
    settings.theme = .light
    let app = VirtualApp(
      environment: Environment(theme: .monochrome, glyphs: .ascii),
      settings: LoadedSettings(settings: settings))
    #expect(app.frame[0, 0].style.background == .default)
  }

  @Test func `a failure to save a change is shown after the workout`() async {
    let clock = TestClock()
    let app = VirtualApp {
      $0.settings.save = { _ in
        try await clock.sleep(for: .seconds(1))
        throw SampleError()
      }
    }
    app.press(",", "j", .right, .escape, .enter, "s")
    await clock.advance(by: .seconds(1))
    app.settle()
    #expect(app.shows("Get ready") && !app.shows("Something went wrong"))
    app.press("s")
    app.press(.space)
    #expect(app.shows("REPS 1"))
    app.press("s")
    #expect(app.shows("Something went wrong"))
    app.press(.escape)
    #expect(app.shows("Saved"))
  }

  @Test func `the program waits until a change is saved before it exits`() async {
    let clock = TestClock()
    let app = VirtualApp {
      $0.settings.save = { settings in
        try await clock.sleep(for: .seconds(1))
        return settings
      }
    }
    app.press(",", "j", .right, "q")
    #expect(app.program.exit == nil)
    await clock.advance(by: .seconds(1))
    app.settle()
    #expect(app.program.exit == Exit())
  }
}

// MARK: - Themes

@Suite(.checksForLeaks)
@MainActor
struct ThemeScreenTests {
  @Test(arguments: [Theme.Name.dark, .light, .highContrast])
  func `a theme's background fills the screen`(name: Theme.Name) async {
    let theme = Theme(name)
    let app = VirtualApp(environment: Environment(theme: theme))
    app.press(.enter, "s", "s")
    await app.advance(by: .seconds(1))
    app.press(.escape)
    for y in 0..<24 {
      for x in 0..<80 {
        #expect(app.frame[x, y].style.background != .default, "column \(x), row \(y)")
      }
    }
  }

  @Test func `every theme shows the same text`() {
    let texts = (Theme.Name.allCases.map { Theme($0) } + [.monochrome]).map { theme in
      let app = VirtualApp(environment: Environment(theme: theme))
      app.press(.enter, "s", "s", .escape)
      return app.text
    }
    #expect(Set(texts).count == 1)
  }
}

// MARK: - About Ladder

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

  @Test func `copying again restarts the toast's timer`() async {
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
    await store.receive(\._internal.destination.appInfo._internal.informationResponse)
    await store.send(._internal(.destination(.presented(.appInfo(.view(.copyButtonTapped)))))) {
      $0.destination?.modify(\.appInfo) { $0.isToastShown = true }
    }
    await store.send(._internal(.destination(.presented(.appInfo(.view(.closeButtonTapped))))))
    await store.receive(\._internal.destination.dismiss) { $0.destination = nil }
    await store.finish()
  }
}
