/// Where an effect stands: whose task it is, which child's, and by what it can be cancelled.
struct EffectContext {
  var tasks: EffectTasks
  /// What was in force, over the store's own, for the action it came of.
  var dependencies: DependencyValues?
  var path: [PathComponent] = []
  var entries: [CancellationTable.Entry] = []
  /// Dismisses the presented child that is nearest above it.
  var dismissal: Dismissal?

  @MainActor var isCancelled: Bool {
    tasks.isCancelled || entries.contains(where: \.isCancelled)
  }
}
