import Models
import ReducerRuntime
import SharedFeatures
import TerminalUI

/// A list of a workout's blocks. Single keys add, change, move, copy and delete them.
@Reducer
public struct BlockEditor {
  @ObservableState
  public struct State: Equatable, Sendable {
    /// The workout, which is valid after each change.
    public internal(set) var routine: Routine
    public internal(set) var selection = 0
    /// The form for the text of a block, while one is being added or changed.
    public internal(set) var form: Form<Field>?
    var isNewBlock = false
    /// The reason why the last change was rejected, if it was.
    public internal(set) var problem: String?
    /// The earlier versions with their selections, the latest last.
    var undoStack: [Version] = []

    public init(_ routine: Routine) { self.routine = routine }

    struct Version: Equatable, Sendable {
      let routine: Routine
      let selection: Int
    }

    public var lines: [RoutineOutline.Line] { RoutineOutline(routine).lines }
  }

  public enum Field: String, Sendable {
    case block = "Block"
  }

  public enum Action: BoundedAction, Sendable {
    @CasePathable
    public indirect enum View: Sendable {
      case selectionMoved(by: Int)
      case addButtonTapped
      case editButtonTapped
      case changed(by: Int)
      case movedUp
      case movedDown
      case duplicateButtonTapped
      case deleteButtonTapped
      case groupButtonTapped
      case ungroupButtonTapped
      case undoButtonTapped
      case doneButtonTapped
      case form(FormAction)
      case inputConfirmed
      case inputCancelled
    }

    @CasePathable
    public indirect enum Delegate: Equatable, Sendable {
      case done(Routine)
    }

    case view(View)
    case delegate(Delegate)
    case _internal(Never)
  }

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      guard case .view(let action) = action else { return .none }
      return reduce(&state, view: action)
    }
    .ifLet(\.form, action: \.view.form) { FormEditor<Field>() }
  }

  private func reduce(_ state: inout State, view action: Action.View) -> Effect<Action> {
    let selection = state.selection
    switch action {
    case .selectionMoved(let offset):
      state.problem = nil
      state.selection = selection.moved(by: offset, in: state.lines.count)
    case .addButtonTapped:
      state.open("", isNew: true)
    case .editButtonTapped:
      state.open(state.lines[selection].text, isNew: false)
    case .changed(let steps):
      state.edit { $0.change(at: selection, by: steps) }
    case .movedUp:
      state.edit { $0.moveUp(at: selection) }
    case .movedDown:
      state.edit { $0.moveDown(at: selection) }
    case .duplicateButtonTapped:
      state.edit { $0.duplicate(at: selection) }
    case .deleteButtonTapped:
      state.edit { $0.remove(at: selection) }
    case .groupButtonTapped:
      state.edit { $0.group(at: selection) }
    case .ungroupButtonTapped:
      state.edit { $0.ungroup(at: selection) }
    case .undoButtonTapped:
      guard let version = state.undoStack.popLast() else { return .none }
      state.problem = nil
      (state.routine, state.selection) = (version.routine, version.selection)
    case .doneButtonTapped:
      return .send(.delegate(.done(state.routine)))
    case .form:
      break
    case .inputConfirmed:
      state.confirmInput()
    case .inputCancelled:
      state.form = nil
    }
    return .none
  }
}

extension BlockEditor.State {
  fileprivate mutating func open(_ text: String, isNew: Bool) {
    problem = nil
    isNewBlock = isNew
    form = Form(lines: [.init(.block, text, maxLength: Routine.maxLength)])
  }

  /// Changes the workout, unless that violates a limit.
  ///
  /// - Parameter change: Changes the outline and returns the line to select.
  fileprivate mutating func edit(_ change: (inout RoutineOutline) throws -> Int) {
    do { try tryEdit(change) } catch { problem = "\(error)" }
  }

  private mutating func tryEdit(_ change: (inout RoutineOutline) throws -> Int) throws {
    var outline = RoutineOutline(routine)
    let line = try change(&outline)
    let changed = try outline.routine()
    problem = nil
    guard changed != routine else { return }
    undoStack.append(Version(routine: routine, selection: selection))
    undoStack.removeFirst(max(0, undoStack.count - Self.maxUndoCount))
    routine = changed
    selection = line.clamped(in: outline.lines.count)
  }

  /// The maximum number of changes that can be undone.
  private static let maxUndoCount = 100

  /// Adds or replaces the block. An invalid text stays in the form, with its problem.
  fileprivate mutating func confirmInput() {
    guard let text = form?[.block] else { return }
    let (line, isNew) = (selection, isNewBlock)
    do {
      try tryEdit { outline in
        if isNew { return try outline.insert(text, after: line) }
        try outline.replace(at: line, with: text)
        return line
      }
      form = nil
    } catch let error as TextError {
      form?.show(.init(.block, error))
    } catch {
      form?.show(.init(.block, "\(error)"))
    }
  }
}

// MARK: - Keys

extension BlockEditor {
  /// The keys of the list of blocks, and of the form for a block.
  static let keys =
    (inputKeys.screen("a block's text").when { $0.form != nil }
    + (ownKeys.section("Blocks") + .listNavigation(Action.View.selectionMoved))
    .when { $0.form == nil })
    .map(Action.view)

  private static let ownKeys: KeyMap<State, Action.View> = [
    .init(["a"], "add block", .addButtonTapped, short: "add"),
    .init([.enter, "e"], "edit block", .editButtonTapped, short: "edit"),
    .init([.escape], "done", .doneButtonTapped),
    .init([.left], "less", .changed(by: -1), pair: KeyPair("less/more")),
    .init([.right], "more", .changed(by: 1), pair: KeyPair("less/more")),
    .init(["K"], "move up", .movedUp, pair: KeyPair("reorder")),
    .init(["J"], "move down", .movedDown, pair: KeyPair("reorder")),
    .init(["c"], "copy", .duplicateButtonTapped),
    .init([.delete, "d"], "delete block", .deleteButtonTapped, short: "delete"),
    .init(["g"], "group into rounds", .groupButtonTapped, short: "group"),
    .init(["G"], "ungroup", .ungroupButtonTapped, hinted: false),
    .init(["u"], "undo change", .undoButtonTapped, short: "undo", when: { !$0.undoStack.isEmpty }),
  ]

  private static let inputKeys: KeyMap<State, Action.View> =
    [
      .init([.enter], "save block", .inputConfirmed, short: "save"),
      .init([.escape], "cancel block", .inputCancelled, short: "cancel"),
    ]
    + FormEditor<Field>.keys().pullback(state: \.form, action: Action.View.form)
}

// MARK: - View

/// A view of a workout's blocks, of its text and of its scoring.
struct BlockEditorView: RetainedView {
  let store: StoreOf<BlockEditor>

  var body: some View {
    VStack {
      Text("Blocks of the workout").style(.title)
      Divider()
      List(store.lines, selection: store.selection) { line in
        Text(String(repeating: "  ", count: line.depth) + line.text)
          .style(line.isGroup ? .title : .text)
      }
      Divider()
      if let form = store.form {
        FormView(form)
        Text("Examples: push-up 10, plank 30s, squat 5x5 @ 60kg, rest 30s").style(.dim)
      } else {
        Paragraph(store.routine.text)
        if let problem = store.problem {
          Paragraph(problem).style(.warning)
        } else {
          Paragraph(store.routine.scoring?.title ?? "No score: an exercise has no end")
            .style(.dim)
        }
      }
    }
    .readable()
  }
}
