#if canImport(Testing)

import ReducerRuntime
import Testing

/// Fails a test that leaves a store or a task behind. Written `.leavesNothing`.
public struct _NothingLeftTrait: TestTrait, SuiteTrait, TestScoping {
  /// Each test of a suite answers for itself.
  public var isRecursive: Bool { true }

  /// The least time for released stores and cancelled tasks to end. Only a test that fails takes so long.
  var patience = Duration.seconds(60)

  /// The least number of turns of the main actor and the global pool for the same. Other tests may occupy both for
  /// longer than any time.
  private static let minTurns = 200

  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    var watch = StoreWatch()
    try await StoreWatch.$current.withValue(watch) { try await function() }
    let end = ContinuousClock.now + patience
    var turn = 0
    while true {
      turn += 1
      await watch.drain()
      let stores = watch.left
      // Whoever else has it is a task.
      let isAlone = isKnownUniquelyReferenced(&watch)
      if stores.isEmpty, isAlone { return }
      guard turn < Self.minTurns || ContinuousClock.now < end else {
        let tasks = isAlone ? [] : ["a task that is still under way"]
        let left = (stores + tasks).joined(separator: ", ")
        Issue.record("left behind: \(left)", sourceLocation: test.sourceLocation)
        return
      }
      // A released store ends on the main actor, and a cancelled task where it ran.
      await EffectQueue.turn()
      try await Task.sleep(for: .milliseconds(1))
    }
  }
}

extension Trait where Self == _NothingLeftTrait {
  /// Fails the test if a store that it made is still there behind it, or a task that it began still runs.
  ///
  /// ```swift
  /// @Suite(.leavesNothing)
  /// struct TimerTests { … }
  /// ```
  ///
  /// Tasks are those that inherit from the test's: effects, and what is begun by `Task { … }`; not `Task.detached`.
  public static var leavesNothing: Self { Self() }
}

#endif
