import Glibc

/// Where a running effect belongs: to which store's effects, and to which child there.
struct EffectSite: Sendable {
  /// That of the effect whose task this is; `nil` outside effects.
  @TaskLocal static var current: EffectSite?

  let cancellations: CancellationTable
  let throttles: ThrottleTable
  let path: [PathComponent]
  /// Where effects run in place of the main actor.
  let executor: (any TaskExecutor)?
  /// The main actor's thread.
  let thread: pthread_t

  @MainActor
  init(
    cancellations: CancellationTable, throttles: ThrottleTable, path: [PathComponent],
    executor: (any TaskExecutor)?
  ) {
    self.cancellations = cancellations
    self.throttles = throttles
    self.path = path
    self.executor = executor
    thread = pthread_self()
  }

  /// For tasks that no store started.
  @MainActor private static let outside = EffectSite(
    cancellations: CancellationTable(), throttles: ThrottleTable(), path: [], executor: nil)

  /// That of the effect whose task this is, else one that all other tasks share.
  @MainActor static var here: EffectSite { current ?? outside }

  /// Whether this is the main actor's thread, where effects run but are not said to.
  var isOnThread: Bool { pthread_equal(pthread_self(), thread) != 0 }
}
