/// A collection of elements with identifiers, each of which can have a store.
public protocol _ScopableElements {
  associatedtype Element
  associatedtype ElementID: Hashable

  /// The identifiers, in the order of the elements.
  var ids: IdentifiedIDs<ElementID> { get }
  var _elements: [Element] { get }
}

extension _ScopableElements {
  /// Returns the address of the element with the identifier `id`, valid until the list is changed.
  fileprivate func locate(_ id: ElementID) -> UnsafePointer<Element>? {
    ids.positions[id].flatMap { index in
      _elements.withUnsafeBufferPointer {
        $0.indices.contains(index) ? $0.baseAddress! + index : nil
      }
    }
  }
}

extension IdentifiedArray: _ScopableElements {
  public var _elements: [Element] { storage }
}

extension StackState: _ScopableElements {
  public var _elements: [Element] { elements }
}

/// The stores of the elements of a list or a stack, in order.
///
/// The collection has the elements that existed at its creation; each store has the current state of its element.
/// Create a collection for each render: changing a list while its collection is retained copies the list.
///
/// - Complexity: O(1) to create it and to access a store; returns the same store for the same identifier each time.
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
    list.removableChildren.forgetElements(ifMoreThan: 2 * endIndex + 16) {
      [ids = elements.ids] id in
      (id.base as? Elements.ElementID).map { ids.contains($0) } ?? false
    }
  }

  public var startIndex: Int { 0 }
  public var endIndex: Int { elements.ids.count }

  /// The store of the element at `position`. It can only be read on the main actor, like all stores.
  public subscript(position: Int) -> Store<Elements.Element, Action> {
    // The requirements of `Collection` are nonisolated. The copy does not escape this call, and `assumeIsolated`
    // traps off the main actor's thread.
    nonisolated(unsafe) let collection = self
    return MainActor.assumeIsolated { collection.store(at: position) }
  }

  @MainActor
  private func store(at position: Int) -> Store<Elements.Element, Action> {
    let id = elements.ids[position]
    let element = elements._elements[position]
    let store = list.removableChildren.store(ChildStores.ID(place: .elements, identity: id)) {
      Store<Elements.Element, Action>(
        core: StoreCore(
          parent: list.core, locator: ElementLocator<Elements>(id, in: list.core.locator),
          last: element, action: { [embed] in embed(id, $0) },
          find: { [list = list.core] in
            let elements = list.state
            return elements.ids.positions[id].map { elements._elements[$0] }
          }))
    }
    store.core.last?.state = element
    return store
  }
}

/// A locator of an element of a list.
private final class ElementLocator<List: _ScopableElements>: StateLocator {
  private let list: StateLocator
  private let id: List.ElementID

  init(_ id: List.ElementID, in list: StateLocator) {
    self.id = id
    self.list = list
    super.init(list.accesses)
  }

  override func locate() -> UnsafeRawPointer? {
    list.locate().flatMap { list in
      list.assumingMemoryBound(to: List.self).pointee.locate(id).map { UnsafeRawPointer($0) }
    }
  }

  override func isRemoved() -> Bool {
    list.isRemoved() || list.locate() != nil && locate() == nil
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
