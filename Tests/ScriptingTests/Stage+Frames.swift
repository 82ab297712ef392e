import SystemTestSupport
import TerminalUI
import Testing

@testable import Features
@testable import Scripting

extension Stage {
  /// Compares frames, of which only what has changed is drawn, with frames that are drawn whole: each one, or every
  /// eighth in the smallest run of the tests.
  func checkFrames() {
    let step = TestSize.choose(test: 8, check: 1)
    watch = { [unowned self] frame in
      guard frameNumber % step == 0, let app = app as? AppProgram else { return }
      let whole = app.wholeFrame(of: size)
      let wrong = frame.changes(since: whole)
      #expect(
        wrong.isEmpty, "frame \(frameNumber) of \(size): \(frame.golden)\nwhole: \(whole.golden)")
    }
  }
}
