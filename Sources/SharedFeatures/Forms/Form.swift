import Models
import ReducerRuntime
import TerminalUI

/// A form of text fields, one of which has the focus.
///
/// ```swift
/// var form = Form(lines: [.init(.name, ""), .init(.kind, "Core", choices: ["Core", "Legs"])])
/// form.edit(.typed("x"))
/// form[.name]  // "x"
/// ```
public struct Form<Field: Hashable & Sendable>: Equatable, Sendable {
  /// A field with its text.
  public struct Line: Equatable, Sendable {
    public let field: Field
    public internal(set) var input: TextField
    /// The options to choose from; empty if the text is typed.
    public let choices: [String]
    /// The maximum number of characters.
    let maxLength: Int
    fileprivate(set) var original: String

    /// - Parameter isDefault: Whether the first typed character replaces the text.
    public init(
      _ field: Field, _ text: String, choices: [String] = [], isDefault: Bool = false,
      maxLength: Int = TextField.maxLength
    ) {
      self.field = field
      input = TextField(text, isDefault: isDefault)
      self.choices = choices
      self.maxLength = maxLength
      original = text
    }

    public var text: String { input.text }
  }

  /// A problem with the text of a field.
  public struct Problem: Error, Equatable, Sendable {
    public var field: Field
    public var sentence: String
    /// The number of the character that causes the problem, counted from 1; `nil` if no single character does.
    public var column: Int?

    public init(_ field: Field, _ sentence: String) {
      self.field = field
      self.sentence = sentence
    }

    public init(_ field: Field, _ error: TextError) {
      self.init(field, error.description)
      column = error.column
    }
  }

  private var allLines: [Line]
  /// The fields that are not shown. They keep their texts.
  private var hidden: Set<Field> = []
  /// The index of the focused line in ``lines``.
  public private(set) var focus = 0
  public private(set) var problem: Problem?

  public init(lines: [Line]) { allLines = lines }

  public var lines: [Line] { allLines.filter { !hidden.contains($0.field) } }

  /// The text of a field; empty if the form does not have the field.
  public subscript(field: Field) -> String { allLines.first { $0.field == field }?.text ?? "" }

  /// Hides these fields and shows all others. The focused line keeps the focus if it is still visible.
  public mutating func hide(_ fields: Set<Field>) {
    guard fields != hidden else { return }
    let focused = focusedLine?.field
    hidden = fields
    focus = lines.firstIndex { $0.field == focused } ?? 0
  }

  public var focusedField: Field? { focusedLine?.field }

  private var focusedLine: Line? { lines.indices.contains(focus) ? lines[focus] : nil }

  /// Changes the focused line and clears the problem.
  private mutating func edit(_ change: (inout Line) -> Void) {
    guard let field = focusedLine?.field,
      let index = allLines.firstIndex(where: { $0.field == field })
    else { return }
    change(&allLines[index])
    problem = nil
  }

  /// Whether the focused line has options instead of typed text.
  public var isChoiceFocused: Bool { focusedLine?.choices.isEmpty == false }

  public var hasChanges: Bool { allLines.contains { $0.text != $0.original } }

  public func hasChanged(_ field: Field) -> Bool {
    allLines.contains { $0.field == field && $0.text != $0.original }
  }

  /// The typed text of the focused line; `nil` if the line has options.
  var focusedInput: TextField? { isChoiceFocused ? nil : focusedLine?.input }

  /// Edits the text of the focused line. A problem stays until the text changes.
  mutating func edit(_ edit: TextEdit) {
    guard let line = focusedLine, !isChoiceFocused else { return }
    var input = line.input
    input.edit(edit, maxLength: line.maxLength)
    let shown = input.text == line.text ? problem : nil
    self.edit { $0.input = input }
    problem = shown
  }

  public mutating func replace(_ field: Field, with text: String) {
    guard let index = allLines.firstIndex(where: { $0.field == field }) else { return }
    allLines[index].input = TextField(text)
    problem = nil
  }

  /// Selects the option `offset` places away, wrapping around.
  mutating func moveChoice(by offset: Int) {
    guard isChoiceFocused else { return }
    edit { line in
      line.input = TextField(line.choices.choice(offset, after: line.text))
    }
  }

  /// Moves the focus by `offset` lines, wrapping around.
  mutating func moveFocus(by offset: Int) {
    guard !lines.isEmpty else { return }
    focus = focus.wrapped(by: offset, in: lines.count)
  }

