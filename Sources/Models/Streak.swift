/// How long somebody has trained without a break, in days or in weeks.
public struct Streak: Hashable, Sendable {
  /// The run that goes on: it reaches today or the day before, which leaves today to go on with it. Of weeks the same.
  public var current: Int

  /// The longest run there has been.
  public var longest: Int

  public init(current: Int = 0, longest: Int = 0) {
    self.current = current
    self.longest = longest
  }
}
