/// A screen as lines of text for a screen reader: without boxes and bars, with the selection in brackets. Only changed
/// lines are printed.
///
/// ```swift
/// var screen = PlainScreen()
/// for line in screen.changedLines(in: frame, isResponse: true) { print(line) }
/// ```
public struct PlainScreen: Sendable {
  private var reportedLines: [String] = []

  /// Creates a screen of which no lines were printed yet.
  public init() {}

  /// Returns the lines of `frame` that differ from the last ones returned.
  ///
  /// - Parameter isResponse: Whether the lines respond to a command. Otherwise lines that differ only in numbers are
  ///   omitted, because a screen reader would read a running clock aloud forever.
  /// - Complexity: O(cells + lines²); a screen has a few dozen lines.
  public mutating func changedLines(in frame: Buffer, isResponse: Bool) -> [String] {
    let lines = (0..<frame.size.height).map { Self.text(of: $0, in: frame) }
      .filter { !$0.isEmpty }
    let before = Set(reportedLines.map { Self.comparisonKey($0, isResponse) })
    let changed = lines.filter { line in
      !before.contains(Self.comparisonKey(line, isResponse))
        || (isResponse && line.contains("[") && !reportedLines.contains(line))
    }
    if !changed.isEmpty || isResponse { reportedLines = lines }
    return changed
  }

  /// Returns a row without boxes and bars, with larger gaps as two spaces and reversed text in brackets.
  private static func text(of row: Int, in frame: Buffer) -> String {
    var text = ""
    var gap = 0
    var isChosen = false
    func isReversed(_ x: Int) -> Bool { frame[x, row].style.attributes.contains(.reverse) }
    for x in 0..<frame.size.width where !frame[x, row].isContinuation {
      let cell = frame[x, row]
      // Box drawing and block elements.
      let isPicture = cell.scalar.map { (0x2500...0x259F).contains($0.value) } ?? false
      if isChosen, !isReversed(x) {
        text += "]"
        isChosen = false
      }
      if isPicture || cell.scalar == " " {
        gap += 1
        continue
      }
      if !text.isEmpty { text += gap > 1 ? "  " : gap == 1 ? " " : "" }
      gap = 0
      if !isChosen, isReversed(x) {
        text += "["
        isChosen = true
      }
      text += cell.text
    }
    return isChosen ? text + "]" : text
  }

  /// Returns the part of a line that is compared with earlier lines.
  private static func comparisonKey(_ line: String, _ isResponse: Bool) -> String {
    String(
      line.compactMap { character in
        if character == "[" || character == "]" { return nil }
        return !isResponse && character.isNumber ? "0" : character
      })
  }
}

/// A program that can be controlled with typed commands.
@MainActor
public protocol PlainProgram: Program {
  /// Executes a typed command.
  ///
  /// - Returns: An error message if the command isn't known; otherwise `nil`.
  func execute(_ line: String) -> String?

  /// Whether the screen waits for data from another machine.
  var isLoading: Bool { get }
}