  /// Shows that another program has changed the edited item. Unchanged fields get the stored texts. Edited fields keep
  /// their texts, so that saving again changes only these.
  ///
  /// - Parameter theirs: The form of the stored version; `nil` if the item was deleted.
  public mutating func showConflict(with theirs: Self?) {
    var clash: (field: Field, text: String)?
    for index in allLines.indices {
      guard let stored = theirs?.allLines.first(where: { $0.field == allLines[index].field }) else {
        continue
      }
      let line = allLines[index]
      if line.text == line.original {
        allLines[index].input = TextField(stored.text)
      } else if stored.text != line.original, stored.text != line.text {
        clash = clash ?? (line.field, stored.text)
      }
      allLines[index].original = stored.text
    }
    guard let field = clash?.field ?? focusedField else { return }
    let change =
      theirs == nil
      ? "another program has deleted what you are editing; save again to keep yours, or cancel"
      : clash.map {
        "another program has saved \($0.text.quoted) here; save again to keep yours, or cancel"
      }
        ?? "another program has changed other fields; save again to keep yours, or cancel"
    show(Problem(field, change))
  }

  /// Shows a problem and moves the focus to its field, and the cursor to its column.
  public mutating func show(_ problem: Problem) {
    focus = lines.firstIndex { $0.field == problem.field } ?? focus
    if let column = problem.column { edit { $0.input.moveCursor(toColumn: column) } }
    self.problem = problem
  }
}

// MARK: - Reducer

/// An action of any form.
@CasePathable
public enum FormAction: Equatable, Sendable {
  /// The text of the focused line was edited.
  case edited(TextEdit)
  case fieldMoved(by: Int)
  case choiceMoved(by: Int)
}

/// A reducer that edits a ``Form``. The feature that owns the form uses its texts.
///
/// ```swift
/// case form(FormAction)
///
/// Scope(state: \.form, action: \.form) { FormEditor<Field>() }
/// ```
public struct FormEditor<Field: Hashable & Sendable>: Reducer {
  public init() {}

  public var body: some Reducer<Form<Field>, FormAction> {
    Reduce { form, action in
      switch action {
      case .edited(let edit): form.edit(edit)
      case .fieldMoved(let offset): form.moveFocus(by: offset)
      case .choiceMoved(let offset): form.moveChoice(by: offset)
      }
      return .none
    }
  }
}

extension FormEditor {
  /// Returns the keys of a form. Typed characters go into the focused line.
  ///
  /// The last `KeyRow` accepts every character, so these keys must come after those of the screen. A line with options
  /// ignores characters, so that they aren't commands in one line and text in the next.
  ///
  /// - Parameter hasChoices: Whether the form has lines with options.
  public static func keys(hasChoices: Bool = false) -> KeyMap<Form<Field>, FormAction> {
    let moves: KeyMap<Form<Field>, FormAction> = [
      .init(
        [.up, .backTab], "previous field", .fieldMoved(by: -1), pair: KeyPair("field"),
        when: { $0.lines.count > 1 }),
      .init(
        [.down, .tab], "next field", .fieldMoved(by: 1), pair: KeyPair("field"),
        when: { $0.lines.count > 1 }),
    ]
    let choices: KeyMap<Form<Field>, FormAction> = [
      .init(
        [.left], "previous option", .choiceMoved(by: -1), pair: KeyPair("option"),
        when: \.isChoiceFocused),
      .init(
        [.right], "next option", .choiceMoved(by: 1), pair: KeyPair("option"),
        when: \.isChoiceFocused),
    ]
    return moves + (hasChoices ? choices : [])
      + .textEditing("type", FormAction.edited) { $0.focusedInput ?? "" }
  }
}

// MARK: - View

/// A view of a form's lines, and of a problem below the line it belongs to.
public struct FormView<Field: Hashable & Sendable & RawRepresentable<String>>: View {
  let form: Form<Field>

  public init(_ form: Form<Field>) { self.form = form }

  public var body: some View {
    let width = form.lines.map { TextWidth.width(of: $0.field.rawValue) }.max() ?? 0
    VStack {
      ForEach(Array(form.lines.enumerated())) { index, line in
        HStack {
          Text(index == form.focus ? "> " : "  ").style(.accent)
          Text(line.field.rawValue).style(.dim).frame(width: width + 2)
          input(of: line, isFocused: index == form.focus)
          if index == form.focus, !line.choices.isEmpty { Text("  <>").style(.dim) }
        }
        if let problem = form.problem, problem.field == line.field {
          Paragraph("\(problem.field.rawValue): \(problem.sentence)").style(.warning)
            .padding(Insets(top: 0, left: 2, bottom: 0, right: 0))
        }
      }
    }
  }

  @ViewBuilder private func input(of line: Form<Field>.Line, isFocused: Bool) -> some View {
    let column = form.problem.flatMap { $0.field == line.field ? $0.column : nil }
    if line.choices.isEmpty, isFocused || column != nil {
      TextFieldView(line.input, isFocused: isFocused, errorColumn: column)
    } else {
      Text(line.text)
    }
  }
}
