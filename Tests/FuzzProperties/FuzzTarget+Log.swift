import FoundationEssentials
import Models

extension FuzzTarget {
  /// Checks that a decoded log round-trips, and that computations on it do not fail.
  func checkLog(_ bytes: [UInt8]) throws(PropertyViolation) {
    guard let log = WorkoutLog(bytes: bytes.dropFirst(9)) else { return }
    try expect(log.reps.count <= RepLog.maxReps, "too many reps")
    try expect(RepLog(milliseconds: log.reps.milliseconds) != nil, "reps do not increase")
    try expect(log.pauses.allSatisfy { $0.length >= .zero }, "a pause with a negative length")
    let rewritten = log.mapSets { ($0, $1) }
    try expect(rewritten.reps == log.reps && rewritten.skips == log.skips, "other reps or skips")
    try expect(rewritten.pauses == log.pauses && rewritten.sets == log.sets, "other pauses or sets")
    try expect(rewritten.lastSetChange == log.lastSetChange, "another last change of the sets")
    try expect(log.sets.count <= PerformedSet.maxCount, "too many sets")
    try expect(log.sets.reps <= RepLog.maxReps, "too many reps in sets")
    try expect(rewritten.provenance == log.provenance, "a different provenance")
    try expect(rewritten.duration == log.duration, "a different duration")
    try checkRounds(log)
    try checkArithmetic(log, numbers: bytes.prefix(9).map { Int64($0) })
  }

  /// Checks that the rounds have the reps of the log, even if rounds were skipped.
  private func checkRounds(_ log: WorkoutLog) throws(PropertyViolation) {
    guard let routine = Routine("AMRAP 24:00:00 (a 3, b 4)") else { return }
    // After the time limit, reps belong to no round.
    let limit = Routine.maxDuration
    guard log.lastInstant < limit, log.duration < limit else { return }
    let rounds = routine.results(of: log).rounds
    try expect(
      rounds.reduce(0) { $0 + $1.reps } <= log.reps.count, "more reps in rounds than in the log")
    try expect(rounds.allSatisfy { $0.duration >= .zero }, "a round with a negative duration")
    try expect(
      rounds.allSatisfy { ($0.reps < 7) == $0.isSkipped }, "a round with a wrong rep count")
    var cursor = RoutineCursor(routine)
    cursor.advance(to: limit - .milliseconds(1), log)
    try expect(
      cursor.round?.number == rounds.count + 1, "\(rounds.count) rounds before the current one")
  }

  private func checkArithmetic(_ log: WorkoutLog, numbers: [Int64]) throws(PropertyViolation) {
    guard numbers.count == 9 else { return }
    let duration = Duration.milliseconds(numbers[0] << 24 | numbers[1] << 16 | numbers[2] << 8)
    let other = Duration.milliseconds(numbers[3] << 16 | numbers[4] << 8 | numbers[5])
    let count = Int(numbers[6] << 8 | numbers[7])
    if log.sets.isEmpty,
      let corrected = log.corrected(to: count, duration: other, isScoredByTime: false)
    {
      try expect(corrected.repCount == count, "\(corrected.repCount) reps for \(count)")
      try expect(corrected.duration == other, "a different duration")
      try expect(corrected.reps.last.map { $0 <= other } ?? true, "a rep after the end")
    }
    _ = (
      log.pace(over: duration), log.reps.recentPace(at: duration), log.reps.slowdown,
      log.reps.gaps.reduce(.zero, +)
    )
    let gap = Duration.milliseconds(numbers[8] * 10)
    if log.impossibilityReason(minGap: gap) == nil {
      try expect(
        log.reps.last.map { $0 <= log.duration } ?? true, "a rep after the end is accepted")
      let most = (log.duration + RepLog.maxDelay) / max(gap, RepLog.minGap)
      try expect(Double(log.repCount) <= most + 1, "\(log.repCount) reps are accepted")
    }
    for scoring in [.reps(within: other + .seconds(1)), .time(forReps: count + 1), .hold]
      as [Challenge.Scoring]
    {
      let challenge = Challenge.custom(
        "own-x", name: "X", kind: .core, scoring: scoring, instructions: [])
      guard let score = challenge.score(of: log) else { continue }
      try expect(score.reps <= log.repCount, "more reps in the score than in the log")
      try expect(!challenge.text(score).isEmpty, "a score without text")
      try expect(!score.isBetter(than: score), "a score is better than itself")
    }
    let limit = log.reps.count(through: other)
    try expect((0...log.reps.count).contains(limit), "\(limit) of \(log.reps.count)")
  }
}
