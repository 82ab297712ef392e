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
