/// The owner of a running effect: a store, and a child in its tree.
final class EffectSite: Sendable {
  /// The site of the effect whose task this is; `nil` outside effects.
  @TaskLocal static var current: EffectSite?

  let host: EffectHost
  let path: [PathComponent]
  /// Dismisses the presented child to which the effect belongs; `nil` if nothing is presented.
  let dismissal: Dismissal?

  init(_ host: EffectHost, path: [PathComponent], dismissal: Dismissal?) {
    self.host = host
    self.path = path
    self.dismissal = dismissal
  }

  /// The site of tasks that no store started.
  @MainActor private static let shared = EffectSite(
    EffectHost(executor: nil), path: [], dismissal: nil)

  /// The site of the current task: its effect's, or the one shared by all tasks outside effects.
  @MainActor static var currentOrShared: EffectSite { current ?? shared }
}

/// The state that the effects of one store share.
final class EffectHost: Sendable {
  let cancellations = CancellationTable()
  let throttles = ThrottleTable()
  /// The executor for effects, if it is not the main actor's.
  let executor: (any TaskExecutor)?

  @MainActor
  init(executor: (any TaskExecutor)?) {
    self.executor = executor
  }
}
