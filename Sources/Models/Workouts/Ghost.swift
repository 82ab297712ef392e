/// An earlier workout of the same challenge that is raced against.
public struct Ghost: Hashable, Sendable {
  /// Whose it was, as the screen says it: `your best`.
  public var name: String
  public var log: RepLog

  /// What you yourself are called as a ghost.
  public static let yourBest = "your best"

  public init(name: String, log: RepLog) {
    self.name = name
    self.log = log
  }

  /// Returns how many reps a person with `count` of them is ahead of this workout at `instant`; negative when behind.
  ///
  /// A rep of the ghost's own instant counts for it: who does the same at the same time is level.
  ///
  /// - Complexity: O(log n) in the ghost's reps.
  public func lead(of count: Int, at instant: Duration) -> Int {
    count - log.count(through: instant)
  }
}
