import Models

/// A few lines of text to fill in, one of them chosen.
///
/// ```swift
/// var form = Form(lines: [.init(.name, ""), .init(.kind, "Core", choices: ["Core", "Legs"])])
/// form.type("x")
/// form[.name]  // "x"
/// ```
public struct Form<Field: Hashable & Sendable>: Equatable, Sendable {
  /// One line.
  public struct Line: Equatable, Sendable {
    public let field: Field
    public internal(set) var text: String
    /// What the text is chosen from; nothing where it is typed.
    public let choices: [String]
    /// The most characters that can be typed.
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

  /// What is wrong with a field, for a person.
  public struct Problem: Error, Equatable, Sendable {
    public var field: Field
    public var sentence: String

    init(_ field: Field, _ sentence: String) {
      self.field = field
      self.sentence = sentence
    }
  }

  private var allLines: [Line]
  /// The fields that are not asked for at the moment. Their texts stay.
  private var hidden: Set<Field> = []
  /// Which of the shown lines is typed into.
  public private(set) var focus = 0
  public private(set) var problem: Problem?

  init(lines: [Line]) { allLines = lines }

  /// The lines that are shown.
  public var lines: [Line] { allLines.filter { !hidden.contains($0.field) } }

  /// The text of a field; empty when the form does not have it.
  public subscript(field: Field) -> String { allLines.first { $0.field == field }?.text ?? "" }

  /// Shows all lines but these. The focus stays with its line where that is shown.
  mutating func hide(_ fields: Set<Field>) {
    guard fields != hidden else { return }
    let focused = focusedLine?.field
    hidden = fields
    focus = lines.firstIndex { $0.field == focused } ?? 0
  }

  private var focusedLine: Line? { lines.indices.contains(focus) ? lines[focus] : nil }

  /// Changes the text of the line that is typed into.
  private mutating func edit(_ change: (inout Line) -> Void) {
    guard let field = focusedLine?.field,
      let index = allLines.firstIndex(where: { $0.field == field })
    else { return }
    change(&allLines[index])
    problem = nil
  }

  /// Whether the line is one of choices, and not typed.
  public var isChoiceFocused: Bool { focusedLine?.choices.isEmpty == false }

  public var hasChanges: Bool { allLines.contains { $0.text != $0.original } }

  func hasChanged(_ field: Field) -> Bool {
    allLines.contains { $0.field == field && $0.text != $0.original }
  }

  /// Takes what can be seen; a line break of something pasted, say, is left out.
  mutating func type(_ character: Character) {
    guard
      let line = focusedLine, !isChoiceFocused, line.text.count < line.maxLength,
      character.isTypeable, !character.isNewline,
      !character.unicodeScalars.contains(where: \.isControl)
    else { return }
    edit { $0.text.append(character) }
  }

  mutating func deleteBackward() {
    guard !isChoiceFocused else { return }
    edit { $0.text = String($0.text.dropLast()) }
  }

  /// Takes another of the choices, round and round.
  mutating func moveChoice(by offset: Int) {
    guard isChoiceFocused else { return }
    edit { line in
      let choices = line.choices
      let index = choices.firstIndex(of: line.text) ?? 0
      line.text = choices[((index + offset) % choices.count + choices.count) % choices.count]
    }
  }

  /// Goes round and round.
  mutating func moveFocus(by offset: Int) {
    let count = lines.count
    guard count > 0 else { return }
    focus = ((focus + offset) % count + count) % count
  }

  /// Tells what is wrong, and goes to where it is.
  mutating func show(_ problem: Problem) {
    self.problem = problem
    focus = lines.firstIndex { $0.field == problem.field } ?? focus
  }
}

extension Unicode.Scalar {
  fileprivate var isControl: Bool { properties.generalCategory == .control }
}

extension String {
  /// The most characters that a line takes which is typed, where it does not say otherwise.
  static let maxTypedLength = 60

  /// The most characters of a text that is pasted: as many as the longest line takes.
  static let maxPastedLength = WorkoutNote.maxWidth

  /// The text as far as somebody may have typed it: what is pasted can be of any length, and so can one character of it,
  /// by the marks that it has.
  ///
  /// - Parameter maxLength: The most characters.
  /// - Complexity: O(n) in what is kept and what is passed over.
  func typeable(maxLength: Int = maxTypedLength) -> String {
    var result = ""
    for character in self.lazy.filter(\.isTypeable).prefix(maxLength) {
      result.append(character)
    }
    return result
  }
}

extension Character {
  /// Whether it is no more than any keyboard has on a key.
  var isTypeable: Bool { unicodeScalars.prefix(9).count <= 8 }
}
