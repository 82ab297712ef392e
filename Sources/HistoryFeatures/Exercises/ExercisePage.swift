import Clients
import Models
import ReducerRuntime
import SharedFeatures
import TerminalUI

/// A page about one exercise: its records, its sessions, and the rule that suggests the next session.
///
/// A suggestion is only shown. The rule, the note and the unit change only when the person saves new ones.
@Reducer
public struct ExercisePage {
  @ObservableState
  public struct State: Equatable, Sendable {
    public let exercise: String
    /// The sessions and the rule, once they are loaded.
    public internal(set) var history: StrengthHistory?
    public internal(set) var failure: Failure?
    /// Whether settings are being saved.
    public internal(set) var isSaving = false
    /// The settings that could not be saved, for another attempt.
    var unsavedSettings: ExerciseSettings?
    @SharedReader(.settings) var settings
    @Presents public internal(set) var destination: Destination.State?

    public init(exercise: String) { self.exercise = exercise }

    var canEdit: Bool { history != nil && !isSaving }
  }

  /// A view over the page: the form for its settings, or the explanation of a failure.
  @Reducer(state: .equatable, .sendable, action: .sendable)
  public enum Destination {
    case editor(ExerciseEditor)
    case errorSheet(ErrorHandling)
  }

  public enum Action: BoundedAction, Sendable {
    @CasePathable
    public enum View: Sendable {
      case editButtonTapped
      case startButtonTapped
      case closeButtonTapped
    }

    @CasePathable
    public enum Command: Sendable {
      case appear
    }

    @CasePathable
    public indirect enum Delegate: Equatable, Sendable {
      /// The person asked to start a session with the exercise.
      case workoutRequested(exercise: String)
      case settingsChanged
      case closed
    }

    @CasePathable
    public indirect enum Internal: Sendable {
      case historyResponse(Result<StrengthHistory, Failure>)
      case saveResponse(Result<StrengthHistory, FailedRequest<ExerciseSettings>>)
      /// Another program has saved other settings.
      case savePrevented(EditConflict<ExerciseSettings>)
      case destination(PresentationAction<Destination.Action>)
    }

    case view(View)
    case command(Command)
    case delegate(Delegate)
    case _internal(Internal)
  }

  enum CancelID { case history, save }

  @Dependency(\.strength) var strength

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .view(let action): reduce(&state, view: action)
      case .command(.appear): load(state)
      case ._internal(let action): reduce(&state, internal: action)
      case .delegate: .none
      }
    }
    .explainingErrors(\.destination, action: \.destination, sheet: \.errorSheet) { state in
      guard let settings = state.unsavedSettings, let seen = state.history?.settings else {
        return load(state)
      }
      return save(settings, replacing: seen, &state)
    }
    .ifLet(\.$destination, action: \.destination)
  }

  private func reduce(_ state: inout State, view action: Action.View) -> Effect<Action> {
    switch action {
    case .editButtonTapped:
      guard state.canEdit, let history = state.history else { return .none }
      state.destination = .editor(
        ExerciseEditor.State(history.settings, unit: state.settings.unit ?? .kilograms))
      return .none

    case .startButtonTapped:
      return .send(.delegate(.workoutRequested(exercise: state.exercise)))

    case .closeButtonTapped:
      return .send(.delegate(.closed))
    }
  }

  private func reduce(_ state: inout State, internal action: Action.Internal) -> Effect<Action> {
    switch action {
    case .historyResponse(.success(let history)):
      state.history = history
      state.failure = nil
      return .none

    case .historyResponse(.failure(let failure)):
      explain(failure, &state)
      return .none

    case .savePrevented(let conflict):
      state.isSaving = false
      state.destination?.modify(\.editor) { $0.show(conflict) }
      return load(state)

    case .saveResponse(.success(let history)):
      state.isSaving = false
      if state.destination?.editor != nil { state.destination = nil }
      state.unsavedSettings = nil
      state.failure = nil
      state.history = history
      return .send(.delegate(.settingsChanged))

    case .saveResponse(.failure(let failed)):
      state.isSaving = false
      state.unsavedSettings = failed.mutation
      explain(failed.failure, &state)
      return .none

    case .destination(.presented(.editor(.delegate(.saved(let settings))))):
      guard !state.isSaving, let editor = state.destination?.editor else { return .none }
      return save(settings, replacing: editor.original, &state)

    case .destination(.presented(.editor(.delegate(.cancelled)))):
      state.destination = nil
      return .none

    case .destination:
      return .none
    }
  }

  private func load(_ state: State) -> Effect<Action> {
    .request(CancelID.history) { [exercise = state.exercise] in
      try await strength.history(exercise: exercise)
    } response: {
      ._internal(.historyResponse($0))
    }
  }

  private func save(
    _ settings: ExerciseSettings, replacing seen: ExerciseSettings, _ state: inout State
  ) -> Effect<Action> {
    state.isSaving = true
    let exercise = state.exercise
    return .merge(
      // A read in progress would return the previous settings.
      .cancel(id: CancelID.history),
      .run { send in
        do {
          try await strength.saveSettings(settings: settings, seen: seen, exercise: exercise)
          let history = try await strength.history(exercise: exercise)
          await send(._internal(.saveResponse(.success(history))))
        } catch let conflict as EditConflict<ExerciseSettings> {
          await send(._internal(.savePrevented(conflict)))
        } catch {
          await send(
            ._internal(.saveResponse(.failure(FailedRequest(settings, Failure(error))))))
        }
      }
      .cancellable(id: CancelID.save))
  }

  private func explain(_ failure: Failure, _ state: inout State) {
    state.failure = failure
    state.destination = .errorSheet(
      ErrorHandling.State(
        failure, dataStatus: "Your sessions and rules are unchanged.", canRetry: true))
  }
}

