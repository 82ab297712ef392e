import Clients
import Models
import ReducerRuntime
import ReducerTestSupport
import TerminalUI
import Testing

@testable import Features

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

  @Test func `a change takes effect and is saved immediately`() async {
    let store = editor()
    await select(.theme, in: store)
    await store.send(.view(.editButtonTapped)) {
      $0.$settings.withLock { $0.theme = .dark }
      $0.isSaving = true
    }
    await store.receive(\._internal.saveResponse.success) { $0.isSaving = false }
    #expect(saved.value.map(\.theme) == [.dark])
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

  @Test(arguments: Settings.Field.allCases.filter { $0 != .name })
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
    await store.send(.view(.editButtonTapped)) { $0.nameDraft = "" }
    await store.send(.view(.closeButtonTapped)) { $0.nameDraft = nil }
    await store.receive(\.delegate.closed)
  }
}
