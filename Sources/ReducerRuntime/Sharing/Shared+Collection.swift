extension RangeReplaceableCollection {
  /// A shared value for each element of a shared list.
  ///
  /// ```swift
  /// for $workout in Array($workouts) { $workout.reps.withLock { $0 += 1 } }
  /// ```
  ///
  /// Each stays with its element's identifier, wherever that moves; when the element goes, its last value stays.
  ///
  /// - Complexity: O(n).
  public init<ID: Hashable & Sendable, Value: Sendable>(
    _ shared: Shared<IdentifiedArray<ID, Value>>
  ) where Element == Shared<Value> {
    self.init(shared.wrappedValue.ids.compactMap { Shared(shared[id: $0]) })
  }

  /// A read-only shared value for each element of a shared list.
  ///
  /// - Complexity: O(n).
  public init<ID: Hashable & Sendable, Value: Sendable>(
    _ shared: SharedReader<IdentifiedArray<ID, Value>>
  ) where Element == SharedReader<Value> {
    self.init(shared.wrappedValue.ids.compactMap { SharedReader(shared[id: $0]) })
  }
}
