/// A line of text that a person edits, with a cursor.
///
/// ```swift
/// var field = TextField("100x5 80x8")
/// field.edit(.moved(.wordLeft))
/// field.edit(.typed("1"))
/// field.text  // "100x5 180x8"
/// ```
public struct TextField: Hashable, Sendable {
  /// The default maximum number of characters.
  public static let maxLength = 60

  /// The text without the cursor.
  public private(set) var text: String
  /// The number of characters before the cursor.
  public private(set) var cursor: Int
  /// Whether the text is a default that the first typed character replaces. Other edits keep it.
  public private(set) var isDefault: Bool

  /// Creates a field with the cursor at the end of its text.
  public init(_ text: String = "", isDefault: Bool = false) {
    self.text = text
    self.isDefault = isDefault
    cursor = text.count
  }

  /// Whether there is no text.
  public var isEmpty: Bool { text.isEmpty }

  /// Whether the cursor is after the last character.
  public var isCursorAtEnd: Bool { cursor == text.count }

  /// Makes one edit.
  ///
  /// Ignores line breaks, control characters, characters that no keyboard produces, and characters beyond `maxLength`.
  /// A combining mark or a joiner becomes a part of the character before the cursor.
  ///
  /// - Complexity: O(n) in the length of the text.
  public mutating func edit(_ edit: TextEdit, maxLength: Int = maxLength) {
    switch edit {
    case .typed(let character): type(character, maxLength)
    case .moved(let destination): cursor = position(of: destination)
    case .erased(let destination):
      let position = position(of: destination)
      let erased = min(cursor, position)..<max(cursor, position)
      text = String(text.prefix(erased.lowerBound) + text.dropFirst(erased.upperBound))
      // The characters on both sides of the cursor may combine into one.
      cursor = min(erased.lowerBound, text.count)
    }
    isDefault = false
  }

  /// Moves the cursor to the left edge of the character in a column, counted from 1.
  public mutating func moveCursor(toColumn column: Int) {
    cursor = max(0, min(column - 1, text.count))
    isDefault = false
  }

  private mutating func type(_ character: Character, _ maxLength: Int) {
    guard character.isTypeable, character.unicodeScalars.allSatisfy(\.isTypeable) else { return }
    if isDefault { self = TextField() }
    let head = text.prefix(cursor) + String(character)
    if head.count > cursor {
      // A combining mark needs a character before it.
      guard text.count < maxLength, TextWidth.width(of: String(character)) > 0 else { return }
    } else {
      guard head.last?.isTypeable == true else { return }
    }
    text = String(head + text.dropFirst(cursor))
    // A combining mark doesn't add a character.
    cursor = min(head.count, text.count)
  }

  private func position(of destination: TextEdit.Destination) -> Int {
    let (before, after) = (text.prefix(cursor), text.dropFirst(cursor))
    switch destination {
    case .left: return max(0, cursor - 1)
    case .right: return min(text.count, cursor + 1)
    case .wordLeft: return before.droppingLast(where: \.isGap).droppingLast { !$0.isGap }.count
    case .blankLeft:
      return before.droppingLast(where: \.isWhitespace).droppingLast { !$0.isWhitespace }.count
    case .wordRight: return text.count - after.drop(while: \.isGap).drop { !$0.isGap }.count
    case .start: return 0
    case .end: return text.count
    }
  }
}

extension TextField: ExpressibleByStringLiteral {
  public init(stringLiteral value: String) { self.init(value) }
}

/// An edit of a ``TextField``.
public enum TextEdit: Hashable, Sendable {
  /// A character was typed at the cursor.
  case typed(Character)
  /// The cursor has moved.
  case moved(Destination)
  /// The text between the cursor and a destination was erased.
  case erased(Destination)

  /// A position in the text, relative to the cursor.
  public enum Destination: Hashable, Sendable {
    /// One character away.
    case left, right
    /// The start of the word on the left, or the end of the word on the right. Words consist of letters and digits.
    case wordLeft, wordRight
    /// The start of the nonblank text on the left.
    case blankLeft
    /// An end of the text.
    case start, end
  }
}

extension Character {
  /// Whether the number of scalars is small enough for a character that a keyboard can produce.
  public var isTypeable: Bool { unicodeScalars.prefix(9).count <= 8 }

  /// Whether the character separates words.
  fileprivate var isGap: Bool { !isLetter && !isNumber }
}

extension Substring {
  fileprivate func droppingLast(where isDropped: (Character) -> Bool) -> Substring {
    self[..<(lastIndex { !isDropped($0) }.map(index(after:)) ?? startIndex)]
  }
}

// MARK: - Keys

