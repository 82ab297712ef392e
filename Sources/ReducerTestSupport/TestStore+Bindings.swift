import ReducerRuntime

extension TestStore where Action: BindableAction, Action.State == State {
  /// The bindings of the state's properties, as in a view: `store.bindings.name.wrappedValue = "Ada"`.
  public var bindings: TestStoreBindings<State, Action> {
    TestStoreBindings(store: self) { $0 }
  }
}

extension TestStore where Action: CasePathable {
  /// Returns the bindings of the state's properties, for a view whose actions are in one case:
  /// `store.bindings(action: \.view)`.
  public func bindings<ViewAction: BindableAction>(
    action toViewAction: CaseKeyPath<Action, ViewAction>
  ) -> TestStoreBindings<State, ViewAction> where ViewAction.State == State {
    let embed = AnyCasePath(toViewAction).embed
    return TestStoreBindings(store: self) { embed($0) }
  }
}

/// The bindings of a test store, as a view would have them. Setting one sends its action without asserting anything.
@MainActor
@dynamicMemberLookup
public struct TestStoreBindings<State, ViewAction: BindableAction> where ViewAction.State == State {
  private let read: @MainActor () -> State
  private let send: @MainActor (ViewAction) -> Void

  init<Action>(
    store: TestStore<State, Action>, embed: @escaping @MainActor (ViewAction) -> Action
  ) {
    read = { store.state }
    send = { store.sendUnasserted(embed($0)) }
  }

  public subscript<Value: Equatable & Sendable>(
    dynamicMember keyPath: WritableKeyPath<State, Value>
  ) -> Binding<Value> {
    // The key path of a member captures nothing, so it is safe to send.
    let sendable = unsafeBitCast(
      keyPath, to: (any WritableKeyPath<State, Value> & Sendable).self)
    return Binding(get: { read()[keyPath: keyPath] }, set: { send(.set(sendable, $0)) })
  }
}

extension TestStore {
  /// Sends an action and accepts the resulting state as asserted.
  func sendUnasserted(_ action: Action) {
    isFinished = false
    log.isSending = true
    log.sent = nil
    log.activeEffects.append(.init(action: action, task: store.send(action)))
    queue.drain()
    if let entry = log.sent { acceptState([entry]) }
  }
}
