import Models
import ReducerRuntime
import TerminalUI

/// A list of strength exercises, filtered by typing, from which the person chooses one or names a new one.
@Reducer
public struct ExercisePicker {
  @ObservableState
  public struct State: Equatable, Sendable {
    /// The exercises of the person, the latest first, and then common ones.
    public internal(set) var exercises: [StrengthExercise]
    public internal(set) var input: TextField = ""
    public internal(set) var selection = 0

    var query: String { input.text }

    public init(_ exercises: [StrengthExercise]) { self.exercises = exercises }

    /// The names in which a search finds the typed text, the typed name first, the one that was probably meant, and the
    /// typed name if it is a new one.
    public var names: [String] {
      let found = (exercises.map(\.name) + StrengthExercise.commonNames).filter(isFound)
      let typed = found.filter { $0.nameKey == query.nameKey }
      var keys: Set<String> = []
      return (typed + found + [likelyName, newName].compactMap(\.self)).filter {
        keys.insert($0.nameKey).inserted
      }
    }

    private func isFound(_ name: String) -> Bool {
      let text = SearchableText(names: [name])
      return SearchWord.words(of: query).allSatisfy(text.contains)
    }

    /// The exercise of which the typed name is probably a misspelling.
    private var likelyName: String? {
      newName.flatMap { StrengthExercise.likelyMeant(by: $0, known: exercises.map(\.name)) }
    }

    /// Returns whether a name is only in the list because it was probably meant.
    func isGuess(_ name: String) -> Bool { name == likelyName && !isFound(name) }

    /// The typed name in the form in which it is stored.
    var newName: String? { Routine.exerciseName(query) }

    var selectedName: String? {
      let names = names
      return names.indices.contains(selection) ? names[selection] : nil
    }
  }

  public enum Action: BoundedAction, Sendable {
    @CasePathable
    public enum View: Sendable {
      case edited(TextEdit)
      case selectionMoved(by: Int)
      case chooseButtonTapped
      case cancelButtonTapped
    }

    @CasePathable
    public indirect enum Delegate: Equatable, Sendable {
      case chosen(String)
      case cancelled
    }

    case view(View)
    case delegate(Delegate)
    case _internal(Never)
  }

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .view(.edited(let edit)):
        let query = state.query
        state.input.edit(edit)
        if state.query != query { state.selection = 0 }
        return .none

      case .view(.selectionMoved(let offset)):
        state.selection = state.selection.moved(by: offset, in: state.names.count)
        return .none

      case .view(.chooseButtonTapped):
        return state.selectedName.map { .send(.delegate(.chosen($0))) } ?? .none

      case .view(.cancelButtonTapped):
        return .send(.delegate(.cancelled))

      case .delegate:
        return .none
      }
    }
  }
}

extension ExercisePicker {
  /// The keys of the list. Letters filter it, so the arrow and page keys move the selection.
  public static let keys =
    ownKeys.section("Choosing an exercise").screen("choosing an exercise").map(Action.view)

  private static let ownKeys: KeyMap<State, Action.View> =
    [
      .init([.enter], "choose", .chooseButtonTapped, when: { $0.selectedName != nil }),
      .init([.escape], "back", .cancelButtonTapped),
    ] + .textEditing("search", Action.View.edited) { $0.input }
    + .arrowNavigation(Action.View.selectionMoved) { $0.names.count > 1 }
}

/// A view of the exercises, with the typed text above them.
struct ExercisePickerView: RetainedView {
  let store: StoreOf<ExercisePicker>

  var body: some View {
    let names = store.names
    VStack {
      HStack {
        Text("Exercise: ").style(.title)
        TextFieldView(store.input).style(.accent)
        if store.input.isEmpty { Text(" type to search, or a new name").style(.dim) }
      }
      Divider()
      if names.isEmpty {
        Text("A name has up to \(Routine.maxNameWidth) columns, without quotation marks.")
          .style(.dim)
        Spacer()
      } else {
        List(names, selection: store.selection) { name in
          HStack(spacing: 2) {
            Text(name)
            Spacer()
            Text(remark(on: name)).style(.dim)
          }
        }
      }
    }
    .readable()
  }

  private func remark(on name: String) -> String {
    if store.state.isGuess(name) { return "did you mean this?" }
    if let known = store.exercises.first(where: { $0.name == name }) {
      return known.last.sets.map(\.result).joined(separator: " ")
    }
    return name == store.newName && !StrengthExercise.commonNames.contains(name) ? "new" : ""
  }
}
