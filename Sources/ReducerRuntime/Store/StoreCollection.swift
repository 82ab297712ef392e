/// A collection of elements with identifiers, each of which can have a store.
public protocol _ScopableElements {
  associatedtype Element
  associatedtype ElementID: Hashable

  var count: Int { get }
  subscript(position: Int) -> Element { get }
  /// Returns the identifier of the element at `position`.
  func _id(at position: Int) -> ElementID
  /// Returns the current value of the element with the identifier `id`.
  func _element(_ id: ElementID) -> Element?
  /// Returns the address of the element with the identifier `id`, valid until the list is changed.
  func _locate(_ id: ElementID) -> UnsafePointer<Element>?
}

extension IdentifiedArray: _ScopableElements {
  public func _id(at position: Int) -> ID { ids[position] }
  public func _element(_ id: ID) -> Element? { self[id: id] }
  public func _locate(_ id: ID) -> UnsafePointer<Element>? {
    index(id: id).flatMap { index in
      elements.withUnsafeBufferPointer {
        $0.indices.contains(index) ? $0.baseAddress! + index : nil
      }
    }
  }
}

extension StackState: _ScopableElements {
  public func _id(at position: Int) -> StackElementID { ids[position] }
  public func _element(_ id: StackElementID) -> Element? { self[id: id] }
  public func _locate(_ id: StackElementID) -> UnsafePointer<Element>? { locate(id) }
}

/// The stores of the elements of a list or a stack, in order.
///
/// The collection has the elements from the time it was created; each store has the current state of its element.
/// Create it for each render: a collection that is retained during a change of the list causes a copy of the list.
///
/// - Complexity: Creating it and accessing a store O(1); returns the same store for the same identifier each time.
public struct StoreCollection<Elements: _ScopableElements, ListAction, Action>:
  RandomAccessCollection
{
  private let elements: Elements
  private let list: Store<Elements, ListAction>
  private let embed: @Sendable (Elements.ElementID, Action) -> ListAction

  @MainActor
  @usableFromInline
  init(
    _ list: Store<Elements, ListAction>,
    embed: @escaping @Sendable (Elements.ElementID, Action) -> ListAction
  ) {
    self.list = list
    self.embed = embed
    elements = list.state
    list.removableChildren.forgetElements(ifMoreThan: 2 * elements.count + 16) { [elements] id in
      (id.base as? Elements.ElementID).map { elements._element($0) != nil } ?? false
    }
  }

  public var startIndex: Int { 0 }
  public var endIndex: Int { elements.count }

  /// The store of the element at `position`. Main actor only, as all stores.
  public subscript(position: Int) -> Store<Elements.Element, Action> {
    // The requirements of `Collection` are nonisolated. The copy does not escape this call, and `assumeIsolated`
    // traps off the main actor's thread.
    nonisolated(unsafe) let collection = self
    return MainActor.assumeIsolated { collection.store(at: position) }
  }

  @MainActor
  private func store(at position: Int) -> Store<Elements.Element, Action> {
    let id = elements._id(at: position)
    let element = elements[position]
    let store = list.removableChildren.store(ChildStores.ID(place: .elements, identity: id)) {
      let last = LastState(element)
      return Store<Elements.Element, Action>(
        core: StoreCore(
          locator: ElementLocator<Elements>(id, in: list.core.locator), list: list.core,
          find: { $0._element(id) ?? last.state }, last: last, action: { [embed] in embed(id, $0) })
      )
    }
    store.core.last?.state = element
    return store
  }
}

extension StoreCore {
  /// Creates the core of an element of a list.
  ///
  /// - Parameter find: Returns the element, or its last state if it was removed.
  init<List, ListAction>(
    locator: StateLocator, list: StoreCore<List, ListAction>, find: @escaping (List) -> State,
    last: LastState<State>, action embed: @escaping (Action) -> ListAction
  ) {
    self.init(
      locator: locator, compute: { find(list.state) }, send: { list.send(embed($0)) },
      root: list.root, last: last)
  }
}

