extension Bench {
  /// Measures the whole program in a terminal, alternating with the yardstick.
  mutating func measureProcesses() throws {
    let programs = try MeasuredPrograms(yardstick: options.yardstick)
    if programs.stopwatch == nil {
      addRemark("the yardstick is missing (make bench builds it), so nothing is compared with it")
    }
    if !programs.hasFrameRate {
      addRemark(
        "this version of Ladder has no --fps, so nothing is measured with a frame for each tick")
    }
    if programs.allocationCounter == nil {
      addRemark(
        "allocations.so is missing (make bench builds it), so Ladder's allocations are not counted")
    }
    if let ticklab = programs.ticklab {
      try measureTicks(programs, ticklab)
    } else {
      addRemark(
        "python3 (3.9) or ticklab.py is missing, so CPU time, memory and starts are not measured")
    }
    try measureTickCounts(programs)
    try measureLateness(programs)
    try measureLatenessDuringWrites(programs)
    try measureKeys(programs.ladder)
    try measureKeyBurst(programs.ladder)
    try measureIdle(programs.ladder)
    try measureStarts(programs.ladder)
  }

  /// The number of alternating runs.
  var rounds: Int { options.isQuick ? 1 : 5 }

  /// The number of cells of the terminal: 100×30.
  static let cells = 3000
}
