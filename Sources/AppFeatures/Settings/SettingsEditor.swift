import Clients
import FoundationEssentials
import Models
import ReducerRuntime
import SharedFeatures
import TerminalUI

/// A screen for the settings. Every change takes effect and is saved immediately.
@Reducer
public struct SettingsEditor {
  @ObservableState
  public struct State: Equatable, Sendable {
    @Shared(.settings) public var settings
    /// The typed text of the selected setting while it is edited.
    public internal(set) var draft: TextField?
    /// The problem with the typed text.
    public internal(set) var problem: EntryProblem?
    /// The name of the current person in this run of the program.
    public internal(set) var currentName: String
    /// The name to use if the settings have none.
    public let defaultName: String
    /// The name of the owner of these settings. A change of the name renames this person.
    ///
    /// If the new name already belongs to another person, no person is renamed and this property stays the same, so
    /// that the next change doesn't rename that other person.
    var ownerName: String
    /// The result of the last change of the name.
    public internal(set) var nameChange: NameChange?
    @SharedReader(.usageFailure) var usageFailure: Failure?
    /// The new name in the last failed change, for a retry.
    var failedName: PersonName??
    public internal(set) var selection = 0
    /// Whether a change is being saved.
    public internal(set) var isSaving = false
    @Presents public internal(set) var errorSheet: ErrorHandling.State?
    @Presents public internal(set) var destination: Destination.State?

    /// Creates the state at the start.
    ///
    /// - Parameters:
    ///   - name: The name of the current person.
    ///   - defaultName: The name to use if the settings have none; by default `name`.
    ///   - loaded: The settings, and the problems of their file, which a sheet lists.
    public init(
      name: String, defaultName: String? = nil, loaded: LoadedSettings = LoadedSettings()
    ) {
      currentName = name
      self.defaultName = defaultName ?? name
      ownerName = loaded.settings.name?.text ?? self.defaultName
      $settings.set(loaded.settings)
      let details = loaded.problems.joined(separator: "\n")
      let failures = loaded.problems.map { problem in
        Failure(
          summary: problem, remedy: "correct the file, or choose again in the settings",
          details: details)
      }
      if let first = failures.first {
        errorSheet = ErrorHandling.State(
          first, others: Array(failures.dropFirst()),
          dataStatus: "The file is unchanged, and all its other settings apply.", canRetry: false)
      }
    }

    public var selectedField: Settings.Field { Settings.Field.allCases[selection] }
  }

  /// A page over the settings.
  @Reducer(state: .equatable, .sendable, action: .sendable)
  public enum Destination {
    case appInfo(AppInfo)
    case cues(CueEditor)
  }

  public enum Action: BoundedAction, Sendable {
    @CasePathable
    public enum View: Sendable {
      case selectionMoved(by: Int)
      case adjustButtonTapped(by: Int)
      case editButtonTapped
      case textEdited(TextEdit)
      case textConfirmed
      case textCancelled
      case infoButtonTapped
      case cuesButtonTapped
      case closeButtonTapped
    }

    @CasePathable
    public enum Command: Sendable {
      /// Close the other pages and discard a typed text.
      case close
      /// Reload the page about Ladder, which shows the window size.
      case reloadInformation
    }

    @CasePathable
    public indirect enum Delegate: Equatable, Sendable {
      case closed
      /// The beginning of days or weeks, the training days or the goal have changed.
      case weekChanged
      /// The current person has a new name.
      case renamed(String)
    }

    @CasePathable
    public indirect enum Internal: Sendable {
      case saveResponse(Result<Settings, Failure>)
      case renameResponse(Result<NameChange, FailedRequest<PersonName?>>)
      case errorSheet(PresentationAction<ErrorHandling.Action>)
      case destination(PresentationAction<Destination.Action>)
    }

    case view(View)
    case command(Command)
    case delegate(Delegate)
    case _internal(Internal)
  }

  enum CancelID { case save, rename }

