import Models
import ReducerRuntime
import TerminalUI

/// A list of challenges or exercises to choose from, filtered by typed text. A new exercise can also be typed.
@Reducer
public struct Picker {
  @ObservableState
  public struct State: Equatable, Sendable {
    public var choices: Choices
    public internal(set) var input: TextField = ""
    /// The index of the selected choice in ``names``.
    public internal(set) var selection = 0

    /// Creates a list of exercises.
    ///
    /// - Parameter exercises: The exercises of the person, latest first. Common exercises follow them.
    public init(_ exercises: [StrengthExercise]) { choices = .exercises(exercises) }

    /// Creates a list of challenges.
    ///
    /// - Parameter selected: The initially selected challenge.
    public init(_ catalogue: SharedReader<Catalogue>, selecting selected: Challenge.ID) {
      choices = .challenges(catalogue)
      selection = challenges.firstIndex { $0.id == selected } ?? 0
    }

    /// The challenges that match the typed text, grouped by kind.
    var challenges: [Challenge] {
      guard case .challenges(let catalogue) = choices else { return [] }
      return catalogue.wrappedValue.challenges(matching: input.text)
    }

    /// The names of the exercises, or the identifiers of the challenges, that match the typed text.
    public var names: [String] {
      switch choices {
      case .challenges: challenges.map(\.id.rawValue)
      case .exercises(let exercises): exercises.names(matching: input.text)
      }
    }

    var selectedName: String? {
      let names = names
      return names.indices.contains(selection) ? names[selection] : nil
    }

    /// Filters the list. The selected challenge stays selected if it is still shown. In an exercise list, the first
    /// exercise is selected; it is the one with the typed name, if there is such an exercise.
    fileprivate mutating func edit(_ edit: TextEdit) {
      let (text, selected) = (input.text, selectedName)
      input.edit(edit)
      guard input.text != text else { return }
      selection = 0
      if case .challenges = choices { selection = names.firstIndex { $0 == selected } ?? 0 }
    }
  }

  public enum Choices: Equatable, Sendable {
    case challenges(SharedReader<Catalogue>)
    case exercises([StrengthExercise])
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
      /// The name of an exercise, or the identifier of a challenge.
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
        state.edit(edit)
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

extension Picker {
  /// The keys of the list. Letters filter it, so the arrow and page keys move the selection.
  ///
  /// - Parameter title: The title in lists of keys, such as "Choosing a challenge".
  public static func keys(_ title: String) -> KeyMap<State, Action> {
    ([
      .init([.enter], "choose", .chooseButtonTapped, when: { $0.selectedName != nil }),
      .init([.escape], "back", .cancelButtonTapped),
    ] + .textEditing("search", for: .search, Action.View.edited) { $0.input }
      + .arrowNavigation(Action.View.selectionMoved) { $0.names.count > 1 })
      .section(title).screen(title).map(Action.view)
  }
}

// MARK: - Exercises

extension [StrengthExercise] {
  /// Returns the typed name if it is known, the other names that match it, the name that was probably meant, and the
  /// typed name if it is new.
  fileprivate func names(matching query: String) -> [String] {
    let found = (map(\.name) + StrengthExercise.commonNames).filter { $0.matches(query) }
    let typed = found.filter { $0.nameKey == query.nameKey }
    var keys: Set<String> = []
    return (typed + found + [likelyName(for: query), Routine.exerciseName(query)])
      .compactMap(\.self).filter { keys.insert($0.nameKey).inserted }
  }

  /// Returns the exercise that the typed name probably misspells.
  private func likelyName(for query: String) -> String? {
    Routine.exerciseName(query).flatMap {
      StrengthExercise.likelySpelling(of: $0, known: map(\.name))
    }
  }

  /// Returns a remark on a name in the list: its last sets, or the reason why it is there.
  func remark(on name: String, matching query: String) -> String {
    if name == likelyName(for: query), !name.matches(query) { return "did you mean this?" }
    if let known = first(where: { $0.name == name }) {
      return known.last.sets.map(\.result).joined(separator: " ")
    }
    return name == Routine.exerciseName(query) && !StrengthExercise.commonNames.contains(name)
      ? "new" : ""
  }
}

extension String {
  fileprivate func matches(_ query: String) -> Bool {
    let text = SearchableText(names: [self])
    return SearchWord.words(of: query).allSatisfy(text.contains)
  }
}

// MARK: - View

/// A view of the list, with the typed text above it.
public struct PickerView: RetainedView {
  let store: StoreOf<Picker>

  public init(store: StoreOf<Picker>) { self.store = store }

  public var body: some View {
    switch store.choices {
    case .challenges: challengeList
    case .exercises(let exercises): list(of: exercises)
    }
  }

  private func heading(_ title: String, hint: String) -> some View {
    VStack {
      HStack {
        Text("\(title): ").style(.title)
        TextFieldView(store.input).style(.accent)
        if store.input.isEmpty { Text(" \(hint)").style(.dim) }
      }
      Divider()
    }
  }

  private var challengeList: some View {
    let rows = CatalogueRow.rows(of: store.challenges)
    return SizeReader { size in
      VStack {
        heading("Leaderboard of", hint: "type to search")
        if rows.isEmpty {
          Text("No matches.").style(.dim)
          Spacer()
        } else {
          Table(
            rows, selection: CatalogueRow.position(of: store.selection, in: rows),
            columns: size.width >= 60
              ? [CatalogueRow.name, CatalogueRow.scoring] : [CatalogueRow.name],
            role: { $0.role })
        }
      }
    }
  }

  private func list(of exercises: [StrengthExercise]) -> some View {
    let names = store.names
    return VStack {
      heading("Exercise", hint: "type to search, or a new name")
      if names.isEmpty {
        Text("A name has up to \(Routine.maxNameWidth) columns, without quotation marks.")
          .style(.dim)
        Spacer()
      } else {
        List(names, selection: store.selection) { name in
          HStack(spacing: 2) {
            Text(name)
            Spacer()
            Text(exercises.remark(on: name, matching: store.input.text)).style(.dim)
          }
        }
      }
    }
    .readable()
  }
}
