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
    lock.withLock { stored[keyPath: keyPath] }
  }

  /// Calls `operation` with a copy of the value, which then replaces the value. Other threads wait.
  ///
  /// If `operation` reads the value through this object, it sees the value from before the call.
  public func withValue<Result: Sendable>(
    _ operation: @Sendable (inout Value) throws -> Result
  ) rethrows -> Result {
    try lock.withLock {
      var value = stored
      defer { stored = value }
      return try operation(&value)
    }
  }

  /// Replaces the value.
  public func setValue(_ newValue: @autoclosure @Sendable () throws -> Value) rethrows {
    try lock.withLock { stored = try newValue() }
  }
}

extension LockIsolated where Value: Sendable {
  /// The value.
  public var value: Value { lock.withLock { stored } }
}

extension LockIsolated: Equatable where Value: Equatable {
  public static func == (lhs: LockIsolated, rhs: LockIsolated) -> Bool {
    // The locks are never held at the same time, because two threads that compare the same objects in opposite order
    // would then deadlock.
    if lhs === rhs { return true }
    let left = lhs.lock.withLock { lhs.stored }
    return rhs.lock.withLock { left == rhs.stored }
  }
}

extension LockIsolated: Hashable where Value: Hashable {
  public func hash(into hasher: inout Hasher) {
    hasher.combine(lock.withLock { stored })
  }
}
