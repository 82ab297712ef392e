import TerminalUI
import Testing

@testable import Features
@testable import Scripting

extension Stage {
  /// Compares each frame, of which only what has changed is drawn, with one that is drawn whole.
  func checkEachFrame() {
    watch = { [unowned self] frame in
      guard let app = app as? AppProgram else { return }
      let whole = app.wholeFrame(of: size)
      let wrong = frame.changes(since: whole)
      #expect(
        wrong.isEmpty, "frame \(frameNumber) of \(size): \(frame.golden)\nwhole: \(whole.golden)")
    }
  }
}
