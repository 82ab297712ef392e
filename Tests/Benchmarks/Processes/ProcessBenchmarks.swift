extension Bench {
  /// What the whole program costs in a terminal, in turn with the yardstick.
  mutating func processes() throws {
    let programs = try MeasuredPrograms(yardstick: options.yardstick)
    if programs.stopwatch == nil {
      remark("without the yardstick (make bench builds it) nothing is compared with it")
    }
    if !programs.hasFrameRate {
      remark("this ladder has no --fps, so nothing is measured with a frame for each tick")
    }
    if programs.allocationCounter == nil {
      remark("without allocations.so (make bench builds it) nobody counts Ladder's allocations")
    }
    if let ticklab = programs.ticklab {
      try ticks(programs, ticklab)
    } else {
      remark("without python3 (3.9) and ticklab.py no CPU time, memory or start is measured")
    }
    try tickCounts(programs)
    try lateness(programs)
    try latenessWhileWritten(programs)
    try keys(programs.ladder)
    try flood(programs.ladder)
    try idle(programs.ladder)
    try starts(programs.ladder)
  }

  /// So many times the programs are run in turn.
  var rounds: Int { options.isQuick ? 1 : 5 }

  /// How large the terminal is that they run in: 100×30 cells.
  static let cells = 3000
}
