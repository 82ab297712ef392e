/// How one person has done in one challenge.
public struct PersonalResults: Hashable, Sendable {
  /// The best score there is; `nil` while no workout scored.
  public var best: Score?

  /// The latest workout, whether it scored or not.
  public var last: Workout

  public init(best: Score?, last: Workout) {
    self.best = best
    self.last = last
  }
}
