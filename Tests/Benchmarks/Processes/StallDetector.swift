/// A detector of programs that no longer make progress, regardless of the load of the machine.
///
/// It counts samples instead of measuring time. A program that waits for a processor or the disk isn't stalled. A
/// busy program is stalled once it has used ``maxCPU``.
struct StallDetector {
  /// The maximum number of idle samples. They are taken every quarter of a second, so the limit is half a minute.
  private static let maxIdleSamples = 120
  /// The maximum CPU time in nanoseconds.
  private static let maxCPU: Int64 = 60_000_000_000

  private var first: PtyProgram.Counts?
  private var last: PtyProgram.Counts?
  private var idleSampleCount = 0

  /// Records a sample.
  ///
  /// - Returns: Whether the program was idle for ``maxIdleSamples`` samples, or has used a minute of CPU time since the
  ///   first sample.
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
