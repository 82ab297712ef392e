import Clients
import Models
import ReducerRuntime

extension SettingsEditor {
  /// Another name, and what became of it.
  public struct NameChange: Equatable, Sendable {
    /// What the settings are to say; `nil` for the login's name.
    public var name: PersonName?
    public var result: RenameResult

    public init(_ name: PersonName?, _ result: RenameResult) {
      self.name = name
      self.result = result
    }
  }

  /// Takes the typed name; an empty one is the login's.
  func confirmName(_ state: inout State) -> Effect<Action> {
    guard let draft = state.nameDraft else { return .none }
    state.nameDraft = nil
    let name = PersonName(draft)
    return name == state.settings.name ? .none : rename(to: name, &state)
  }

  /// Lets the person whom the settings mean have another name. The settings say so once the database does.
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

  /// Takes over what the database says, and has it kept.
  func apply(_ change: NameChange, _ state: inout State) -> Effect<Action> {
    state.nameChange = change
    let saving = saveName(change.name, &state)
    guard change.result == .renamed else { return saving }
    let (before, now) = (state.ownerName, change.name?.text ?? state.defaultName)
    state.ownerName = now
    // A person whom `--as` named keeps that name.
    guard state.currentName == before else { return saving }
    state.currentName = now
    return .merge(saving, .send(.delegate(.renamed(now))))
  }
}

extension SettingsEditor.State {
  /// The person who trains from the next start without `--as`.
  private var nextName: String { PersonName.truncated(settings.name?.text ?? defaultName) }

  /// What is to be said about the chosen row, in a line or two.
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
        "You were started as \(PersonName.truncated(currentName)). Without that you are \(nextName)."
    }
    guard nextName == PersonName.truncated(ownerName) else {
      return "After a restart you are \(nextName)."
    }
    return selectedField.explanation
  }
}
