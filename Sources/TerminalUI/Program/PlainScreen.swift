/// A screen as lines for somebody who hears it: without boxes and bars, what is chosen in brackets, and only what is
/// new.
///
/// ```swift
/// var screen = PlainScreen()
/// for line in screen.news(in: frame, isAnswer: true) { print(line) }
/// ```
public struct PlainScreen: Sendable {
  private var told: [String] = []

  public init() {}

  /// The lines of `frame` that have not been told.
  ///
  /// - Parameter isAnswer: Whether somebody asked for it. Else numbers that only go on are no news: a clock would never
  ///   be silent.
  /// - Complexity: O(cells + lines²); a screen has a few dozen lines.
  public mutating func news(in frame: Buffer, isAnswer: Bool) -> [String] {
    let lines = (0..<frame.size.height).map { Self.text(of: $0, in: frame) }
      .filter { !$0.isEmpty }
    let before = Set(told.map { Self.core($0, isAnswer) })
    let news = lines.filter { line in
      !before.contains(Self.core(line, isAnswer))
        || (isAnswer && line.contains("[") && !told.contains(line))
    }
    if !news.isEmpty || isAnswer { told = lines }
    return news
  }

  /// A row without pictures: words two spaces apart, reversed ones in brackets.
  private static func text(of row: Int, in frame: Buffer) -> String {
    var text = ""
    var gap = 0
    var isChosen = false
    func isReversed(_ x: Int) -> Bool { frame[x, row].style.attributes.contains(.reverse) }
    for x in 0..<frame.size.width where !frame[x, row].isContinuation {
      let cell = frame[x, row]
      // Boxes, blocks and lines.
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

  /// What two lines must share to say the same.
  private static func core(_ line: String, _ isAnswer: Bool) -> String {
    String(
      line.compactMap { character in
        if character == "[" || character == "]" { return nil }
        return !isAnswer && character.isNumber ? "0" : character
      })
  }
}

/// A program that can be told in words what to do.
@MainActor
public protocol PlainProgram: Program {
  /// Does what a line says.
  ///
  /// - Returns: What to answer when the line means nothing.
  func obey(_ line: String) -> String?
}
