/// One task of a store, which registers itself for waiting and cancellation.
@MainActor
final class RunningEffect {
  private let context: EffectContext
  private let completion: @MainActor () -> Void
  private var task: Task<Void, Never>?

  /// Creates a running effect.
  ///
  /// - Parameter completion: Called when the effect has ended.
  init(_ context: EffectContext, completion: @escaping @MainActor () -> Void) {
    self.context = context
    self.completion = completion
  }

  /// Registers `task` before it runs.
  func begin(_ task: Task<Void, Never>) {
    self.task = task
    for group in context.groups { group.insert(task) }
    context.feature.tasks?.insert(task)
  }

  /// Returns whether the effect may still send. Reports `action` if the effect has ended.
  ///
  /// Cancellation is checked here and by the task: an unstructured task that the effect started does not inherit the
  /// cancellation.
  func canSend<Action>(_ action: Action) -> Bool {
    guard !context.isCancelled else { return false }
    if task == nil {
      reportIssue("An action was sent by an effect that had completed: \(action)")
    }
    return true
  }

  /// Ends the effect after its task has completed.
  func finish() {
    guard let task = task.take() else { return }
    // This comes first, because it may start the next effect of a group, and the group must not be idle in between.
    completion()
    for group in context.groups { group.remove(task) }
    context.feature.tasks?.remove(task)
  }
}

/// The context of an effect: the groups of its task, and the feature it belongs to.
struct EffectContext {
  /// The tasks of the action that led to the effect.
  let tasks: EffectTasks
  /// The groups, besides the feature's, that can cancel the effect, and in which it can be awaited.
  var groups: [EffectTasks]
  /// The feature that the effect belongs to.
  var feature: FeatureEffects
  /// The dismissal of the nearest presented child that contains the effect, if any.
  var dismissal: Dismissal?

  /// Creates the context of an effect of an action.
  ///
  /// - Parameters:
  ///   - all: All tasks of the store.
  ///   - root: The root feature of the store.
  init(_ tasks: EffectTasks, all: EffectTasks, root: FeatureEffects) {
    self.tasks = tasks
    groups = [tasks, all]
    feature = root
  }

  @MainActor var isCancelled: Bool {
    groups.contains(where: \.isCancelled) || feature.isCancelled
  }
}

/// The progress of effects that run one after the other.
@MainActor
final class EffectSequence<Action> {
  private var remaining: ArraySlice<Effect<Action>>
  /// Whether an effect is being started.
  private var isStarting = false
  /// Whether the last effect that was started has not completed.
  private var isRunning = false

  init(_ effects: [Effect<Action>]) {
    remaining = effects[...]
  }

  /// Returns the next effect to start, if any.
  func begin() -> Effect<Action>? {
    isStarting = true
    isRunning = true
    return remaining.popFirst()
  }

  /// Records that the effect has been started.
  ///
  /// - Returns: Whether it has already completed, so that the next one can begin.
  func didStart() -> Bool {
    isStarting = false
    return !isRunning
  }

  /// Records that the effect has completed.
  ///
  /// - Returns: Whether the next one has to begin now; `false` while the effect is still being started.
  func end() -> Bool {
    isRunning = false
    return !isStarting
  }
}

/// The owner of a running effect: a store, and a feature in its tree.
final class EffectSite: Sendable {
  /// The site of the effect that the current task runs; `nil` outside effects.
  @TaskLocal static var current: EffectSite?

  let host: EffectHost
  let feature: FeatureEffects
  /// Dismisses the presented child to which the effect belongs; `nil` if nothing is presented.
  let dismissal: Dismissal?

  init(_ host: EffectHost, _ feature: FeatureEffects, dismissal: Dismissal?) {
    self.host = host
    self.feature = feature
    self.dismissal = dismissal
  }
}

/// The state that the effects of one store share.
final class EffectHost: Sendable {
  let root = FeatureEffects()
  let throttles = ThrottleTable()
  /// The executor for effects, if it is not the main actor's.
  let executor: (any TaskExecutor)?

  @MainActor
  init(executor: (any TaskExecutor)?) {
    self.executor = executor
  }
}
