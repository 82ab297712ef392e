import Clients
import Models
import ReducerRuntime
import ReducerTestSupport
import Testing

@testable import Features

/// Another name in the settings: the person is renamed, or goes on as somebody else.
@Suite(.leavesNothing)
@MainActor
struct NameTests {
  private let saved = LockIsolated<[String]>([])
  private let renamed = LockIsolated<[String]>([])

  /// - Parameters:
  ///   - name: Who was started; the settings' person when not told.
  ///   - chosen: The name in the settings.
  private func editor(
    name: String = "Ann", chosen: String? = "Ann", answer: Renaming = .renamed,
    _ prepare: (inout DependencyValues) -> Void = { _ in }
  ) -> TestStoreOf<SettingsEditor> {
    var settings = Settings()
    settings.name = chosen.flatMap { PersonName($0) }
    return TestStore(
      initialState: SettingsEditor.State(
        name: name, usualName: "login", loaded: LoadedSettings(settings: settings))
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

  @Test func `a name is typed, taken, and kept, and the person goes with it`() async {
    let store = editor()
    await store.send(.editButtonTapped) { $0.nameDraft = "Ann" }
    await store.send(.backspaceTapped) { $0.nameDraft = "An" }
    await store.send(.set(\.nameDraft, "Be")) { $0.nameDraft = "Be" }
    await store.send(.characterTyped("a")) { $0.nameDraft = "Bea" }
    await store.send(.nameConfirmed) {
      $0.nameDraft = nil
      $0.isSaving = true
    }
    await store.receive(\.renameResponse.success) {
      $0.nameChange = .init(PersonName("Bea"), .renamed)
      $0.ownerName = "Bea"
      $0.currentName = "Bea"
    }
    await store.receive(\.binding) { $0.values.name = PersonName("Bea") }
    await store.receive(\.delegate.renamed, "Bea")
    await store.receive(\.saveResponse.success) { $0.isSaving = false }
    #expect(renamed.value == ["Ann -> Bea"])
    #expect(saved.value == ["Bea"])
    #expect(store.state.note == "You are Bea now, and so is all you did.")
    await store.send(.selectionMoved(by: 0)) { $0.nameChange = nil }
    await store.send(.editButtonTapped) { $0.nameDraft = "Bea" }
    await store.send(.nameConfirmed) { $0.nameDraft = nil }
  }

  @Test func `a name that somebody has makes the next start theirs, and says so`() async {
    let store = editor(answer: .taken)
    store.exhaustivity = .off
    await store.send(.set(\.nameDraft, "Bob"))
    await store.send(.nameConfirmed)
    await store.receive(\.saveResponse.success)
    #expect(store.state.currentName == "Ann")
    #expect(
      store.state.note == "Bob trains here already: from the next start you go on as Bob.")
    #expect(saved.value == ["Bob"])
    await store.send(.selectionMoved(by: 0))
    #expect(store.state.note == "From the next start you go on as Bob.")
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
      await store.send(.set(\.nameDraft, name))
      await store.send(.nameConfirmed)
      await store.receive(\.saveResponse.success)
    }
    #expect(renamed.value == ["Ann -> Bob", "Ann -> Cleo", "Cleo -> Bob"])
    #expect(saved.value == ["Bob", "Cleo", "Bob", "Cleo"])
    #expect(store.state.currentName == "Cleo")
  }

  @Test func `without a name it is the login's again, with all that was done`() async {
    let store = editor()
    store.exhaustivity = .off
    await store.send(.set(\.nameDraft, ""))
    await store.send(.nameConfirmed)
    await store.receive(\.saveResponse.success)
    #expect(renamed.value == ["Ann -> login"])
    #expect(store.state.currentName == "login" && store.state.values.name == nil)
  }

  @Test func `choosing the login's own name renames nobody`() async {
    let store = editor(name: "login", chosen: nil)
    store.exhaustivity = .off
    await store.send(.set(\.nameDraft, "login"))
    await store.send(.nameConfirmed)
    await store.receive(\.saveResponse.success)
    #expect(renamed.value == [] && saved.value == ["login"])
  }

  @Test
  func `whoever was named at the start keeps that name, and the settings' person has another`()
    async
  {
    let store = editor(name: "Guest")
    store.exhaustivity = .off
    #expect(store.state.note == "You were started as Guest. Without that you are Ann.")
    await store.send(.set(\.nameDraft, "Bea"))
    await store.send(.nameConfirmed)
    await store.receive(\.saveResponse.success)
    #expect(renamed.value == ["Ann -> Bea"])
    #expect(store.state.currentName == "Guest")
    #expect(store.state.note == "You were started as Guest. Without that you are Bea.")
  }

  @Test func `a name that could not be had is explained, and had at another try`() async {
    let isBroken = LockIsolated(true)
    let store = editor {
      $0.people.rename = { _, _ in
        if isBroken.value { throw SampleError() }
        return .renamed
      }
    }
    await store.send(.set(\.nameDraft, "Bea")) { $0.nameDraft = "Bea" }
    await store.send(.nameConfirmed) {
      $0.nameDraft = nil
      $0.isSaving = true
    }
    await store.receive(\.renameResponse.failure) {
      $0.isSaving = false
      $0.refusedName = .some(PersonName("Bea"))
      $0.errorSheet = ErrorHandling.State(
        Failure(SampleError()), safe: "You keep your name and all you did.", canRetry: true)
    }
    #expect(saved.value == [])
    isBroken.setValue(false)
    store.exhaustivity = .off
    await store.send(.errorSheet(.presented(.retryButtonTapped)))
    await store.receive(\.saveResponse.success)
    #expect(store.state.currentName == "Bea" && saved.value == ["Bea"])
  }

  @Test func `a name that was given up is not tried by another failure's sheet`() async {
    let store = editor {
      $0.people.rename = { _, _ in throw SampleError() }
    }
    store.exhaustivity = .off
    await store.send(.set(\.nameDraft, "Bea"))
    await store.send(.nameConfirmed)
    await store.receive(\.renameResponse.failure)
    await store.send(.errorSheet(.presented(.closeButtonTapped)))
    await store.receive(\.errorSheet.dismiss) { $0.refusedName = nil }
  }
}
