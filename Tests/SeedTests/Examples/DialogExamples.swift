import ReducerRuntime
import ReducerTestSupport
import Testing

/// Examples of dialogs as state.
@Suite(.checksForLeaks)
@MainActor
struct DialogExamples {
  @Test func `a workout is exported in the chosen format`() async {
    let store = TestStore(initialState: WorkoutExport.State()) { WorkoutExport() }
    await store.send(.exportButtonTapped) { $0.dialog = WorkoutExport.formatDialog }
    await store.send(.dialog(.presented(.formatTapped("JSON")))) {
      $0.dialog = nil
      $0.exportedFormat = "JSON"
    }
  }

  @Test func `each button of a dialog has an action`() {
    let dialog = WorkoutExport.formatDialog
    #expect(dialog.titleVisibility == .visible)
    #expect(dialog.message == TextState("The file has ") + TextState("every rep").bold())
    #expect(dialog.buttons.map(\.label) == ["CSV", "JSON", "Cancel"].map { TextState($0) })
    #expect(dialog.buttons.map(\.role) == [nil, nil, ButtonStateRole.cancel])
    let sent = dialog.buttons.map { button in button.withAction { $0 } }
    #expect(sent == [.formatTapped("CSV"), .formatTapped("JSON"), nil])
  }

  @Test func `tapping a toast dismisses it`() async {
    let store = TestStore(initialState: WorkoutNote.State()) { WorkoutNote() }
    await store.send(.saveButtonTapped) { $0.destination = .toast(Toast(text: "Saved")) }
    await store.send(\.destination.toast.tapped) { $0.destination = nil }
  }
}

@Reducer
private struct WorkoutExport {
  @ObservableState
  struct State: Equatable {
    @Presents var dialog: ConfirmationDialogState<Action.Dialog>?
    var exportedFormat: String?
  }

  enum Action {
    case dialog(PresentationAction<Dialog>)
    case exportButtonTapped

    @CasePathable
    enum Dialog: Equatable { case formatTapped(String) }
  }

  static let formatDialog = ConfirmationDialogState<Action.Dialog>(
    titleVisibility: .visible,
    title: { TextState("Export as") },
    actions: buttons,
    message: { TextState("The file has ") + TextState("every rep").bold() })

  @ButtonStateBuilder<Action.Dialog>
  private static func buttons() -> [ButtonState<Action.Dialog>] {
    for format in ["CSV", "JSON"] {
      ButtonState(action: .formatTapped(format)) { TextState(format) }
    }
    ButtonState(role: .cancel, action: ButtonStateAction.send(nil)) { TextState("Cancel") }
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .exportButtonTapped:
        state.dialog = Self.formatDialog
        return .none
      case .dialog(.presented(.formatTapped(let format))):
        state.exportedFormat = format
        return .none
      case .dialog:
        return .none
      }
    }
    .ifLet(\.$dialog, action: \.dialog)
  }
}

/// A short message. Each of its actions dismisses it.
private struct Toast: Equatable, _EphemeralState {
  @CasePathable
  enum Action { case tapped }

  var text: String
}

@Reducer
private struct WorkoutNote {
  @Reducer(state: .equatable)
  enum Destination {
    /// The unchanged note, without an action.
    @ReducerCaseIgnored case preview(String)
    @ReducerCaseEphemeral case toast(Toast)
  }

  @ObservableState
  struct State: Equatable {
    @Presents var destination: Destination.State?
  }

  enum Action {
    case destination(PresentationAction<Destination.Action>)
    case saveButtonTapped
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .saveButtonTapped = action { state.destination = .toast(Toast(text: "Saved")) }
      return .none
    }
    .ifLet(\.$destination, action: \.destination)
  }
}
