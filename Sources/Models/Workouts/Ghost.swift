/// An earlier workout of the same challenge to race against.
public struct Ghost: Hashable, Sendable {
  /// The name on screen: `your best`.
  public var name: String
  public var log: RepLog
  /// The skips, which aren't stored with an unfinished workout that races against it.
  public var skips: SkipLog

  /// The name of the person's own best workout.
  public static let yourBest = "your best"

  /// The name of the person's best workout with times of reps, if the best one has none.
  public static let yourLiveBest = "your live best"

  public init(name: String, log: RepLog, skips: SkipLog = SkipLog()) {
    self.name = name
    self.log = log
    self.skips = skips
  }

  /// Creates an opponent from an earlier workout.
  public init(name: String, _ workout: Workout) {
    self.init(name: name, log: workout.log, skips: workout.skips)
  }

  /// Returns the lead in reps of a person with `count` reps at `instant`; negative if the person is behind.
  ///
  /// A rep of the ghost at `instant` itself counts.
  ///
  /// - Complexity: O(log n) in the ghost's reps.
  public func lead(of count: Int, at instant: Duration) -> Int {
    count - log.count(through: instant)
  }
}
