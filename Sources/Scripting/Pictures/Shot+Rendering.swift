import TerminalUI

extension Shot {
  /// The file that shows `frame`.
  public func contents(of frame: Buffer) -> String {
    switch format {
    case .txt: frame.golden
    case .svg: SVGDrawing(frame).text
    case .ansi: ANSIText.page(frame)
    }
  }
}
