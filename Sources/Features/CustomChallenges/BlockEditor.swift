import Models
import ReducerRuntime

/// A list of a workout's blocks, which single keys add, change, move, copy and delete.
@Reducer
public struct BlockEditor {
  @ObservableState
  public struct State: Equatable, Sendable {
    /// The workout, which is valid after each change.
    public internal(set) var routine: Routine
    public internal(set) var selection = 0
    /// The line that is typed, if a block is being added or changed.
    public internal(set) var form: Form<Field>?
    /// Whether the typed block is a new one.
    var isNewBlock = false
    /// Why the last change was not made.
    public internal(set) var problem: String?
    /// The earlier versions with their selections, the latest last.
    var former: [Former] = []

    public init(_ routine: Routine) { self.routine = routine }

    struct Former: Equatable, Sendable {
      let routine: Routine
      let selection: Int
    }

    public var lines: [RoutineOutline.Line] { RoutineOutline(routine).lines }

    /// Whether letters are typed instead of being commands.
    var isTyping: Bool { form != nil }
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
      guard let former = state.former.popLast() else { return .none }
      state.problem = nil
      (state.routine, state.selection) = (former.routine, former.selection)
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
    former.append(Former(routine: routine, selection: selection))
    former.removeFirst(max(0, former.count - Self.maxUndoCount))
    routine = changed
    selection = line.clamped(in: outline.lines.count)
  }

  /// The maximum number of changes that can be undone.
  private static let maxUndoCount = 100

  /// Adds or replaces the block. A text that isn't valid stays in the form, with its problem.
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
