extension RangeReplaceableCollection {
  /// Creates a collection with a shared value for each element of a shared list.
  ///
  /// ```swift
  /// for $workout in Array($workouts) { $workout.reps.withLock { $0 += 1 } }
  /// ```
  ///
  /// Each shared value follows its element's identifier when elements move. When the element is removed, its last
  /// value stays.
  ///
  /// - Complexity: O(n).
  public init<ID: Hashable & Sendable, Value: Sendable>(
    _ shared: Shared<IdentifiedArray<ID, Value>>
  ) where Element == Shared<Value> {
    self.init(shared.wrappedValue.ids.compactMap { Shared(shared[id: $0]) })
  }

  /// Creates a collection with a read-only shared value for each element of a shared list.
  ///
  /// - Complexity: O(n).
  public init<ID: Hashable & Sendable, Value: Sendable>(
    _ shared: SharedReader<IdentifiedArray<ID, Value>>
  ) where Element == SharedReader<Value> {
    self.init(shared.wrappedValue.ids.compactMap { SharedReader(shared[id: $0]) })
  }
}
