/// The root of a tree of stores, which holds the state, reduces actions and runs effects.
@MainActor
@usableFromInline
final class RootCore<State, Action>: StoreRoot {
  /// The address of the only copy of the state, which reducers change in place.
  @usableFromInline let stateAddress: UnsafeMutablePointer<State>
  /// The observation key of the whole state, which changes when the state is replaced.
  private let identity = ObservationKey(location: ObservableStateID().location, slot: 0)
  @usableFromInline let reducer: ObservedReducer<State, Action>
  private let host: EffectHost

  // Accesses of the flags never overlap, so dynamic exclusivity checks are disabled.

  /// Whether a reducer is accessing the state.
  @exclusivity(unchecked) @usableFromInline var isChanging = false
  @exclusivity(unchecked) @usableFromInline var buffer: [BufferedAction] = []
  /// The buffer of reduced actions, which are released from here.
  @exclusivity(unchecked) @usableFromInline var reduced: [BufferedAction] = []
  /// Whether `buffer` is nonempty, which is cheaper to check.
  @exclusivity(unchecked) @usableFromInline var isBuffered = false

  @usableFromInline
  struct BufferedAction {
    @usableFromInline let action: Action
    @usableFromInline let tasks: EffectTasks

    @usableFromInline
    init(action: Action, tasks: EffectTasks) {
      self.action = action
      self.tasks = tasks
    }
  }

  /// Creates a root.
  ///
  /// - Parameters:
  ///   - effectExecutor: The executor for effects in place of the main actor's; a test store sets one that it can
  ///     drain.
  @usableFromInline
  init(
    initialState: State, reduce: @escaping ResolvedReducer<State, Action>,
    dependencies: DependencyValues, effectExecutor: (any TaskExecutor)?
  ) {
    stateAddress = .allocate(capacity: 1)
    stateAddress.initialize(to: initialState)
    reducer = ObservedReducer(reduce)
    host = EffectHost(executor: effectExecutor)
    super.init(dependencies: dependencies)
    StoreTracker.current?.record(self, effectExecutor)
  }

  /// Returns the address of the state, for reading.
  @inlinable
  func locate() -> UnsafePointer<State> {
    if isChanging { failReadDuringChange() }
    if ObservationActivity.isTracking { recordRead() }
    return UnsafePointer(stateAddress)
  }

  // These are not preconditions, because a release build does not print their messages.

  @usableFromInline
  func failReadDuringChange() -> Never {
    fatalError(
      """
      A store was read while a reducer was changing its state: by the reducer, or by the deinitializer of an object \
      that the reducer released. State is changed in place, so there is no copy from before the action to read.
      """)
  }

  private func failSendDuringRead() -> Never {
    fatalError(
      """
      An action was sent while a store was reading its state: by a property of the state, or by the hash or \
      comparison of an identifier. These run in the middle of a read and must not send actions.
      """)
  }

  @usableFromInline
  func recordRead() { identity.recordRead() }

  isolated deinit {
    tasks.cancel()
    stateAddress.deinitialize(count: 1)
    stateAddress.deallocate()
  }

  /// Reduces `action`, or queues it if an action is being reduced.
  ///
  /// - Parameter tasks: The group for the effects; `nil` creates a group if one is needed.
  /// - Returns: The active effects of `action`, or `nil` if there are none.
  @inlinable
  func send(_ action: Action, tasks: EffectTasks?) -> EffectTasks? {
    if !accesses.isEmpty { return sendLater(action, tasks: tasks) }
    accesses.beginSending()
    ObservationHub.shared.beginSend()
    var started = tasks
    process(action, tasks: &started)
    if isBuffered { drainBuffer() }
    while ObservationHub.shared.commitIfOutermost() {
      if isBuffered { drainBuffer() }
    }
    ObservationHub.shared.endSend()
    accesses.endSending()
    return started
  }

  @usableFromInline
  func sendLater(_ action: Action, tasks: EffectTasks?) -> EffectTasks {
    if !accesses.isSending { failSendDuringRead() }
    if ObservationHub.shared.isNotifying {
      reportIssue(
        "An action was sent while observers were being notified of a change. It will be reduced after that."
      )
    }
    let tasks = tasks ?? EffectTasks()
    enqueue(action, tasks)
    return tasks
  }

  @inlinable
  func enqueue(_ action: Action, _ tasks: EffectTasks) {
    buffer.append(BufferedAction(action: action, tasks: tasks))
    isBuffered = true
  }

  @inlinable
  func drainBuffer() {
    repeat {
      var index = 0
      while index < buffer.count {
        let next = buffer[index]
        index += 1
        var tasks: EffectTasks? = next.tasks
        process(next.action, tasks: &tasks)
      }
      // An object in a released action may send another action, which must not be added to the array being emptied.
      swap(&buffer, &reduced)
      reduced.removeAll(keepingCapacity: true)
    } while !buffer.isEmpty
    // Otherwise the two arrays would take turns, and both would have to grow.
    swap(&buffer, &reduced)
    isBuffered = false
  }

