import Clients
import Models
import ReducerRuntime
import ReducerTestSupport
import Testing

@testable import Features

/// Another name in the settings: the person is renamed, or goes on as somebody else.
@Suite(.checksForLeaks)
@MainActor
struct NameTests {
  private let saved = LockIsolated<[String]>([])
  private let renamed = LockIsolated<[String]>([])

  /// - Parameters:
  ///   - name: Who was started; the settings' person when not told.
  ///   - chosen: The name in the settings.
  private func editor(
    name: String = "Ann", chosen: String? = "Ann", answer: RenameResult = .renamed,
    _ prepare: (inout DependencyValues) -> Void = { _ in }
  ) -> TestStoreOf<SettingsEditor> {
    var settings = Settings()
    settings.name = chosen.flatMap { PersonName($0) }
    return TestStore(
      initialState: SettingsEditor.State(
        name: name, defaultName: "login", loaded: LoadedSettings(settings: settings))
    ) {
      SettingsEditor()
    } withDependencies: { [saved, renamed] in
      $0.settings.save = { settings in saved.withValue { $0.append(settings.name?.text ?? "") } }
      $0.people.rename = { from, to in
        renamed.withValue { $0.append("\(from) -> \(to)") }
        return answer
      }
      prepare(&$0)
    }
  }

  private func type(_ name: String, in store: TestStoreOf<SettingsEditor>) async {
    let exhaustivity = store.exhaustivity
    store.exhaustivity = .off
    await store.send(.view(.editButtonTapped))
    for _ in store.state.nameDraft ?? "" { await store.send(.view(.backspaceTapped)) }
    for character in name { await store.send(.view(.characterTyped(character))) }
    store.exhaustivity = exhaustivity
  }

  @Test func `a name is typed, taken, and kept, and the person goes with it`() async {
    let store = editor()
    await store.send(.view(.editButtonTapped)) { $0.nameDraft = "Ann" }
    await store.send(.view(.backspaceTapped)) { $0.nameDraft = "An" }
    await store.send(.view(.backspaceTapped)) { $0.nameDraft = "A" }
    await store.send(.view(.characterTyped("l"))) { $0.nameDraft = "Al" }
    await store.send(.view(.nameConfirmed)) {
      $0.nameDraft = nil
      $0.isSaving = true
    }
    await store.receive(\._internal.renameResponse.success) {
      $0.nameChange = .init(PersonName("Al"), .renamed)
      $0.ownerName = "Al"
      $0.currentName = "Al"
      $0.$settings.withLock { $0.name = PersonName("Al") }
    }
    await store.receive(\.delegate.renamed, "Al")
    await store.receive(\._internal.saveResponse.success) { $0.isSaving = false }
    #expect(renamed.value == ["Ann -> Al"])
    #expect(saved.value == ["Al"])
    #expect(store.state.explanation == "You are Al now, and your workouts came with you.")
    await store.send(.view(.selectionMoved(by: 0))) { $0.nameChange = nil }
    await store.send(.view(.editButtonTapped)) { $0.nameDraft = "Al" }
    await store.send(.view(.nameConfirmed)) { $0.nameDraft = nil }
  }

