import FoundationEssentials
import Models

extension FuzzTarget {
  /// Checks that a decoded log round-trips as bytes and as JSON, and that computations on it do not fail.
  func checkLog(_ bytes: [UInt8]) throws(PropertyViolation) {
    if let read = try? JSONDecoder().decode(RepLog.self, from: Data(bytes)) {
      try checkJSON(of: read)
    }
    let payload = bytes.dropFirst(9)
    try checkSkips(payload)
    try checkPauses(payload)
    guard let log = RepLog(bytes: payload) else { return }
    try expect(RepLog(bytes: log.bytes) == log, "bytes: \(log.milliseconds)")
    try expect(log.bytes.count <= payload.count, "the encoded log is longer than the input")
    try expect(log.reps <= RepLog.maxReps, "too many reps")
    try checkJSON(of: log)
    try checkArithmetic(log, numbers: bytes.prefix(9).map { Int64($0) })
  }

  /// Checks that pauses round-trip as bytes and have no negative lengths.
  private func checkPauses(_ payload: ArraySlice<UInt8>) throws(PropertyViolation) {
    guard let pauses = PauseLog(bytes: payload) else { return }
    try expect(PauseLog(bytes: pauses.bytes) == pauses, "pauses: \(pauses.milliseconds)")
    try expect(pauses.pauses.allSatisfy { $0.length >= .zero }, "a pause with a negative length")
  }

  /// Checks that the rounds have the reps of the log, with any skips.
  private func checkSkips(_ payload: ArraySlice<UInt8>) throws(PropertyViolation) {
    let half = payload.count / 2
    guard
      let skips = SkipLog(bytes: payload.prefix(half)),
      let log = RepLog(bytes: payload.dropFirst(half)),
      let routine = Routine("AMRAP 24:00:00 (a 3, b 4)")
    else { return }
    try expect(SkipLog(bytes: skips.bytes) == skips, "skips: \(skips.milliseconds)")
    // After the time limit, reps belong to no round.
    let limit = Routine.maxDuration
    guard log.last ?? .zero < limit, skips.last ?? .zero < limit else { return }
    let rounds = routine.results(of: log, skips: skips, duration: .zero).rounds
    try expect(
      rounds.reduce(0) { $0 + $1.reps } <= log.count, "more reps in rounds than in the log")
    try expect(rounds.allSatisfy { $0.duration >= .zero }, "a round with a negative duration")
    try expect(
      rounds.allSatisfy { ($0.reps < 7) == $0.isSkipped }, "a round with a wrong rep count")
    var cursor = RoutineCursor(routine)
    cursor.advance(to: limit - .milliseconds(1), log: log, skips: skips)
    try expect(
      cursor.round?.number == rounds.count + 1, "\(rounds.count) rounds before the current one")
  }

  private func checkJSON(of log: RepLog) throws(PropertyViolation) {
    let text =
      log.isManual
      ? "\(log.manualReps)" : JSONText.array(log.milliseconds.map { .number(Int64($0)) }).text
    let read = try? JSONDecoder().decode(RepLog.self, from: Data(text.utf8))
    try expect(read == log, "JSON: \(text)")
  }

  private func checkArithmetic(_ log: RepLog, numbers: [Int64]) throws(PropertyViolation) {
    guard numbers.count == 9 else { return }
    let duration = Duration.milliseconds(numbers[0] << 24 | numbers[1] << 16 | numbers[2] << 8)
    let other = Duration.milliseconds(numbers[3] << 16 | numbers[4] << 8 | numbers[5])
    let reps = Int(numbers[6] << 8 | numbers[7])
    if let corrected = log.corrected(to: reps, from: duration, to: other, isScoredByTime: false) {
      try expect(corrected.reps == reps, "\(corrected.reps) reps for \(reps)")
      try expect(
        corrected.last.map { $0 <= max(other, log.last ?? .zero) } ?? true, "a rep after the end")
    }
    _ = (
      log.pace(over: duration), log.recentPace(at: duration), log.slowdown,
      log.gaps.reduce(.zero, +)
    )
    let gap = Duration.milliseconds(numbers[8] * 10)
    if log.impossibilityReason(in: duration, minGap: gap) == nil {
      try expect(log.last.map { $0 <= duration } ?? true, "a rep after the end is accepted")
      let most = (duration + RepLog.maxDelay) / max(gap, RepLog.minGap)
      try expect(Double(log.reps) <= most + 1, "\(log.reps) reps are accepted in \(duration)")
    }
    for scoring in [.reps(within: other + .seconds(1)), .time(forReps: reps + 1), .hold]
      as [Challenge.Scoring]
    {
      let challenge = Challenge.custom(
        "own-x", name: "X", kind: .core, scoring: scoring, instructions: [])
      guard let score = challenge.score(of: log, skips: SkipLog(), duration: duration) else {
        continue
      }
      try expect(score.reps <= log.reps, "more reps in the score than in the log")
      try expect(!challenge.text(score).isEmpty, "a score without text")
      try expect(!score.isBetter(than: score), "a score is better than itself")
    }
    let limit = log.count(through: other)
    try expect((0...log.count).contains(limit), "\(limit) of \(log.count)")
  }
}
