/// One task of a store, which registers itself for waiting and cancellation.
@MainActor
final class RunningEffect {
  private let context: EffectContext
  /// All tasks of the store.
  private let storeTasks: EffectTasks
  private let completion: @MainActor () -> Void
  private var task: Task<Void, Never>?
  private var slots = (own: 0, all: 0)
  private var isFinished = false

  /// Creates a running effect.
  ///
  /// - Parameters:
  ///   - storeTasks: All tasks of the store.
  ///   - completion: Called when the effect has ended.
  init(
    _ context: EffectContext, _ storeTasks: EffectTasks, completion: @escaping @MainActor () -> Void
  ) {
    self.context = context
    self.storeTasks = storeTasks
    self.completion = completion
  }

  /// Registers `task` before it runs.
  func begin(_ task: Task<Void, Never>) {
    self.task = task
    context.tasks.begin()
    storeTasks.begin()
    slots = (context.tasks.insert(task), storeTasks.insert(task))
    for entry in context.entries { entry.insert(task) }
  }

  /// Returns whether the effect may still send. Reports `action` if the effect has ended.
  ///
  /// Checked here as well as by the task: an unstructured task that the effect started does not inherit the
  /// cancellation.
  func canSend<Action>(_ action: Action) -> Bool {
    guard !context.isCancelled else { return false }
    if isFinished {
      reportIssue("An action was sent by an effect that had completed: \(action)")
    }
    return true
  }

  /// Ends the effect after its task has completed.
  func finish() {
    isFinished = true
    context.tasks.remove(slots.own)
    storeTasks.remove(slots.all)
    if let task {
      for entry in context.entries { entry.remove(task) }
    }
    task = nil
    completion()
    context.tasks.end()
    storeTasks.end()
  }
}

/// The context of an effect: its task group, the child it belongs to and the registrations that can cancel it.
struct EffectContext {
  var tasks: EffectTasks
  /// The path of the child that the effect belongs to.
  var path: [PathComponent] = []
  /// The registrations that can cancel the effect.
  var entries: [CancellationTable.Entry] = []
  /// The dismissal of the nearest presented child that contains the effect, if any.
  var dismissal: Dismissal?

  @MainActor var isCancelled: Bool {
    tasks.isCancelled || entries.contains(where: \.isCancelled)
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
  /// - Returns: Whether it has completed already, so that the next one can begin.
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