  @Dependency(\.settings) var settingsClient
  @Dependency(\.people) var people

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .view(let action): reduce(&state, view: action)
      case .command(let command): reduce(&state, command: command)
      case ._internal(let action): reduce(&state, internal: action)
      case .delegate: .none
      }
    }
    .explainingErrors(\.$errorSheet, action: \.errorSheet) { state in
      if let name = state.failedName { rename(to: name, &state) } else { save(&state) }
    }
    .ifLet(\.$destination, action: \.destination)
  }

  private func reduce(_ state: inout State, view action: Action.View) -> Effect<Action> {
    switch action {
    case .selectionMoved(let offset):
      state.selection = state.selection.moved(by: offset, in: Settings.Field.allCases.count)
      state.nameChange = nil
      return .none

    case .adjustButtonTapped(let offset):
      return adjust(&state, by: offset)

    case .editButtonTapped:
      let field = state.selectedField
      guard field.isTyped else { return adjust(&state, by: 1) }
      let text = state.settings.text(of: field)
      let isUsualBar = field == .bar && text.isEmpty
      state.draft = TextField(
        isUsualBar ? Bar.usual(in: state.settings.unit ?? .kilograms).text : text)
      return .none

    case .textEdited(let edit):
      let isName = state.selectedField == .name
      state.draft?.edit(edit, maxLength: isName ? PersonName.maxLength : Bar.maxLength)
      state.problem = nil
      return .none

    case .textConfirmed:
      return state.selectedField == .name ? confirmName(&state) : confirmText(&state)

    case .textCancelled:
      (state.draft, state.problem) = (nil, nil)
      return .none

    case .infoButtonTapped:
      state.destination = .appInfo(AppInfo.State())
      return .merge(.recordUse(of: .appInfo), sendToAppInfo(.load, state))

    case .cuesButtonTapped:
      state.destination = .cues(CueEditor.State())
      return .send(._internal(.destination(.presented(.cues(.command(.load))))))

    case .closeButtonTapped:
      return .merge(reduce(&state, command: .close), .send(.delegate(.closed)))
    }
  }

  private func reduce(_ state: inout State, command: Action.Command) -> Effect<Action> {
    switch command {
    case .close:
      (state.draft, state.problem) = (nil, nil)
      state.destination = nil
      return .none

    case .reloadInformation:
      return sendToAppInfo(.load, state)
    }
  }

  private func reduce(_ state: inout State, internal action: Action.Internal) -> Effect<Action> {
    switch action {
    case .renameResponse(.success(let change)):
      return apply(change, &state)

    case .renameResponse(.failure(let failed)):
      state.isSaving = false
      state.failedName = .some(failed.mutation)
      state.errorSheet = ErrorHandling.State(
        failed.failure, dataStatus: "You keep your name and your workouts.", canRetry: true)
      return .none

    case .saveResponse(.success(let merged)):
      state.isSaving = false
      let didWeekChange = SummaryRequest(merged) != SummaryRequest(state.settings)
      state.$settings.set(merged)
      return didWeekChange ? .send(.delegate(.weekChanged)) : .none

    case .saveResponse(.failure(let failure)):
      state.isSaving = false
      state.failedName = nil
      state.errorSheet = ErrorHandling.State(
        failure, dataStatus: "The change lasts until you quit; the file is unchanged.",
        canRetry: true)
      return .none

    case .destination(.presented(.cues(.delegate(.changed)))):
      return save(&state)

    case .errorSheet, .destination:
      return .none
    }
  }

  private func sendToAppInfo(_ command: AppInfo.Action.Command, _ state: State) -> Effect<Action> {
    state.destination?.appInfo == nil
      ? .none : .send(._internal(.destination(.presented(.appInfo(.command(command))))))
  }

  /// Accepts the typed bar or warm-up sets, or shows the problem with them.
  private func confirmText(_ state: inout State) -> Effect<Action> {
    guard let text = state.draft?.text else { return .none }
    do throws(Settings.InvalidValue) {
      let changed = try state.settings.with(state.selectedField, text)
      (state.draft, state.problem) = (nil, nil)
      state.$settings.set(changed)
      return save(&state)
    } catch {
      state.problem = "\(state.selectedField.title) must be \(error.expected)."
      return .none
    }
  }

  private func adjust(_ state: inout State, by offset: Int) -> Effect<Action> {
    guard let adjusted = state.selectedField.adjusted(by: offset, in: state.settings) else {
      return .none
    }
    let didWeekChange = SummaryRequest(adjusted) != SummaryRequest(state.settings)
    state.$settings.set(adjusted)
    // The client assigns the workouts to their new days before it answers.
    return .concatenate(save(&state), didWeekChange ? .send(.delegate(.weekChanged)) : .none)
  }

  /// Saves the settings. A later change is saved after this one, whose response is then discarded.
  func save(_ state: inout State) -> Effect<Action> {
    state.isSaving = true
    state.errorSheet = nil
    return .request(CancelID.save) { [settings = state.settings] in
      try await settingsClient.save(settings: settings)
    } response: {
      ._internal(.saveResponse($0))
    }
  }
}