  /// Reduces `action` with the store's dependencies, not with those of the sender.
  @inlinable
  func process(_ action: Action, tasks: inout EffectTasks?) {
    let outer = RuntimeContext.beginReducing(with: dependencies)
    let effect = reduce(action)
    RuntimeContext.endReducing(outer)
    if !effect.isNone { perform(effect, tasks: &tasks) }
  }

  @inlinable
  @inline(__always)
  func reduce(_ action: Action) -> Effect<Action> {
    isChanging = true
    var isReplaced = false
    let effect = reducer(&stateAddress.pointee, action, isReplaced: &isReplaced)
    isChanging = false
    if isReplaced { didReplaceState() }
    return effect
  }

  @usableFromInline
  func didReplaceState() { ObservationHub.shared.changed(identity) }

  /// Runs the effect of an action.
  @inlinable
  func perform(_ effect: Effect<Action>, tasks: inout EffectTasks?) {
    // A cancellation starts nothing, so it needs no group.
    if case .cancel(let id) = effect.operation { return cancel(id) }
    let group = tasks ?? EffectTasks()
    tasks = group
    if case .send(let action) = effect.operation {
      if !group.isCancelled { enqueue(action, group) }
    } else {
      start(effect, tasks: group)
    }
  }

  @usableFromInline
  func cancel(_ id: CancelID) {
    host.root.cancel(id)
  }

  @usableFromInline
  func start(_ effect: Effect<Action>, tasks: EffectTasks) {
    start(effect, EffectContext(tasks, all: self.tasks, root: host.root)) {}
  }

  // MARK: - Effects

  private func start(
    _ effect: Effect<Action>, _ context: EffectContext,
    completion: @escaping @MainActor () -> Void
  ) {
    switch effect.operation {
    case .none:
      completion()

    case .send(let action):
      if !context.isCancelled { sendFromEffect(action, context) }
      completion()

    case .run(let run):
      startRun(run, context, completion: completion)

    case .merge(let effects):
      startAll(effects, context, completion: completion)

    case .concatenate(let effects):
      startSequentially(EffectSequence(effects), context, completion: completion)

    case .cancel(let id):
      context.feature.cancel(id)
      completion()

    case .cancelRemoved(let site, let isPresent):
      context.feature.cancelRemoved(site: site, isPresent: isPresent)
      completion()

    case .cancellable(let effect, let id, let cancelInFlight):
      if cancelInFlight { context.feature.cancel(id, except: context.groups) }
      if effect.isNone { return completion() }
      let cancellable = context.feature.register(id)
      var context = context
      context.groups.append(cancellable.tasks)
      start(effect, context) {
        cancellable.unregister()
        completion()
      }

    case .child(let effect, let component, let children, let dismiss):
      var context = context
      let feature = context.feature.begin(component)
      context.feature = feature
      if let dismiss {
        context.dismissal = Dismissal { [weak self, context] in
          if !feature.isCancelled { self?.sendFromEffect(dismiss(), context) }
        }
      }
      children.begin(component.identity)
      start(effect.resolve { $0 }, context) {
        feature.end()
        children.end()
        completion()
      }
    }
  }

  private func startAll(
    _ effects: [Effect<Action>], _ context: EffectContext,
    completion: @escaping @MainActor () -> Void
  ) {
    var remaining = effects.count
    for effect in effects {
      start(effect, context) {
        remaining -= 1
        if remaining == 0 { completion() }
      }
    }
  }

  private func startSequentially(
    _ sequence: EffectSequence<Action>, _ context: EffectContext,
    completion: @escaping @MainActor () -> Void
  ) {
    // This is a loop, because recursion could overflow the stack: most effects complete while they are being started.
    while let effect = sequence.begin(), !context.isCancelled {
      start(effect, context) { [weak self] in
        guard sequence.end() else { return }
        guard let self else { return completion() }
        startSequentially(sequence, context, completion: completion)
      }
      guard sequence.didStart() else { return }
    }
    completion()
  }

  private func startRun(
    _ run: RunEffect<Action>, _ context: EffectContext,
    completion: @escaping @MainActor () -> Void
  ) {
    guard !context.isCancelled else { return completion() }
    let running = RunningEffect(context, completion: completion)
    let send = Send<Action> { [weak self] action in
      guard running.canSend(action) else { return }
      self?.sendFromEffect(action, context)
    }
    let site = EffectSite(host, context.feature, dismissal: context.dismissal)
    // A task captures the dependencies of the context in which it is created. Overriding them inside the operation
    // would leave the operation's actor.
    let task = EffectSite.$current.withValue(site) {
      DependencyValues.$taskLocal.withValue(run.dependencies) {
        if let executor = host.executor {
          Task(name: run.name, executorPreference: executor, priority: run.priority) {
            await run.operation(send)
            await running.finish()
          }
        } else {
          Task(name: run.name, priority: run.priority) { @MainActor in
            await run.operation(send)
            running.finish()
          }
        }
      }
    }
    running.begin(task)
  }

  private func sendFromEffect(_ action: Action, _ context: EffectContext) {
    _ = send(action, tasks: context.tasks)
  }
}
