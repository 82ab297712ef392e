import ReducerRuntime
import ReducerTestSupport
import Testing

@Suite(.checksForLeaks)
@MainActor
struct ConfirmationDialogStateTests {
  @Test func `a dialog is dismissed after its action, which the parent receives`() async {
    let store = TestStore(initialState: Exporter.State()) { Exporter() }
    await store.send(.exportButtonTapped) { $0.dialog = .export }
    await store.send(.dialog(.presented(.csv))) {
      $0.dialog = nil
      $0.format = .csv
    }
    await store.send(.exportButtonTapped) { $0.dialog = .export }
    await store.send(.dialog(.dismiss)) { $0.dialog = nil }
  }

  @Test func `a dialog in a plain optional is dismissed as well`() async {
    let store = TestStore(initialState: Exporter.State(plain: .export)) { Exporter() }
    await store.send(.plain(.json)) { $0.plain = nil }
  }

  @Test func `a dialog has title, message and buttons`() {
    let dialog = ConfirmationDialogState<Format>.export
    #expect(dialog.title == TextState("Export as"))
    #expect(dialog.titleVisibility == .visible)
    #expect(dialog.message == TextState("A file is written."))
    #expect(dialog.buttons.map(\.action.action) == [.csv, .json, nil])
    #expect(ConfirmationDialogState<Format> { TextState("") }.titleVisibility == .automatic)
  }

  @Test func `map changes a dialog's actions`() {
    let mapped = ConfirmationDialogState<Format>.export.map { $0.map { "\($0)" } }
    #expect(mapped.buttons.map(\.action.action) == ["csv", "json", nil])
    #expect(mapped.title == TextState("Export as"))
    #expect(mapped.titleVisibility == .visible)
    #expect(mapped.message == TextState("A file is written."))
  }

  @Test func `dialogs with equal contents are equal`() {
    let dialog = ConfirmationDialogState<Format>.export
    #expect(dialog == .export)
    #expect(dialog.id != ConfirmationDialogState<Format>.export.id)
    #expect(Set([dialog, .export]).count == 1)
    var hidden = dialog
    hidden.titleVisibility = .hidden
    #expect(hidden != dialog)
    #expect(diff(hidden, dialog)?.contains("titleVisibility: .hidden") == true)
  }
}

private enum Format: Hashable { case csv, json }

extension ConfirmationDialogState<Format> {
  fileprivate static var export: Self {
    ConfirmationDialogState(titleVisibility: .visible) {
      TextState("Export as")
    } actions: {
      ButtonState(action: .csv) { TextState("CSV") }
      ButtonState(action: .json) { TextState("JSON") }
      ButtonState(role: .cancel) { TextState("Cancel") }
    } message: {
      TextState("A file is written.")
    }
  }
}

@Reducer
private struct Exporter {
  @ObservableState
  struct State: Equatable {
    @Presents var dialog: ConfirmationDialogState<Format>?
    var plain: ConfirmationDialogState<Format>?
    var format: Format?
  }

  enum Action {
    case exportButtonTapped
    case dialog(PresentationAction<Format>)
    case plain(Format)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .exportButtonTapped: state.dialog = .export
      case .dialog(.presented(let format)): state.format = format
      case .dialog, .plain: break
      }
      return .none
    }
    .ifLet(\.$dialog, action: \.dialog)
    .ifLet(\.plain, action: \.plain)
  }
}
