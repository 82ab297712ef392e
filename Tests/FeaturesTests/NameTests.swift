import Clients
import Models
import ReducerRuntime
import ReducerTestSupport
import Testing

@testable import AppFeatures
@testable import SharedFeatures

/// Tests of a new name in the settings, which renames the person or switches to another person.
@Suite(.checksForLeaks)
@MainActor
struct NameTests {
  private let saved = LockIsolated<[String]>([])
  private let renamed = LockIsolated<[String]>([])

  /// - Parameters:
  ///   - name: The name from the command line, or else the name in the settings.
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
      $0.settings.save = { settings in
        saved.withValue { $0.append(settings.name?.text ?? "") }
        return settings
      }
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
    for _ in store.state.draft?.text ?? "" {
      await store.send(.view(.textEdited(.erased(.left))))
    }
    for character in name { await store.send(.view(.textEdited(.typed(character)))) }
    store.exhaustivity = exhaustivity
  }

  @Test func `a new name is saved, and the person is renamed`() async {
    let store = editor()
    await store.send(.view(.editButtonTapped)) { $0.draft = "Ann" }
    await store.send(.view(.textEdited(.erased(.left)))) { $0.draft = "An" }
    await store.send(.view(.textEdited(.erased(.left)))) { $0.draft = "A" }
    await store.send(.view(.textEdited(.typed("l")))) { $0.draft = "Al" }
    await store.send(.view(.textConfirmed)) {
      $0.draft = nil
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
    await store.send(.view(.editButtonTapped)) { $0.draft = "Al" }
    await store.send(.view(.textConfirmed)) { $0.draft = nil }
  }

  @Test func `the name of another person takes effect at the next start`() async {
    let store = editor(answer: .taken)
    store.exhaustivity = .off
    await type("Bob", in: store)
    await store.send(.view(.textConfirmed))
    await store.receive(\._internal.saveResponse.success)
    #expect(store.state.currentName == "Ann")
    #expect(
      store.state.explanation == "Bob already exists; after a restart you train as Bob.")
    #expect(saved.value == ["Bob"])
    await store.send(.view(.selectionMoved(by: 0)))
    #expect(store.state.explanation == "After a restart you are Bob.")
  }

  @Test func `after choosing another person's name, the next choice does not rename that person`()
    async
  {
    let store = editor(answer: .taken) { [renamed] in
      $0.people.rename = { from, to in
        renamed.withValue { $0.append("\(from) -> \(to)") }
        return to.text == "Bob" ? .taken : .renamed
      }
    }
    store.exhaustivity = .off
    for name in ["Bob", "Cleo", "Bob", "Cleo"] {
      await type(name, in: store)
      await store.send(.view(.textConfirmed))
      await store.receive(\._internal.saveResponse.success)
    }
    #expect(renamed.value == ["Ann -> Bob", "Ann -> Cleo", "Cleo -> Bob"])
    #expect(saved.value == ["Bob", "Cleo", "Bob", "Cleo"])
    #expect(store.state.currentName == "Cleo")
  }

  @Test func `removing the name restores the login's name and keeps the workouts`() async {
    let store = editor()
    store.exhaustivity = .off
    await type("", in: store)
    await store.send(.view(.textConfirmed))
    await store.receive(\._internal.saveResponse.success)
    #expect(renamed.value == ["Ann -> login"])
    #expect(store.state.currentName == "login" && store.state.settings.name == nil)
  }

  @Test func `choosing the login's name does not rename the person`() async {
    let store = editor(name: "login", chosen: nil)
    store.exhaustivity = .off
    await type("login", in: store)
    await store.send(.view(.textConfirmed))
    await store.receive(\._internal.saveResponse.success)
    #expect(renamed.value == [] && saved.value == ["login"])
  }

  @Test
  func `a name from the command line is kept, and the person in the settings is renamed`()
    async
  {
    let store = editor(name: "Guest")
    store.exhaustivity = .off
    #expect(store.state.explanation == "Started as Guest; by default you are Ann.")
    await type("Bea", in: store)
    await store.send(.view(.textConfirmed))
    await store.receive(\._internal.saveResponse.success)
    #expect(renamed.value == ["Ann -> Bea"])
    #expect(store.state.currentName == "Guest")
    #expect(store.state.explanation == "Started as Guest; by default you are Bea.")
  }

  @Test func `a failed renaming is explained, and a retry repeats it`() async {
    let shouldFail = LockIsolated(true)
    let store = editor {
      $0.people.rename = { _, _ in
        if shouldFail.value { throw SampleError() }
        return .renamed
      }
    }
    await type("Bea", in: store)
    await store.send(.view(.textConfirmed)) {
      $0.draft = nil
      $0.isSaving = true
    }
    await store.receive(\._internal.renameResponse.failure) {
      $0.isSaving = false
      $0.failedName = .some(PersonName("Bea"))
      $0.errorSheet = ErrorHandling.State(
        Failure(SampleError()), dataStatus: "You keep your name and your workouts.", canRetry: true)
    }
    #expect(saved.value == [])
    shouldFail.setValue(false)
    store.exhaustivity = .off
    await store.send(._internal(.errorSheet(.presented(.view(.retryButtonTapped)))))
    await store.receive(\._internal.saveResponse.success)
    #expect(store.state.currentName == "Bea" && saved.value == ["Bea"])
  }

  @Test func `the sheet of a later failure does not retry a name whose sheet was closed`() async {
    let store = editor { [renamed] in
      $0.people.rename = { from, to in
        renamed.withValue { $0.append("\(from) -> \(to)") }
        throw SampleError()
      }
      $0.settings.save = { _ in throw SampleError() }
    }
    store.exhaustivity = .off
    await type("Bea", in: store)
    await store.send(.view(.textConfirmed))
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