  @Test func `a name that somebody has makes the next start theirs, and says so`() async {
    let store = editor(answer: .taken)
    store.exhaustivity = .off
    await type("Bob", in: store)
    await store.send(.view(.nameConfirmed))
    await store.receive(\._internal.saveResponse.success)
    #expect(store.state.currentName == "Ann")
    #expect(
      store.state.explanation == "Bob already trains here: after a restart you are Bob.")
    #expect(saved.value == ["Bob"])
    await store.send(.view(.selectionMoved(by: 0)))
    #expect(store.state.explanation == "After a restart you are Bob.")
  }

  @Test func `a name chosen after one that somebody has does not rename that somebody`() async {
    let store = editor(answer: .taken) { [renamed] in
      $0.people.rename = { from, to in
        renamed.withValue { $0.append("\(from) -> \(to)") }
        return to.text == "Bob" ? .taken : .renamed
      }
    }
    store.exhaustivity = .off
    for name in ["Bob", "Cleo", "Bob", "Cleo"] {
      await type(name, in: store)
      await store.send(.view(.nameConfirmed))
      await store.receive(\._internal.saveResponse.success)
    }
    #expect(renamed.value == ["Ann -> Bob", "Ann -> Cleo", "Cleo -> Bob"])
    #expect(saved.value == ["Bob", "Cleo", "Bob", "Cleo"])
    #expect(store.state.currentName == "Cleo")
  }

  @Test func `without a name it is the login's again, with all that was done`() async {
    let store = editor()
    store.exhaustivity = .off
    await type("", in: store)
    await store.send(.view(.nameConfirmed))
    await store.receive(\._internal.saveResponse.success)
    #expect(renamed.value == ["Ann -> login"])
    #expect(store.state.currentName == "login" && store.state.settings.name == nil)
  }

  @Test func `choosing the login's own name renames nobody`() async {
    let store = editor(name: "login", chosen: nil)
    store.exhaustivity = .off
    await type("login", in: store)
    await store.send(.view(.nameConfirmed))
    await store.receive(\._internal.saveResponse.success)
    #expect(renamed.value == [] && saved.value == ["login"])
  }

  @Test
  func `whoever was named at the start keeps that name, and the settings' person has another`()
    async
  {
    let store = editor(name: "Guest")
    store.exhaustivity = .off
    #expect(store.state.explanation == "You were started as Guest. Without that you are Ann.")
    await type("Bea", in: store)
    await store.send(.view(.nameConfirmed))
    await store.receive(\._internal.saveResponse.success)
    #expect(renamed.value == ["Ann -> Bea"])
    #expect(store.state.currentName == "Guest")
    #expect(store.state.explanation == "You were started as Guest. Without that you are Bea.")
  }

  @Test func `a name that could not be had is explained, and had at another try`() async {
    let isBroken = LockIsolated(true)
    let store = editor {
      $0.people.rename = { _, _ in
        if isBroken.value { throw SampleError() }
        return .renamed
      }
    }
    await type("Bea", in: store)
    await store.send(.view(.nameConfirmed)) {
      $0.nameDraft = nil
      $0.isSaving = true
    }
    await store.receive(\._internal.renameResponse.failure) {
      $0.isSaving = false
      $0.failedName = .some(PersonName("Bea"))
      $0.errorSheet = ErrorHandling.State(
        Failure(SampleError()), dataStatus: "You keep your name and your workouts.", canRetry: true)
    }
    #expect(saved.value == [])
    isBroken.setValue(false)
    store.exhaustivity = .off
    await store.send(._internal(.errorSheet(.presented(.view(.retryButtonTapped)))))
    await store.receive(\._internal.saveResponse.success)
    #expect(store.state.currentName == "Bea" && saved.value == ["Bea"])
  }

  @Test func `a name that was given up is not tried by another failure's sheet`() async {
    let store = editor { [renamed] in
      $0.people.rename = { from, to in
        renamed.withValue { $0.append("\(from) -> \(to)") }
        throw SampleError()
      }
      $0.settings.save = { _ in throw SampleError() }
    }
    store.exhaustivity = .off
    await type("Bea", in: store)
    await store.send(.view(.nameConfirmed))
    await store.receive(\._internal.renameResponse.failure)
    await store.send(._internal(.errorSheet(.presented(.view(.closeButtonTapped)))))
    await store.receive(\._internal.errorSheet.dismiss)
    await store.send(.view(.selectionMoved(by: 1)))
    await store.send(.view(.adjustButtonTapped(by: 1)))
    await store.receive(\._internal.saveResponse.failure)
    await store.send(._internal(.errorSheet(.presented(.view(.retryButtonTapped)))))
    await store.receive(\._internal.saveResponse.failure)
    #expect(renamed.value == ["Ann -> Bea"])
  }
}
