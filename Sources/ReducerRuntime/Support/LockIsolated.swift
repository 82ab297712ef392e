/// A value behind a lock, for tests that record the calls of a client's closures.
///
/// ```swift
/// let saved = LockIsolated<[Workout]>([])
/// client.save = { workout in saved.withValue { $0.append(workout) } }
/// ```
@dynamicMemberLookup
// Unchecked: the value is only accessed inside the lock.
public final class LockIsolated<Value>: @unchecked Sendable {
  private var stored: Value
  private let lock = RecursiveLock()

  public init(_ value: @autoclosure @Sendable () throws -> Value) rethrows {
    stored = try value()
  }

  /// A property of the value.
  public subscript<Member: Sendable>(dynamicMember keyPath: KeyPath<Value, Member>) -> Member {
    lock.excluding { stored[keyPath: keyPath] }
  }

  /// Calls `operation` with a copy of the value, which then replaces the value. Other threads wait.
  ///
  /// `operation` may read the value through this object: it is the one before the call.
  public func withValue<Result: Sendable>(
    _ operation: @Sendable (inout Value) throws -> Result
  ) rethrows -> Result {
    try lock.excluding {
      var value = stored
      defer { stored = value }
      return try operation(&value)
    }
  }

  /// Replaces the value.
  public func setValue(_ newValue: @autoclosure @Sendable () throws -> Value) rethrows {
    try lock.excluding { stored = try newValue() }
  }
}

extension LockIsolated where Value: Sendable {
  /// The value.
  public var value: Value { lock.excluding { stored } }
}

extension LockIsolated: Equatable where Value: Equatable {
  public static func == (lhs: LockIsolated, rhs: LockIsolated) -> Bool {
    // The locks are taken one after the other: two threads that compare the same objects in opposite order would
    // deadlock.
    if lhs === rhs { return true }
    let left = lhs.lock.excluding { lhs.stored }
    return rhs.lock.excluding { left == rhs.stored }
  }
}

extension LockIsolated: Hashable where Value: Hashable {
  public func hash(into hasher: inout Hasher) {
    hasher.combine(lock.excluding { stored })
  }
}
