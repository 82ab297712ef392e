/// One task of a store, with those who wait for it and those who may cancel it.
@MainActor
final class RunningEffect {
  private let context: EffectContext
  /// Every task of the store.
  private let all: EffectTasks
  private let completion: @MainActor () -> Void
  private var task: Task<Void, Never>?
  private var slots = (own: 0, all: 0)
  private var isFinished = false

  /// - Parameters:
  ///   - all: Every task of the store.
  ///   - completion: What follows when the effect has ended.
  init(_ context: EffectContext, _ all: EffectTasks, completion: @escaping @MainActor () -> Void) {
    self.context = context
    self.all = all
    self.completion = completion
  }

  /// Notes that `task` is under way; it has not run yet.
  func begin(_ task: Task<Void, Never>) {
    self.task = task
    context.tasks.begin()
    all.begin()
    slots = (context.tasks.insert(task), all.insert(task))
    for entry in context.entries { entry.insert(task) }
  }

  /// Whether what the effect sends is still wanted; reports `action` where the effect has ended.
  ///
  /// Seen here as well as by the task: a task that the effect started without structure would not know.
  func maySend<Action>(_ action: Action) -> Bool {
    guard !context.isCancelled else { return false }
    if isFinished {
      reportIssue("An action was sent by an effect that had completed: \(action)")
    }
    return true
  }

  /// The task has done all it had to do.
  func finish() {
    isFinished = true
    context.tasks.remove(slots.own)
    all.remove(slots.all)
    if let task {
      for entry in context.entries { entry.remove(task) }
    }
    task = nil
    completion()
    context.tasks.end()
    all.end()
  }
}
