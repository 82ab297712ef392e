import TerminalUI

/// What is left of a workout, in words.
struct WhatIsLeft: RetainedView {
  let left: WorkoutProgress.Left

  var body: some View { Text(left.text) }
}
