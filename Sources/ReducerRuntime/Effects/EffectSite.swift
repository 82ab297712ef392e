import Glibc

/// Where a running effect belongs: to which store's effects, and to which child there.
final class EffectSite: Sendable {
  /// That of the effect whose task this is; `nil` outside effects.
  @TaskLocal static var current: EffectSite?

  let host: EffectHost
  let path: [PathComponent]
  /// The way to have the presented child it belongs to dismissed; `nil` where nothing is presented.
  let dismissal: Dismissal?

  init(_ host: EffectHost, path: [PathComponent], dismissal: Dismissal?) {
    self.host = host
    self.path = path
    self.dismissal = dismissal
  }

  /// For tasks that no store started.
  @MainActor private static let outside = EffectSite(
    EffectHost(executor: nil), path: [], dismissal: nil)

  /// That of the effect whose task this is, else one that all other tasks share.
  @MainActor static var here: EffectSite { current ?? outside }
}

/// What the effects of one store have in common.
final class EffectHost: Sendable {
  let cancellations = CancellationTable()
  let throttles = ThrottleTable()
  /// Where effects run in place of the main actor.
  let executor: (any TaskExecutor)?
  /// The main actor's thread.
  private let thread: pthread_t

  @MainActor
  init(executor: (any TaskExecutor)?) {
    self.executor = executor
    thread = pthread_self()
  }

  /// Whether this is the main actor's thread, where effects run but are not said to.
  var isOnThread: Bool { pthread_equal(pthread_self(), thread) != 0 }
}
