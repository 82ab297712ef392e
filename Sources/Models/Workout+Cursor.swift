import FoundationEssentials

extension Workout {
  /// Where a page of a history ended.
  public struct Cursor: Hashable, Sendable {
    public let startedAt: Date
    public let id: Workout.ID

    public init(startedAt: Date, id: Workout.ID) {
      self.startedAt = startedAt
      self.id = id
    }
  }

  /// This workout as the end of a page.
  public var cursor: Cursor { Cursor(startedAt: startedAt, id: id) }
}
