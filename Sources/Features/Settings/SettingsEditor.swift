import Clients
import Models
import ReducerRuntime

/// What a person may choose for all of the program. Every change is in force and kept at once.
@Reducer
public struct SettingsEditor {
  @ObservableState
  public struct State: Equatable, Sendable {
    /// The choices in force, bound to the rows on the screen.
    public var values: Settings
    /// The name while it is being typed.
    public var nameDraft: String?
    /// Who trains as long as the program runs.
    public internal(set) var currentName: String
    /// Who trains when no name is chosen.
    public let usualName: String
    /// Who trains when a start names nobody, and is renamed here. A chosen name that somebody else has does not make this
    /// them: what is chosen after it must not rename a stranger.
    var ownerName: String
    /// What became of the name that was chosen last.
    public internal(set) var nameChange: NameChange?
    /// Why what was used could not be written down.
    public internal(set) var usageFailure: Failure?
    /// The name that could not be had, to be tried again.
    var refusedName: PersonName??
    public internal(set) var selection = 0
    /// Whether a change is being written.
    public internal(set) var isSaving = false
    @Presents public internal(set) var errorSheet: ErrorHandling.State?
    @Presents public internal(set) var appInfo: AppInfo.State?

    /// - Parameters:
    ///   - name: Who trains.
    ///   - usualName: Who trains when no name is chosen, if another.
    public init(
      name: String, usualName: String? = nil, loaded: LoadedSettings = LoadedSettings()
    ) {
      values = loaded.settings
      currentName = name
      self.usualName = usualName ?? name
      ownerName = loaded.settings.name?.text ?? self.usualName
      if let failure = Failure(problems: loaded.problems) {
        errorSheet = ErrorHandling.State(
          failure, safe: "The file is as it was, and all else in it counts.", canRetry: false)
      }
    }

    var isTakingText: Bool { nameDraft != nil && errorSheet == nil }

    public var selectedField: Settings.Field { Settings.Field.allCases[selection] }
  }

  public enum Action: BindableAction, Sendable {
    case binding(BindingAction<State>)
    case selectionMoved(by: Int)
    case adjustButtonTapped(by: Int)
    case editButtonTapped
    case characterTyped(Character)
    case backspaceTapped
    case nameConfirmed
    case nameCancelled
    case infoButtonTapped
    case closeButtonTapped
    case saveResponse(Result<Settings, Failure>)
    case renameResponse(Result<NameChange, Refused<PersonName?>>)
    case errorSheet(PresentationAction<ErrorHandling.Action>)
    case appInfo(PresentationAction<AppInfo.Action>)
    case delegate(Delegate)

    /// What the parent may hear.
    @CasePathable
    public enum Delegate: Equatable, Sendable {
      case closed
      /// The person who trains is called something else now.
      case renamed(String)
    }
  }

  enum CancelID { case save, rename }

  @Dependency(\.settings) var settings
  @Dependency(\.people) var people

  public init() {}

  public var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .binding(\.nameDraft):
        return .none

      case .binding:
        return save(&state)

      case .selectionMoved(let offset):
        state.selection = state.selection.moved(by: offset, in: Settings.Field.allCases.count)
        state.nameChange = nil
        return .none

      case .adjustButtonTapped(let offset):
        return adjust(state, by: offset)

      case .editButtonTapped:
        guard state.selectedField == .name else { return adjust(state, by: 1) }
        state.nameDraft = state.values.name?.text ?? ""
        return .none

      case .characterTyped(let character):
        state.nameDraft = state.nameDraft.map { ($0 + String(character)).typeable }
        return .none

      case .backspaceTapped:
        if state.nameDraft?.isEmpty == false { state.nameDraft?.removeLast() }
        return .none

      case .nameConfirmed:
        return confirmName(&state)

      case .nameCancelled:
        state.nameDraft = nil
        return .none

      case .infoButtonTapped:
        state.appInfo = AppInfo.State()
        return .send(.appInfo(.presented(.onAppear)))

      case .closeButtonTapped:
        state.nameDraft = nil
        state.appInfo = nil
        return .send(.delegate(.closed))

      case .renameResponse(.success(let change)):
        return take(change, &state)

      case .renameResponse(.failure(let refused)):
        state.isSaving = false
        state.refusedName = .some(refused.wish)
        state.errorSheet = ErrorHandling.State(
          refused.failure, safe: "You keep your name and all you did.", canRetry: true)
        return .none

      case .saveResponse(.success):
        state.isSaving = false
        return .none

      case .saveResponse(.failure(let failure)):
        state.isSaving = false
        state.errorSheet = ErrorHandling.State(
          failure, safe: "The change holds until you leave; the file is as it was.",
          canRetry: true)
        return .none

      case .errorSheet(.presented(.delegate(.retryRequested))):
        if let name = state.refusedName { return rename(to: name, &state) }
        return save(&state)

      case .errorSheet(.dismiss):
        state.refusedName = nil
        return .none

      case .errorSheet, .appInfo, .delegate:
        return .none
      }
    }
    .ifLet(\.$errorSheet, action: \.errorSheet) { ErrorHandling() }
    .ifLet(\.$appInfo, action: \.appInfo) { AppInfo() }
  }

  private func adjust(_ state: State, by offset: Int) -> Effect<Action> {
    state.selectedField.adjusted(by: offset, in: state.values).map { .send(.binding($0)) } ?? .none
  }

  /// Writes what is chosen; a change that comes meanwhile is written after it.
  private func save(_ state: inout State) -> Effect<Action> {
    state.isSaving = true
    state.errorSheet = nil
    return .run { [values = state.values] send in
      await send(
        .saveResponse(
          outcome {
            try await settings.save(settings: values)
            return values
          }))
    }
    .cancellable(id: CancelID.save, cancelInFlight: true)
  }
}

extension Failure {
  /// The lines of a settings file that could not be read; `nil` when there are none.
  fileprivate init?(problems: [String]) {
    guard let first = problems.first else { return nil }
    let rest = problems.count - 1
    self.init(
      happened: rest == 0 ? first : "\(first) (and \(rest) more)",
      remedy: "correct the file, or choose anew in the settings",
      details: problems.joined(separator: "\n"))
  }
}
