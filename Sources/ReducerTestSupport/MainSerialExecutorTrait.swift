#if canImport(Testing)

import ReducerRuntime
import Testing

/// A trait that runs a test, or each test of a suite, with all tasks on the main actor's thread. Written
/// `.mainSerialExecutor`.
public struct _MainSerialExecutorTrait: TestTrait, SuiteTrait, TestScoping {
  /// A suite applies it to each of its tests.
  public var isRecursive: Bool { true }

  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await withMainSerialExecutor { try await function() }
  }
}

extension Trait where Self == _MainSerialExecutorTrait {
  /// Runs all tasks on the main actor's thread, one after the other, like ``withMainSerialExecutor(operation:)``.
  ///
  /// ```swift
  /// @Suite(.mainSerialExecutor)
  /// struct DownloadTests { … }
  /// ```
  public static var mainSerialExecutor: Self { Self() }
}

#endif
