/// Elements that are known by identifiers, and of which each can have a store.
public protocol _ScopableElements {
  associatedtype Element
  associatedtype ElementID: Hashable

  var count: Int { get }
  subscript(position: Int) -> Element { get }
  /// The identifier of the element at `position`.
  func _id(at position: Int) -> ElementID
  /// The element known as `id`, as it is now.
  func _element(_ id: ElementID) -> Element?
  /// Where the element known as `id` lies, until the list is changed.
  func _locate(_ id: ElementID) -> UnsafePointer<Element>?
}

extension IdentifiedArray: _ScopableElements {
  public func _id(at position: Int) -> ID { self[position][keyPath: identify] }
  public func _element(_ id: ID) -> Element? { self[id: id] }
  public func _locate(_ id: ID) -> UnsafePointer<Element>? {
    index(id: id).flatMap { index in
      elements.withUnsafeBufferPointer { $0.baseAddress.map { $0 + index } }
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
/// It shows the elements that were there when it was made, each as it is now. Made anew in each render, it costs
/// nothing; kept over a change of the list, it has the list copied once.
///
/// - Complexity: Making it and reaching a store O(1); the same store for the same identifier each time.
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
    list.children.forgetElements(ifMoreThan: 2 * elements.count + 16) { [elements] id in
      (id.base as? Elements.ElementID).map { elements._element($0) != nil } ?? false
    }
  }

  public var startIndex: Int { 0 }
  public var endIndex: Int { elements.count }

  /// The store of the element at `position`. Main actor only, as all stores.
  public subscript(position: Int) -> Store<Elements.Element, Action> {
    // A collection's requirements belong to no actor. This one is handed to nobody: it is used before this returns, on
    // the thread that called, and `assumeIsolated` stops the program where that is not the main actor's.
    nonisolated(unsafe) let collection = self
    return MainActor.assumeIsolated { collection.store(at: position) }
  }

  @MainActor
  private func store(at position: Int) -> Store<Elements.Element, Action> {
    let id = elements._id(at: position)
    return list.children.store(ChildStores.ID(place: .elements, identity: id)) {
      // Shown by whoever keeps the store after the element has gone.
      let last = elements[position]
      return Store(
        core: StoreCore(
          locator: ElementLocator<Elements>(id, in: list.core.locator), list: list.core,
          find: { $0._element(id) ?? last }, action: { [embed] in embed(id, $0) }))
    }
  }
}

extension StoreCore {
  /// The core of an element of a list.
  ///
  /// - Parameter find: The element, or what is shown when it has gone.
  init<List, ListAction>(
    locator: StateLocator, list: StoreCore<List, ListAction>, find: @escaping (List) -> State,
    action embed: @escaping (Action) -> ListAction
  ) {
    self.init(
      locator: locator, compute: { find(list.state) }, send: { list.send(embed($0)) },
      root: list.root)
  }
}

extension Store {
  /// The stores of the rows of a list.
  ///
  /// ```swift
  /// for row in store.scope(state: \.rows, action: \.rows) { RowView(store: row) }
  /// ```
  ///
  /// One row's store: `store.scope(state: \.rows[id: id], action: \.rows[id: id])`, `nil` where there is no such row.
  ///
  /// - Complexity: O(1), however many rows there are; the same store for the same row each time.
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

  /// As above, for an action further in.
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

  /// The stores of the elements of a stack, the one in front last.
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
  /// - Complexity: O(1); the same store for the same element each time.
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

  /// As above, for an action further in.
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
