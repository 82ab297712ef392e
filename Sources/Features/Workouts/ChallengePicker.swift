import Models
import ReducerRuntime
import TerminalUI

/// A list of all challenges, filtered by typing, from which the person chooses one.
@Reducer
public struct ChallengePicker {
  @ObservableState
  public struct State: Equatable, Sendable {
    @SharedReader public var catalogue: Catalogue
    /// The typed text. If it is empty, all challenges are shown.
    public internal(set) var input: TextField = ""
    /// The index of the selected challenge in ``visibleChallenges``.
    public internal(set) var selection: Int

    /// Creates a picker.
    ///
    /// - Parameters:
    ///   - selected: The challenge that is selected at first.
    ///   - catalogue: The challenges to choose from.
    public init(selecting selected: Challenge.ID, catalogue: SharedReader<Catalogue>) {
      _catalogue = catalogue
      selection = catalogue.wrappedValue.challenges.firstIndex { $0.id == selected } ?? 0
    }

    /// The challenges that match the typed text, grouped by kind.
    public var visibleChallenges: [Challenge] { catalogue.challenges(matching: input.text) }

    public var selectedChallenge: Challenge? {
      let challenges = visibleChallenges
      return challenges.indices.contains(selection) ? challenges[selection] : nil
    }

    /// Filters the list. The selected challenge stays selected if it is still shown.
    mutating func edit(_ edit: TextEdit) {
      let selected = selectedChallenge?.id
      input.edit(edit)
      selection = visibleChallenges.firstIndex { $0.id == selected } ?? 0
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
      case chosen(Challenge.ID)
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
        state.selection = state.selection.moved(by: offset, in: state.visibleChallenges.count)
        return .none

      case .view(.chooseButtonTapped):
        return state.selectedChallenge.map { .send(.delegate(.chosen($0.id))) } ?? .none

      case .view(.cancelButtonTapped):
        return .send(.delegate(.cancelled))

      case .delegate:
        return .none
      }
    }
  }
}

extension ChallengePicker {
  /// The keys of the list. Letters filter it, so the arrow and page keys move the selection.
  public static let keys =
    ownKeys.section("Choosing a challenge").screen("choosing a challenge").map(Action.view)

  private static let ownKeys: KeyMap<State, Action.View> =
    [
      .init([.enter], "choose", .chooseButtonTapped, when: { $0.selectedChallenge != nil }),
      .init([.escape], "back", .cancelButtonTapped),
    ] + .textEditing("search", Action.View.edited) { $0.input }
    + .arrowNavigation(Action.View.selectionMoved) { $0.visibleChallenges.count > 1 }
}

/// A view of the challenges, with the typed text above them.
struct ChallengePickerView: RetainedView {
  let store: StoreOf<ChallengePicker>

  var body: some View {
    let rows = CatalogueRow.rows(of: store.visibleChallenges)
    SizeReader { size in
      VStack {
        HStack {
          Text("Leaderboard of: ").style(.title)
          TextFieldView(store.input).style(.accent)
          if store.input.isEmpty { Text(" type to search").style(.dim) }
        }
        Divider()
        if rows.isEmpty {
          Text("No matches.").style(.dim)
          Spacer()
        } else {
          Table(
            rows, selection: CatalogueRow.position(of: store.selection, in: rows),
            columns: columns(in: size.width), role: { $0.role })
        }
      }
    }
  }

  private func columns(in width: Int) -> [Column<CatalogueRow>] {
    let name = Column<CatalogueRow>("Challenge") { row in
      switch row {
      case .heading(let kind): kind.title
      case .challenge(let challenge): " \(challenge.name)"
      }
    }
    let scoring = Column<CatalogueRow>(
      "Scored by", .fixed(Challenge.widestShortScoringTitle), role: .dim
    ) { $0.challenge?.shortScoringTitle ?? "" }
    return width >= 60 ? [name, scoring] : [name]
  }
}
