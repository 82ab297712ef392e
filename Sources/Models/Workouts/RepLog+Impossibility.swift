/// A reason why a rep log is impossible.
public enum ImpossibilityReason: Hashable, Sendable {
  /// A rep, counted from 1, is later than the end of the workout.
  case afterTheEnd(rep: Int)
  /// Up to a rep, counted from 1, there are more reps than a person can do in the time.
  case tooFast(rep: Int)
  /// A distance was covered faster than anyone can.
  case fasterThanRecord(FastDistance)

  /// The reason as a sentence.
  public var sentence: String {
    switch self {
    case .afterTheEnd(let rep): "rep \(rep) came after the time was up"
    case .tooFast(let rep): "rep \(rep) came sooner than anyone can do \(rep) reps"
    case .fasterThanRecord(let distance): distance.sentence
    }
  }
}

extension RepLog {
  /// The minimum time for a rep of any challenge.
  public static let minGap = Duration.milliseconds(100)

  /// The maximum delay between a rep and its record. A stalled connection delivers several presses at once, and a
  /// person who forgot to press the key does so a few times afterwards.
  public static let maxDelay = Duration.seconds(5)

  /// Returns the reason why a person can't have done these reps; `nil` for a possible log.
  ///
  /// Any two reps must be far enough apart for the reps between them, at `challengeGap` each, with a tolerance of
  /// ``maxDelay``. In total there can't be more than ``maxPossibleReps(in:minGap:)``.
  ///
  /// - Parameters:
  ///   - duration: The duration of the workout.
  ///   - challengeGap: The minimum time for one rep of the challenge. At least ``minGap`` is used.
  /// - Complexity: O(n).
  public func impossibilityReason(in duration: Duration, minGap challengeGap: Duration)
    -> ImpossibilityReason?
  {
    let gap = Swift.max(challengeGap, Self.minGap).wholeMilliseconds
    let (end, maxDelay) = (duration.wholeMilliseconds, Self.maxDelay.wholeMilliseconds)
    // The delay of each rep relative to the fastest pace from the start. It may decrease by up to the tolerance.
    var latest: Int64 = 0
    var fastest: Int64 = 0
    for (index, instant) in milliseconds.enumerated() {
      guard Int64(instant) <= end else { return .afterTheEnd(rep: index + 1) }
      fastest += gap
      let late = Int64(instant) - fastest
      guard latest - late <= maxDelay else { return .tooFast(rep: index + 1) }
      latest = Swift.max(latest, late)
    }
    let maxReps = Self.maxPossibleReps(in: duration, minGap: challengeGap)
    return reps > maxReps ? .tooFast(rep: maxReps + 1) : nil
  }

  /// Returns the maximum number of reps in a time. The first may be done as the clock starts.
  static func maxPossibleReps(in duration: Duration, minGap challengeGap: Duration) -> Int {
    let gap = Swift.max(challengeGap, minGap).wholeMilliseconds
    return Int(clamping: duration.wholeMilliseconds / gap + 1)
  }
}

extension Challenge {
  /// Returns the reason why a person can't have done a workout; `nil` for a possible one.
  ///
  /// The reps are judged as in ``RepLog/impossibilityReason(in:minGap:)``, and distances by ``Sport``. A strength session
  /// has no reason: its sets can be entered after they were done.
  ///
  /// - Complexity: O(n) in the reps, and in the skips and sets of a routine with a distance.
  public func impossibilityReason(of workout: Workout) -> ImpossibilityReason? {
    guard workout.challenge != .strength else { return nil }
    return workout.log.impossibilityReason(in: workout.duration, minGap: minGap)
      ?? routine.tooFastDistance(in: workout).map { .fasterThanRecord($0) }
      ?? tooFastFigure(of: workout.figures, in: workout.duration).map { .fasterThanRecord($0) }
  }
}
