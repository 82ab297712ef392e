import TerminalUI
import Testing

@testable import Features

extension VirtualApp {
  /// Taps in the middle of the first place that shows `text`.
  func tap(_ text: String, _ location: SourceLocation = #_sourceLocation) throws {
    let (row, line) = try #require(
      screen.lines.enumerated().first { $0.element.contains(text) }, "\(text)",
      sourceLocation: location)
    let start = try #require(line.range(of: text)).lowerBound
    let column = TextWidth.width(of: line[..<start]) + TextWidth.width(of: text) / 2
    screen.send(.mouse(MouseEvent(.press, at: Point(column, row))))
    settle()
  }
}