extension ExercisePage {
  /// The keys of an exercise's page and of the form for its settings.
  public static let keys =
    (ExerciseEditor.keys.presented(\.destination?.editor, action: \.destination.presented.editor)
    + ownKeys.section("An exercise's page").map(Action.view).when { $0.destination == nil })
    .explainingErrors(\.destination?.errorSheet, action: \.destination.presented.errorSheet)

  private static let ownKeys: KeyMap<State, Action.View> = [
    .init([.escape], "back", .closeButtonTapped),
    .init(["e"], "edit", .editButtonTapped, when: \.canEdit),
    .init(["s"], "start session", .startButtonTapped, short: "start"),
  ]
}

// MARK: - View

/// A view of an exercise's page, or of the form for its settings.
struct ExercisePageView: RetainedView {
  let store: StoreOf<ExercisePage>

  var body: some View {
    switch store.scope(state: \.destination, action: \.destination.presented)?.case {
    case .editor(let editor): ExerciseEditorView(store: editor, exercise: store.exercise)
    case .errorSheet(let sheet): ExerciseContent(store: store).errorSheet(sheet)
    case nil: ExerciseContent(store: store)
    }
  }
}

/// The facts at the top, and below them the lists and charts that fit.
private struct ExerciseContent: RetainedView {
  let store: StoreOf<ExercisePage>

  var body: some View {
    SizeReader { size in
      VStack {
        PageTitle(store.exercise.capitalizedStart, note: note)
        if let history = store.history {
          let records = history.records(weekStart: store.settings.weekStart)
          ExerciseFacts(
            history: history, records: records, settings: store.settings, height: size.height)
          if size.height >= 17 { Text("") }
          ExerciseFigures(history: history, records: records)
        } else {
          if store.failure == nil { Text("Loading…").style(.dim) }
          Spacer()
        }
        if let failure = store.failure { Paragraph(failure.sentence).style(.warning) }
      }
    }
    .readable()
  }

  private var note: String {
    guard let history = store.history, let last = history.last else { return "" }
    let count = history.sessions.count
    return "\(count == 1 ? "1 session" : "\(count) sessions"), last \(last.day.dateText)"
  }
}

/// The rule of an exercise, its suggestion, the plates to load, and the best result.
struct ExerciseFacts: View {
  let history: StrengthHistory
  let records: StrengthRecords
  let settings: Settings
  let height: Int

  /// Whether to leave out the explanations.
  private var isShort: Bool { height < 17 }

  var body: some View {
    VStack {
      if let note = history.settings.note { fact("Note", note.text) }
      KeyNameReader { key in
        fact("Rule", history.rule?.text ?? "none (\(key("e", "edit")) chooses one)")
      }
      if let suggestion = history.suggestion { fact("Next", suggestion.planText) }
      if let reason = history.suggestionReason, !isShort || history.suggestion == nil {
        explanation(reason)
      }
      let loadings = loadings
      ForEach(Array(loadings.enumerated())) {
        fact($0 == 0 ? "Plates" : "", "\($1.target.words): \($1.words)")
      }
      if height >= 26, let bar = loadings.last.flatMap(LoadedBar.init) {
        bar.padding(Insets(top: 0, left: Self.nameWidth, bottom: 0, right: 0))
      }
      best
    }
  }

  /// The weights of the suggestion, or the heaviest one of the last session.
  private var weights: [Weight] {
    let sets =
      history.suggestion ?? history.last?.sets.max { $1.load.isBetter(than: $0.load) }.map { [$0] }
      ?? []
    var weights: [Weight] = []
    for case .weight(let weight) in sets.map(\.load) where !weights.contains(weight) {
      weights.append(weight)
    }
    return Array(weights.prefix(isShort ? 1 : 3))
  }

  private var loadings: [Bar.Loading] {
    weights.compactMap { settings.bar(of: history.settings, in: $0.unit).loading(for: $0) }
  }

  @ViewBuilder private var best: some View {
    if let estimate = records.bestEstimate {
      fact(
        "Maximum",
        "\(estimate.mass.text(in: history.unit)), estimated from "
          + "\(estimate.source.set.resultAndBody) on \(estimate.source.day.dateText)")
      if !isShort { explanation(OneRepMaximum.epley.source) }
      if let relative = estimate.relative, let body = estimate.source.set.body {
        fact(
          "Relative",
          "\(estimate.mass.ratio(to: body.mass).twoDigits) x body weight (\(body.words)), "
            + "\(relative.twoDigits) for its size")
        if !isShort { explanation(StrengthRecords.Estimate.relativeSource) }
      }
    } else if let most = records.mostReps {
      fact(
        "Best",
        "\(most.set.reps.repsText) with \(most.set.load.words) on \(most.day.dateText)")
    }
  }

  private func fact(_ name: String, _ value: String) -> some View {
    HStack {
      Text(name).style(.dim).frame(width: Self.nameWidth)
      Paragraph(value)
    }
  }

  private func explanation(_ text: String) -> some View {
    Paragraph(text).style(.dim).padding(
      Insets(top: 0, left: Self.nameWidth, bottom: 0, right: 0))
  }

  private static let nameWidth = 9
}
