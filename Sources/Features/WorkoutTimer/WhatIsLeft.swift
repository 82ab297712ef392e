import TerminalUI

/// What is left of a workout, in words.
struct WhatIsLeft: RetainedView {
  let left: WorkoutProgress.Left?

  var body: some View {
    if let left { Text(left.text).style(.dim) }
  }
}
