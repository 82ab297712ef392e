import TerminalUI

/// A picture of the screen that a script asks for.
public struct Shot: Hashable, Sendable {
  public enum Format: String, CaseIterable, Sendable {
    /// Rows of text, and styles in words: for reviewers.
    case txt
    /// A drawing, for a web page.
    case svg
    /// Output that shows the screen in a terminal.
    case ansi
  }

  public var name: String
  public var format: Format

  public init(name: String, format: Format = .txt) {
    self.name = name
    self.format = format
  }

  public var fileName: String { "\(name).\(format.rawValue)" }
}

extension Shot {
  /// Returns the contents of the file for `frame`.
  public func contents(of frame: Buffer) -> String {
    switch format {
    case .txt: frame.golden
    case .svg: SVGDrawing(frame).text
    case .ansi: ANSIText.page(frame)
    }
  }
}
