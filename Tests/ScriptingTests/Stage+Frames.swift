import SystemTestSupport
import TerminalUI
import Testing

@testable import Features
@testable import Scripting

extension Stage {
  /// Compares partially drawn frames with completely drawn ones: each frame, or every eighth in the smallest test
  /// run.
  func checkFrames() {
    let step = TestSize.choose(test: 8, check: 1)
    watch = { [unowned self] frame in
      guard frameNumber % step == 0, let app = app as? AppProgram else { return }
      let whole = app.fullFrame(of: size)
      let wrong = frame.changes(since: whole)
      #expect(
        wrong.isEmpty, "frame \(frameNumber) of \(size): \(frame.golden)\nwhole: \(whole.golden)")
    }
  }
}
