/// A decision on when a program that is waited for makes no progress any more, whatever else the machine does.
///
/// Looks are counted instead of timed, a program that waits for a processor or the disk makes progress, and the CPU time
/// is the program's own.
struct StallDetector {
  /// So many looks a quarter of a second apart are half a minute.
  private static let maxIdleSamples = 120
  /// In nanoseconds.
  private static let maxCPU: Int64 = 60_000_000_000

  private var first: PtyProgram.Counts?
  private var last: PtyProgram.Counts?
  private var idleSampleCount = 0

  /// Records a look at the program.
  ///
  /// - Returns: Whether it made no progress for a number of looks, or used a minute of CPU time since the first.
  mutating func isStalled(_ counts: PtyProgram.Counts) -> Bool {
    let first = first ?? counts
    let isIdle =
      !counts.isActive && counts.switches == last?.switches && counts.cpu == last?.cpu
    idleSampleCount = isIdle ? idleSampleCount + 1 : 0
    self.first = first
    last = counts
    return idleSampleCount >= Self.maxIdleSamples || counts.cpu - first.cpu > Self.maxCPU
  }
}