extension SettingsEditor {
  /// The keys of the settings, of their error sheet, and of their pages.
  public static let keys =
    (AppInfo.keys.presented(\.destination?.appInfo, action: \.destination.presented.appInfo)
    + CueEditor.keys.presented(\.destination?.cues, action: \.destination.presented.cues)
    + (textKeys.screen("a typed setting").when { $0.draft != nil }
    + ownKeys.screen("settings").when { $0.draft == nil })
    .section("Settings").map(Action.view).when { $0.destination == nil })
    .explainingErrors(\.errorSheet, action: \.errorSheet.presented)

  private static let textKeys: KeyMap<State, Action.View> =
    [
      .init([.enter], "save", .textConfirmed, name: "save-text"),
      .init([.escape], "cancel", .textCancelled, name: "cancel-edit"),
    ] + .textEditing("type the text", Action.View.textEdited) { $0.draft }

  private static let ownKeys: KeyMap<State, Action.View> =
    [
      .init([.enter, .space], "change", .editButtonTapped),
      .init([.escape, ","], "back", .closeButtonTapped),
      .init([.right, "+"], "more", .adjustButtonTapped(by: 1), hinted: false),
      .init([.left, "-"], "less", .adjustButtonTapped(by: -1), hinted: false),
      .init(["c"], "cues", .cuesButtonTapped),
      .init(["i"], "about Ladder", .infoButtonTapped, short: "about"),
    ] + .listNavigation(Action.View.selectionMoved)
}

// MARK: - The name

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
    guard let draft = state.draft else { return .none }
    state.draft = nil
    let name = PersonName(draft.text)
    return name == state.settings.name ? .none : rename(to: name, &state)
  }

  /// Renames the person in the database, and then saves the new name in the settings.
  func rename(to name: PersonName?, _ state: inout State) -> Effect<Action> {
    state.errorSheet = nil
    state.failedName = nil
    state.nameChange = nil
    guard
      let from = PersonName(state.ownerName), let to = name ?? PersonName(state.defaultName),
      from != to
    else { return saveName(name, &state) }
    state.isSaving = true
    return .request(CancelID.rename) {
      NameChange(name, try await people.rename(from: from, to: to))
    } response: {
      ._internal(.renameResponse($0.mapError { FailedRequest(name, $0) }))
    }
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
  /// The name of the current person after a restart without `--as`.
  private var nextName: String { PersonName.truncated(settings.name?.text ?? defaultName) }

  /// An explanation of the selected row, in a line or two.
  var explanation: String {
    if selectedField == .analytics, settings.recordsEvents, let usageFailure {
      return "Not recorded: \(usageFailure.sentence)."
    }
    if let problem { return problem.sentence }
    guard selectedField == .name else { return selectedField.explanation }
    if let nameChange, nameChange.result == .taken || currentName == ownerName {
      return switch nameChange.result {
      case .renamed: "You are \(nextName) now, and your workouts came with you."
      case .taken:
        "\(nextName) already exists; after a restart you train as \(nextName)."
      }
    }
    guard currentName == ownerName else {
      return
        "Started as \(PersonName.truncated(currentName)); by default you are \(nextName)."
    }
    guard nextName == PersonName.truncated(ownerName) else {
      return "After a restart you are \(nextName)."
    }
    return selectedField.explanation
  }
}
