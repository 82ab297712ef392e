/// A reason why a rep log is impossible.
public enum ImpossibleLog: Hashable, Sendable {
  /// That rep, counted from 1, comes when the workout is over.
  case afterTheEnd(rep: Int)
  /// Up to that rep, counted from 1, there are more than anybody does in the time.
  case tooFast(rep: Int)

  /// For a person: `rep 31 came faster than anybody does them`.
  public var sentence: String {
    switch self {
    case .afterTheEnd(let rep): "rep \(rep) came when the time was over"
    case .tooFast(let rep): "rep \(rep) came sooner than anybody can do so many"
    }
  }
}

extension RepLog {
  /// The shortest time for a rep of which nothing else is known.
  public static let leastGap = Duration.milliseconds(100)

  /// How late a rep may be told: a line that stalls hands over together what was done one after the other, and who
  /// forgot to press a key does so a few times afterwards.
  public static let lateness = Duration.seconds(5)

  /// Says what is impossible about the log, wherever it came from; that its instants rise is in its type.
  ///
  /// Between any two reps there must have been time for those between them, at `minimumGap` each, but for ``lateness``.
  /// In all there must have been time for all of them, however late they were told (``most(in:minimumGap:)``).
  ///
  /// - Parameters:
  ///   - duration: How long the workout ran.
  ///   - minimumGap: The shortest time in which a person does one rep; not taken for less than ``leastGap``.
  /// - Returns: nil for a possible log.
  /// - Complexity: O(n).
  public func impossibility(in duration: Duration, minimumGap: Duration) -> ImpossibleLog? {
    let gap = Swift.max(minimumGap, Self.leastGap).wholeMilliseconds
    let (end, lateness) = (duration.wholeMilliseconds, Self.lateness.wholeMilliseconds)
    // By how much each rep is later than at the fastest pace from the start. It may fall behind what it was by lateness.
    var latest: Int64 = 0
    var fastest: Int64 = 0
    for (index, instant) in milliseconds.enumerated() {
      guard Int64(instant) <= end else { return .afterTheEnd(rep: index + 1) }
      fastest += gap
      let late = Int64(instant) - fastest
      guard latest - late <= lateness else { return .tooFast(rep: index + 1) }
      latest = Swift.max(latest, late)
    }
    let most = Self.most(in: duration, minimumGap: minimumGap)
    return reps > most ? .tooFast(rep: most + 1) : nil
  }

  /// Returns how many reps a person can do in a time. The first may be over as the clock starts.
  static func most(in duration: Duration, minimumGap: Duration) -> Int {
    let gap = Swift.max(minimumGap, leastGap).wholeMilliseconds
    return Int(clamping: duration.wholeMilliseconds / gap + 1)
  }
}

extension Workout {
  /// Says what is impossible about it, as ``RepLog/impossibility(in:minimumGap:)``.
  public func impossibility(minimumGap: Duration) -> ImpossibleLog? {
    log.impossibility(in: duration, minimumGap: minimumGap)
  }
}
