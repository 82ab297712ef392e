import Models

/// A form of text fields, of which one has the focus.
///
/// ```swift
/// var form = Form(lines: [.init(.name, ""), .init(.kind, "Core", choices: ["Core", "Legs"])])
/// form.type("x")
/// form[.name]  // "x"
/// ```
public struct Form<Field: Hashable & Sendable>: Equatable, Sendable {
  /// A field with its text.
  public struct Line: Equatable, Sendable {
    public let field: Field
    public internal(set) var text: String
    /// The options for the text; empty if it is typed.
    public let choices: [String]
    /// The maximum number of characters.
    let maxLength: Int
    let original: String

    init(
      _ field: Field, _ text: String, choices: [String] = [], maxLength: Int = String.maxTypedLength
    ) {
      self.field = field
      self.text = text
      self.choices = choices
      self.maxLength = maxLength
      original = text
    }
  }

  /// A problem with the text of a field.
  public struct Problem: Error, Equatable, Sendable {
    public var field: Field
    public var sentence: String

    init(_ field: Field, _ sentence: String) {
      self.field = field
      self.sentence = sentence
    }
  }

  private var allLines: [Line]
  /// The fields that are not shown. They keep their texts.
  private var hidden: Set<Field> = []
  /// The index of the focused line in ``lines``.
  public private(set) var focus = 0
  public private(set) var problem: Problem?

  init(lines: [Line]) { allLines = lines }

  /// The visible lines.
  public var lines: [Line] { allLines.filter { !hidden.contains($0.field) } }

  /// The text of a field; empty if the form does not have the field.
  public subscript(field: Field) -> String { allLines.first { $0.field == field }?.text ?? "" }

  /// Hides these fields and shows all others. The focused line keeps the focus if it is still visible.
  mutating func hide(_ fields: Set<Field>) {
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

  func hasChanged(_ field: Field) -> Bool {
    allLines.contains { $0.field == field && $0.text != $0.original }
  }

  /// Appends a visible character to the focused line. Control characters and line breaks are ignored.
  mutating func type(_ character: Character) {
    guard
      let line = focusedLine, !isChoiceFocused, line.text.count < line.maxLength,
      character.isTypeable, !character.isNewline,
      !character.unicodeScalars.contains(where: \.isControl)
    else { return }
    edit { $0.text.append(character) }
  }

  /// Replaces the text of a field and clears the problem.
  mutating func replace(_ field: Field, with text: String) {
    guard let index = allLines.firstIndex(where: { $0.field == field }) else { return }
    allLines[index].text = text
    problem = nil
  }

  mutating func deleteBackward() {
    guard !isChoiceFocused else { return }
    edit { $0.text = String($0.text.dropLast()) }
  }

  /// Selects the option `offset` places away, wrapping around.
  mutating func moveChoice(by offset: Int) {
    guard isChoiceFocused else { return }
    edit { line in
      let choices = line.choices
      let index = choices.firstIndex(of: line.text) ?? 0
      line.text = choices[((index + offset) % choices.count + choices.count) % choices.count]
    }
  }

  /// Moves the focus by `offset` lines, wrapping around.
  mutating func moveFocus(by offset: Int) {
    let count = lines.count
    guard count > 0 else { return }
    focus = ((focus + offset) % count + count) % count
  }

  /// Shows a problem and moves the focus to its field.
  mutating func show(_ problem: Problem) {
    self.problem = problem
    focus = lines.firstIndex { $0.field == problem.field } ?? focus
  }
}

extension Unicode.Scalar {
  fileprivate var isControl: Bool { properties.generalCategory == .control }
}

extension String {
  /// The default maximum length of a typed line.
  static let maxTypedLength = 60

  /// The maximum length of a pasted text, which is that of the longest field.
  static let maxPastedLength = WorkoutNote.maxWidth

  /// Returns the text limited to what a person could type.
  ///
  /// A pasted text can have any length, and so can a single character with combining marks.
  ///
  /// - Parameter maxLength: The maximum number of characters.
  /// - Complexity: O(n) in the length of the text that is read.
  func typeable(maxLength: Int = maxTypedLength) -> String {
    var result = ""
    for character in self.lazy.filter(\.isTypeable).prefix(maxLength) {
      result.append(character)
    }
    return result
  }
}

extension Character {
  /// Whether the character has at most as many scalars as one that a keyboard can produce.
  var isTypeable: Bool { unicodeScalars.prefix(9).count <= 8 }
}