extension Store {
  /// Returns the stores of the rows of a list.
  ///
  /// ```swift
  /// for row in store.scope(state: \.rows, action: \.rows) { RowView(store: row) }
  /// ```
  ///
  /// For one row: `store.scope(state: \.rows[id: id], action: \.rows[id: id])`, which is `nil` if there is no such
  /// row.
  ///
  /// - Complexity: O(1), independent of the number of rows; returns the same store for the same row each time.
  @inlinable
  public func scope<ID: Hashable & Sendable, ElementState, ElementAction>(
    state toElements: KeyPath<State, IdentifiedArray<ID, ElementState>>,
    action toElementAction: KeyPath<
      Action.AllCasePaths, AnyCasePath<Action, IdentifiedAction<ID, ElementAction>>
    >
  ) -> StoreCollection<
    IdentifiedArray<ID, ElementState>, IdentifiedAction<ID, ElementAction>, ElementAction
  > where Action: CasePathable {
    let list: Store<IdentifiedArray<ID, ElementState>, IdentifiedAction<ID, ElementAction>> =
      scope(state: toElements, action: toElementAction)
    return StoreCollection(list) { .element(id: $0, action: $1) }
  }

  /// Returns the stores of the rows of a list, for a nested action.
  @_disfavoredOverload
  public func scope<ID: Hashable & Sendable, ElementState, ElementAction>(
    state toElements: KeyPath<State, IdentifiedArray<ID, ElementState>>,
    action toElementAction: CaseKeyPath<Action, IdentifiedAction<ID, ElementAction>>
  ) -> StoreCollection<
    IdentifiedArray<ID, ElementState>, IdentifiedAction<ID, ElementAction>, ElementAction
  > {
    let list: Store<IdentifiedArray<ID, ElementState>, IdentifiedAction<ID, ElementAction>> =
      scope(state: toElements, action: toElementAction)
    return StoreCollection(list) { .element(id: $0, action: $1) }
  }

  /// Returns the stores of the elements of a stack, the top one last.
  ///
  /// ```swift
  /// for screen in store.scope(state: \.path, action: \.path) {
  ///   switch screen.case {
  ///   case .detail(let store): DetailView(store: store)
  ///   case .settings(let store): SettingsView(store: store)
  ///   }
  /// }
  /// ```
  ///
  /// - Complexity: O(1); returns the same store for the same element each time.
  @inlinable
  public func scope<ElementState, ElementAction>(
    state toStack: KeyPath<State, StackState<ElementState>>,
    action toStackAction: KeyPath<
      Action.AllCasePaths, AnyCasePath<Action, StackAction<ElementState, ElementAction>>
    >
  ) -> StoreCollection<
    StackState<ElementState>, StackAction<ElementState, ElementAction>, ElementAction
  > where Action: CasePathable {
    let list: Store<StackState<ElementState>, StackAction<ElementState, ElementAction>> =
      scope(state: toStack, action: toStackAction)
    return StoreCollection(list) { .element(id: $0, action: $1) }
  }

  /// Returns the stores of the elements of a stack, the top one last, for a nested action.
  @_disfavoredOverload
  public func scope<ElementState, ElementAction>(
    state toStack: KeyPath<State, StackState<ElementState>>,
    action toStackAction: CaseKeyPath<Action, StackAction<ElementState, ElementAction>>
  ) -> StoreCollection<
    StackState<ElementState>, StackAction<ElementState, ElementAction>, ElementAction
  > {
    let list: Store<StackState<ElementState>, StackAction<ElementState, ElementAction>> =
      scope(state: toStack, action: toStackAction)
    return StoreCollection(list) { .element(id: $0, action: $1) }
  }
}

// MARK: - Stacks

extension Store {
  /// Returns the stores of a stack's elements, the top one last.
  ///
  /// - Complexity: O(1); returns the same store for the same element each time.
  public func elements<ElementState, ElementAction>()
    -> StoreCollection<State, Action, ElementAction>
  where State == StackState<ElementState>, Action == StackAction<ElementState, ElementAction> {
    StoreCollection(self) { .element(id: $0, action: $1) }
  }

  /// Pops the top element, if there is one.
  ///
  /// - Returns: The effects that this started, or `nil` if the stack is empty.
  @discardableResult
  public func pop<ElementState, ElementAction>() -> StoreTask?
  where State == StackState<ElementState>, Action == StackAction<ElementState, ElementAction> {
    withState { $0.ids.last }.map { send(.popFrom(id: $0)) }
  }
}
