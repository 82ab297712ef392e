#if canImport(Testing)

import ReducerRuntime
import Testing

/// A trait that sets dependencies for a test, or for each test of a suite. Written `.dependencies { … }` or
/// `.dependency(\.x, value)`.
public struct _DependencyTrait: TestTrait, SuiteTrait, TestScoping {
  let update: @Sendable (inout DependencyValues) throws -> Void

  /// A suite applies it to each of its tests, so that tests are isolated from each other.
  public var isRecursive: Bool { true }

  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await withDependencies(update) { try await function() }
  }
}

extension Trait where Self == _DependencyTrait {
  /// Sets dependencies for the test.
  ///
  /// ```swift
  /// @Suite(.dependencies { $0.continuousClock = ImmediateClock() })
  /// struct TimerTests { … }
  /// ```
  public static func dependencies(
    _ update: @escaping @Sendable (inout DependencyValues) throws -> Void
  ) -> Self {
    Self(update: update)
  }

  /// Sets one dependency for the test: `@Test(.dependency(\.uuid, .incrementing))`.
  public static func dependency<Value>(
    _ keyPath: any WritableKeyPath<DependencyValues, Value> & Sendable,
    _ value: @autoclosure @escaping @Sendable () throws -> Value
  ) -> Self {
    Self { values in
      let value = try value()
      // A change of a nested property, such as `\.date.now`, reads it, which a test value reports.
      IssueReporting.withReporter({ _, _ in }) { values[keyPath: keyPath] = value }
    }
  }

  /// Sets the dependency whose key is the type of `value`.
  public static func dependency<Value: TestDependencyKey & SendableMetatype>(
    _ value: @autoclosure @escaping @Sendable () throws -> Value
  ) -> Self where Value.Value == Value {
    Self { $0[Value.self] = try value() }
  }

  /// Isolates the test's dependencies without setting any. Those that its suite sets remain.
  public static var dependencies: Self {
    // Each test has defaults of its own.
    Self { _ in }
  }
}

#endif
