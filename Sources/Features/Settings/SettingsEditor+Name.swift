import Clients
import Models
import ReducerRuntime

extension SettingsEditor {
  /// A new name and the result of the renaming.
  public struct NameChange: Equatable, Sendable {
    /// The name to save in the settings; `nil` for the login's name.
    public var name: PersonName?
    public var result: RenameResult

    public init(_ name: PersonName?, _ result: RenameResult) {
      self.name = name
      self.result = result
    }
  }

  /// Accepts the typed name. An empty one stands for the login's name.
  func confirmName(_ state: inout State) -> Effect<Action> {
    guard let draft = state.nameDraft else { return .none }
    state.nameDraft = nil
    let name = PersonName(draft.text)
    return name == state.settings.name ? .none : rename(to: name, &state)
  }

  /// Renames the person in the settings. The new name is saved there after the database has it.
  func rename(to name: PersonName?, _ state: inout State) -> Effect<Action> {
    state.errorSheet = nil
    state.failedName = nil
    state.nameChange = nil
    guard
      let from = PersonName(state.ownerName), let to = name ?? PersonName(state.defaultName),
      from != to
    else { return saveName(name, &state) }
    state.isSaving = true
    return .run { send in
      await send(
        ._internal(
          .renameResponse(
            outcome { NameChange(name, try await people.rename(from: from, to: to)) }
              .mapError { FailedRequest(name, $0) })))
    }
    .cancellable(id: CancelID.rename, cancelInFlight: true)
  }

  private func saveName(_ name: PersonName?, _ state: inout State) -> Effect<Action> {
    state.$settings.withLock { $0.name = name }
    return save(&state)
  }

  /// Applies the result of a renaming and saves the name.
  func apply(_ change: NameChange, _ state: inout State) -> Effect<Action> {
    state.nameChange = change
    let saving = saveName(change.name, &state)
    guard change.result == .renamed else { return saving }
    let (before, now) = (state.ownerName, change.name?.text ?? state.defaultName)
    state.ownerName = now
    // A name from `--as` stays until the program exits.
    guard state.currentName == before else { return saving }
    state.currentName = now
    return .merge(saving, .send(.delegate(.renamed(now))))
  }
}

extension SettingsEditor.State {
  /// The name of the current person from the next start on, without `--as`.
  private var nextName: String { PersonName.truncated(settings.name?.text ?? defaultName) }

  /// An explanation of the selected row, in a line or two.
  var explanation: String {
    if selectedField == .analytics, settings.recordsEvents, let usageFailure {
      return "Not recorded: \(usageFailure.sentence)."
    }
    guard selectedField == .name else { return selectedField.explanation }
    if let nameChange, nameChange.result == .taken || currentName == ownerName {
      return switch nameChange.result {
      case .renamed: "You are \(nextName) now, and your workouts came with you."
      case .taken:
        "\(nextName) already trains here: after a restart you are \(nextName)."
      }
    }
    guard currentName == ownerName else {
      return
        "Started as \(PersonName.truncated(currentName)); otherwise you are \(nextName)."
    }
    guard nextName == PersonName.truncated(ownerName) else {
      return "After a restart you are \(nextName)."
    }
    return selectedField.explanation
  }
}
