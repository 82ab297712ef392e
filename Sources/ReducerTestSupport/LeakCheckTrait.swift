#if canImport(Testing)

import ReducerRuntime
import Testing

/// A trait that fails a test that leaks a store or a task. Write it as `.checksForLeaks`.
public struct _LeakCheckTrait: TestTrait, SuiteTrait, TestScoping {
  /// Always `true`: a suite applies the trait to each of its tests.
  public var isRecursive: Bool { true }

  /// The minimum time to wait, before the test fails, for cancelled tasks to end.
  var minDuration = Duration.seconds(60)

  /// The minimum number of turns of the main actor and the global pool to wait, because other tests may occupy both
  /// for any length of time.
  ///
  /// It is the only limit for stores after the last task has ended. Then only objects that are deallocated on the main
  /// actor can still release a store, and each turn deallocates those that have been released before it.
  private static let minTurns = 200

  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    var tracker = StoreTracker()
    try await StoreTracker.$current.withValue(tracker) { try await function() }
    let end = ContinuousClock.now + minDuration
    var turns = (all: 0, sinceLastTask: 0)
    while true {
      await tracker.drain()
      let stores = tracker.remainingStores
      // Any other reference to the tracker is held by a task.
      let isAlone = isKnownUniquelyReferenced(&tracker)
      if stores.isEmpty, isAlone { return }
      turns.all += 1
      turns.sinceLastTask = isAlone ? turns.sinceLastTask + 1 : 0
      let isLate = turns.all >= Self.minTurns && ContinuousClock.now >= end
      if isLate || turns.sinceLastTask >= Self.minTurns {
        let tasks = isAlone ? [] : ["a task that is still running"]
        let left = (stores + tasks).joined(separator: ", ")
        Issue.record("left behind: \(left)", sourceLocation: test.sourceLocation)
        return
      }
      // A released store ends on the main actor, and a cancelled task on its own executor.
      await EffectQueue.turn()
      try await Task.sleep(for: .milliseconds(1))
    }
  }
}

extension Trait where Self == _LeakCheckTrait {
  /// Fails the test if, at the test's end, a store that it created is still alive or a task that it started still runs.
  ///
  /// ```swift
  /// @Suite(.checksForLeaks)
  /// struct TimerTests { … }
  /// ```
  ///
  /// This covers tasks that inherit from the test's task: effects, and tasks created by `Task { … }`, but not by
  /// `Task.detached`. A store that is still alive is reported soon after the last of these tasks has ended. A task that
  /// still runs is reported after a minute: nothing tells whether it is about to end.
  public static var checksForLeaks: Self { Self() }
}

#endif
