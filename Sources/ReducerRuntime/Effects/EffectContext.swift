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