extension KeyMap {
  /// Returns the keys that edit a text field, as in a shell.
  ///
  /// Keys that don't type characters are active only while there is text, so that they can have another meaning in an
  /// empty field. The last row accepts every character, so the returned keys must come after all others of the screen.
  ///
  /// - Parameters:
  ///   - label: The label of the row for characters.
  ///   - use: The use of the text.
  ///   - action: Returns the action for an edit.
  ///   - field: Returns the field that has the focus, if any.
  public static func textEditing(
    _ label: String, for use: KeyRow.TextUse = .field,
    _ action: @escaping @Sendable (TextEdit) -> Action,
    in field: @escaping @Sendable (State) -> TextField?
  ) -> KeyMap {
    func row(_ keys: [Key], _ label: String, _ edit: TextEdit) -> Binding {
      .init(keys, label, action(edit), hinted: false)
    }
    let edits = KeyMap([
      row([.left], "cursor left", .moved(.left)),
      row([.right], "cursor right", .moved(.right)),
      row([.controlLeft, .alt("b")], "word left", .moved(.wordLeft)),
      row([.controlRight, .alt("f")], "word right", .moved(.wordRight)),
      row([.home, .control("a")], "start of text", .moved(.start)),
      row([.end, .control("e")], "end of text", .moved(.end)),
      row([.delete], "erase right", .erased(.right)),
      row([.control("w")], "erase word", .erased(.blankLeft)),
      row([.control("u")], "erase to start", .erased(.start)),
      row([.control("k")], "erase to end", .erased(.end)),
    ]).when { field($0)?.isEmpty == false }
    let typing = KeyMap([
      row([.backspace], "erase", .erased(.left)),
      .text(label, for: use, { action(.typed($0)) }),
    ]).when { field($0) != nil }
    return edits.section("Text fields") + typing
  }
}

// MARK: - View

/// A one-line view of a ``TextField``, with a block as its cursor and a caret below the position of an error.
///
/// Text that doesn't fit is scrolled so that there is text on both sides of the cursor.
public struct TextFieldView: PrimitiveView {
  let field: TextField
  let isFocused: Bool
  let errorColumn: Int?

  /// Creates a view.
  ///
  /// - Parameters:
  ///   - isFocused: Whether the cursor is shown.
  ///   - errorColumn: The number of the character with an error, counted from 1; `nil` without an error.
  public init(_ field: TextField, isFocused: Bool = true, errorColumn: Int? = nil) {
    self.field = field
    self.isFocused = isFocused
    self.errorColumn = errorColumn
  }

  public func layout(in proposal: Size, _ environment: Environment) -> Layout {
    Layout(
      Size(
        min(TextWidth.width(of: field.text) + 1, proposal.width),
        showsCaret(environment) ? 2 : 1))
  }

  // The plain mode reports the column in words, and a screen reader would read the caret as a line.
  private func showsCaret(_ environment: Environment) -> Bool {
    errorColumn != nil && environment.canDrawGraphics
  }

  public func draw(in canvas: inout Canvas) {
    let (text, width) = (field.text, canvas.size.width)
    guard width > 0 else { return }
    let center = isFocused || errorColumn == nil ? field.cursor : (errorColumn ?? 1) - 1
    let (visible, x) = Self.window(of: text, around: center, in: width)
    canvas.write(visible, style: field.isDefault ? canvas.theme.dim : .plain)
    if isFocused {
      let cursor = text.index(text.startIndex, offsetBy: field.cursor)
      let character = cursor < text.endIndex ? text[cursor...cursor] : " "
      canvas.write(
        character, at: Point(TextWidth.width(of: text[..<cursor]) - x, 0),
        style: canvas.theme.selection)
    }
    if let errorColumn, showsCaret(canvas.environment) {
      let caret = TextWidth.width(of: text.prefix(errorColumn - 1)) - x
      if (0..<width).contains(caret) { canvas.write("^", at: Point(caret, 1)) }
    }
  }

  /// Returns the visible part of a text in `width` columns, and the number of columns before it.
  ///
  /// - Parameter center: The number of characters before the position that must be visible.
  private static func window(
    of text: String, around center: Int, in width: Int
  ) -> (visible: Substring, start: Int) {
    // The cursor after the last character needs a column of its own.
    let hidden = TextWidth.width(of: text) + 1 - width
    guard hidden > 0 else { return (text[...], 0) }
    let start = min(max(0, TextWidth.width(of: text.prefix(center)) - width / 2), hidden)
    var (visible, x) = (text[...], 0)
    // Removes whole characters, so that no wide character is split.
    while x < start, let first = visible.first {
      x += TextWidth.width(of: String(first))
      visible.removeFirst()
    }
    return (visible, x)
  }
}
