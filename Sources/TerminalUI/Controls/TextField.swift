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

  public var isEmpty: Bool { text.isEmpty }

  public var isCursorAtEnd: Bool { cursor == text.count }

  /// Makes one edit.
  ///
  /// Line breaks, control characters, and characters that no keyboard produces are ignored, and so is a character beyond
  /// `maxLength`.
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
      // The characters on both sides can form a single one.
      cursor = min(erased.lowerBound, text.count)
    }
    isDefault = false
  }

  /// Moves the cursor before the character in a column, counted from 1.
  public mutating func moveCursor(toColumn column: Int) {
    cursor = max(0, min(column - 1, text.count))
    isDefault = false
  }

  private mutating func type(_ character: Character, _ maxLength: Int) {
    guard character.isTypeable, !character.isNewline,
      !character.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
    else { return }
    if isDefault { self = TextField() }
    guard text.count < maxLength else { return }
    let head = text.prefix(cursor) + String(character)
    // A combining mark needs a character before it.
    guard head.count <= cursor || TextWidth.width(of: String(character)) > 0 else { return }
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
  case typed(Character)
  /// The cursor has moved.
  case moved(Destination)
  /// The text between the cursor and a destination was erased.
  case erased(Destination)

  /// A position in the text, as seen from the cursor.
  public enum Destination: Hashable, Sendable {
    /// One character away.
    case left, right
    /// The start of the word on the left, or the end of the one on the right. Words consist of letters and digits.
    case wordLeft, wordRight
    /// The start of the text on the left without spaces.
    case blankLeft
    case start, end
  }
}

extension Character {
  /// Whether the character has at most as many scalars as one that a keyboard can produce.
  public var isTypeable: Bool { unicodeScalars.prefix(9).count <= 8 }

  /// Whether the character separates words.
  fileprivate var isGap: Bool { !isLetter && !isNumber }
}

extension Substring {
  fileprivate func droppingLast(where isDropped: (Character) -> Bool) -> Substring {
    self[..<(lastIndex { !isDropped($0) }.map(index(after:)) ?? startIndex)]
  }
}
