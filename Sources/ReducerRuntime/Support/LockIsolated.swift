import Glibc
import Synchronization

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

  /// Creates a lock around a value.
  public init(_ value: @autoclosure @Sendable () throws -> Value) rethrows {
    stored = try value()
  }

  /// A property of the value.
  public subscript<Member: Sendable>(dynamicMember keyPath: KeyPath<Value, Member>) -> Member {
    lock.withLock { stored[keyPath: keyPath] }
  }

  /// Calls `operation` with a copy of the value, which then replaces the value. Other threads wait.
  ///
  /// A read of this object inside `operation` returns the value from before the call.
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
    // The two locks are not held at the same time: two threads that compare the same objects in opposite order would
    // otherwise deadlock.
    if lhs === rhs { return true }
    let left = lhs.lock.withLock { lhs.stored }
    return rhs.lock.withLock { left == rhs.stored }
  }
}

/// A wrapper that makes a value `Sendable` without checks. The caller is responsible for thread safety.
///
/// ```swift
/// enum PlayerKey: DependencyKey {
///   static var liveValue: UncheckedSendable<Player> { UncheckedSendable(Player()) }
/// }
/// ```
@propertyWrapper
@dynamicMemberLookup
// Unchecked, as the name says.
public struct UncheckedSendable<Value>: @unchecked Sendable {
  /// The wrapped value.
  public var value: Value

  /// Creates a wrapper of a value.
  public init(_ value: Value) {
    self.value = value
  }

  /// Creates a wrapper for `@UncheckedSendable var name = …`.
  public init(wrappedValue: Value) {
    value = wrappedValue
  }

  /// The wrapped value.
  public var wrappedValue: Value {
    get { value }
    set { value = newValue }
  }

  /// The wrapper itself.
  public var projectedValue: Self {
    get { self }
    set { self = newValue }
  }

  /// A property of the value, which can be changed.
  public subscript<Member>(dynamicMember keyPath: WritableKeyPath<Value, Member>) -> Member {
    get { value[keyPath: keyPath] }
    set { value[keyPath: keyPath] = newValue }
  }

  /// A property of the value.
  public subscript<Member>(dynamicMember keyPath: KeyPath<Value, Member>) -> Member {
    value[keyPath: keyPath]
  }
}

extension UncheckedSendable: Equatable where Value: Equatable {}
extension UncheckedSendable: Hashable where Value: Hashable {}

// MARK: - A recursive lock

/// A lock that can be acquired again by the thread that holds it.
struct RecursiveLock: ~Copyable, Sendable {
  private let mutex = Mutex(())
  /// The thread that holds the lock. Other threads may read a stale value, but never their own identifier.
  private let owner = Atomic<UInt>(0)

  /// Whether this thread holds the lock.
  var isOwned: Bool { owner.load(ordering: .relaxed) == pthread_self() }

  /// Runs `operation` inside the lock and returns its result.
  borrowing func withLock<Result, Failure: Error>(
    _ operation: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    if isOwned { return try operation() }
    return try mutex.withLockUnchecked { () throws(Failure) -> Result in
      owner.store(pthread_self(), ordering: .relaxed)
      defer { owner.store(0, ordering: .relaxed) }
      return try operation()
    }
  }
}

extension Mutex where Value == Void {
  /// Runs `operation` inside the lock and returns its result.
  ///
  /// `withLock` requires a sendable result, because it might come from the protected value. This lock protects no
  /// value: the result is passed from `operation` to the caller on one thread.
  func withLockUnchecked<Result, Failure: Error>(
    _ operation: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // Only accessed by this call.
    nonisolated(unsafe) var result: Result?
    try withLock { _ throws(Failure) in result = try operation() }
    return result!
  }
}
