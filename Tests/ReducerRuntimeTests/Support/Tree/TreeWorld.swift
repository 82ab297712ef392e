import ReducerRuntime

/// A store with the objects that a program keeps, and a model: a separate value that ordinary functions change.
@MainActor
final class TreeWorld {
  /// A kept store, with the path to its state.
  struct Kept {
    let path: [TreeStep]
    let store: TreeStore
    /// Whether this state, or one above it, was scoped with one key path through an enum or a list. It is copied when
    /// it is read, and is not kept after its removal.
    var isCopied = false
    /// The value at the last check, or `nil` if it was absent.
    var last: TreeValue?
  }

  /// An observer of a kept store, with the value it last read.
  @MainActor
  final class Observer {
    let path: [TreeStep]
    private(set) var seen: TreeSummary?
    private var token: ObserveToken?

    init(_ kept: Kept) {
      path = kept.path
      token = observe { [weak self] in self?.seen = kept.store.summary }
      if seen == nil { seen = kept.store.summary }
    }
  }

  struct Rows {
    let stores:
      StoreCollection<
        IdentifiedArrayOf<TreeNode.State>, IdentifiedActionOf<TreeNode>, TreeNode.Action
      >
    let path: [TreeStep]
    let ids: [Int]
    let isCopied: Bool
  }

  private let queue = EffectQueue()
  private let signals = TreeSignals()
  private let elementIDs: StackElementIDGenerator
  private(set) var model: TreeNode.State
  var kept: [Kept] = []
  var observers: [Observer] = []
  var rows: [Rows] = []
  var copies: [(state: TreeNode.State, model: TreeNode.State)] = []

  /// Creates a store of `state`, which may share memory with the state of another store.
  ///
  /// - Parameter index: The number of earlier worlds. Stack elements get higher numbers than in those, so neither the
  ///   store nor the model has to skip numbers.
  init(_ state: TreeNode.State, model: TreeNode.State, index: Int) {
    self.model = model
    let firstID = (index + 1) * 1_000_000
    elementIDs = StackElementIDGenerator(first: firstID)
    let signals = signals
    let store = Store(
      initialState: state, reducer: { TreeNode() },
      withDependencies: {
        $0.treeSignals = signals
        $0.stackElementID = StackElementIDGenerator(first: firstID)
      }, effectExecutor: queue)
    kept = [Kept(path: [], store: .node(store))]
  }

  /// Creates a store of a node that is derived from `number`.
  convenience init(_ number: Int, index: Int) {
    // Created twice, because the model must not share memory with the store.
    func makeState() -> TreeNode.State {
      withDependencies {
        $0.stackElementID = StackElementIDGenerator()
      } operation: {
        TreeNode.State(number)
      }
    }
    self.init(makeState(), model: makeState(), index: index)
  }

  /// Changes the model like a store would: new elements of stacks get the same numbers.
  func change(_ operation: (inout TreeNode.State) -> Void) {
    withDependencies {
      $0.stackElementID = elementIDs
    } operation: {
      operation(&model)
    }
  }

  func drain() { queue.drain() }

  func tick() {
    signals.fireAll()
    queue.drain()
  }

  isolated deinit {
    observers = []
    rows = []
    kept = []
    queue.drain()
  }
}

extension TreeWorld {
  /// Compares each kept store, observer and copy with the model.
  ///
  /// - Parameter isExact: Whether a presented child must keep its state after removal. While copies of the state
  ///   keep the child alive, its store may show another state.
  func check(isExact: Bool) throws {
    for index in kept.indices { try check(index, isExact: isExact) }
    for observer in observers {
      guard let value = model.value(at: observer.path[...]) else { continue }
      guard observer.seen == value.summary else {
        throw TreeFailure("the observer of \(observer.path) was not notified")
      }
    }
  }

  private func check(_ index: Int, isExact: Bool) throws {
    let (path, store, last) = (kept[index].path, kept[index].store, kept[index].last)
    let shown = store.state
    let value = model.value(at: path[...])
    kept[index].last = value
    guard shown.isConsistent else { throw TreeFailure("the state at \(path) is mixed: \(shown)") }
    if let value {
      guard shown == value else {
        throw TreeFailure("the state at \(path) is \(shown) and not \(value)")
      }
      guard store.summary == value.summary else {
        throw TreeFailure("the properties at \(path) are \(store.summary)")
      }
    } else if let last, isExact, !kept[index].isCopied, isPresentedByRoot(path), shown != last {
      throw TreeFailure("the removed child at \(path) is \(shown) and was \(last)")
    }
  }

  /// Whether the root presents the child at `path`. A child that another node presents may stay alive: the store of
  /// that node keeps a copy of the node from the last request for the store.
  private func isPresentedByRoot(_ path: [TreeStep]) -> Bool {
    switch path.last {
    case .presented, .destinationLeaf, .destinationOther, .destinationNode: path.count == 1
    default: false
    }
  }
}

/// A difference between a store and its model.
struct TreeFailure: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}

// MARK: - Stores

/// The store of a feature in the tree.
enum TreeStore {
  case node(StoreOf<TreeNode>)
  case leaf(StoreOf<TreeLeaf>)
  case destination(StoreOf<TreeDestination>)

  init?(_ node: StoreOf<TreeNode>?) {
    guard let node else { return nil }
    self = .node(node)
  }

  init?(_ leaf: StoreOf<TreeLeaf>?) {
    guard let leaf else { return nil }
    self = .leaf(leaf)
  }

  @MainActor
  var state: TreeValue {
    switch self {
    case .node(let node): .node(node.state)
    case .leaf(let leaf): .leaf(leaf.state)
    case .destination(let destination): .destination(destination.state)
    }
  }

  @MainActor
  var summary: TreeSummary {
    switch self {
    case .node(let node): TreeSummary(node: node)
    case .leaf(let leaf): TreeSummary(leaf: leaf)
    case .destination(let destination): TreeSummary(destination: destination)
    }
  }
}

extension Store where State == TreeNode.State, Action == TreeNode.Action {
  /// Returns the store of the child at `step`, or `nil` if it is absent.
  ///
  /// - Parameter isNested: Whether to use a single key path to the child where two steps are also possible.
  func child(at step: TreeStep, isNested: Bool) -> TreeStore? {
    switch step {
    case .leaf: return .leaf(scope(state: \.leaf, action: \.leaf))
    case .optional: return TreeStore(scope(state: \.optional, action: \.optional))
    case .phase:
      if isNested { return TreeStore(scope(state: \.phase.leaf, action: \.phase.leaf)) }
      let phase: StoreOf<TreePhase> = scope(state: \.phase, action: \.phase)
      return TreeStore(phase.scope(state: \.leaf, action: \.leaf))
    case .presented: return TreeStore(scope(state: \.presented, action: \.presented.presented))
    case .destination:
      let destination = scope(state: \.destination, action: \.destination.presented)
      return destination.map { .destination($0) }
    case .destinationLeaf, .destinationOther, .destinationNode:
      return isNested ? nestedDestination(step) : destination(step)
    case .row(let id):
      if isNested { return TreeStore(scope(state: \.rows[id: id], action: \.rows[id: id])) }
      return TreeStore(scope(state: \.rows, action: \.rows).first { $0.state.id == id })
    case .element(let id):
      return TreeStore(scope(state: \.path[id: id], action: \.path[id: id]))
    }
  }

  private func destination(_ step: TreeStep) -> TreeStore? {
    let destination = scope(state: \.destination, action: \.destination.presented)
    return switch (destination?.case, step) {
    case (.leaf(let store), .destinationLeaf): .leaf(store)
    case (.other(let store), .destinationOther): .leaf(store)
    case (.node(let store), .destinationNode): .node(store)
    default: nil
    }
  }

  private func nestedDestination(_ step: TreeStep) -> TreeStore? {
    switch step {
    case .destinationLeaf:
      TreeStore(scope(state: \.destination?.leaf, action: \.destination.leaf))
    case .destinationOther:
      TreeStore(scope(state: \.destination?.other, action: \.destination.other))
    default: TreeStore(scope(state: \.destination?.node, action: \.destination.node))
    }
  }
}

/// Some properties of a feature in the tree.
struct TreeSummary: Equatable {
  var name: String
  var count = 0
  var rows: [Int] = []
  var elements: [Int] = []
  var presented: String?
  var destination: String?
  var children: [String?] = []
  var values: [Int: String] = [:]
}

extension TreeSummary {
  @MainActor
  init(node: some TreeProperties<TreeNode.State>) {
    self.init(
      name: node.content.name, count: node.content.numbers.count, rows: node.rows.map(\.id),
      elements: node.path.map(\.content.token.number),
      presented: node.presented?.content.name,
      destination: node.destination?.node?.content.name ?? node.destination?.leaf?.content.name,
      children: [
        node.leaf.content.name, node.optional?.content.name, node.phase.leaf?.content.name,
      ],
      values: node.values.mapValues(\.name))
  }

  @MainActor
  init(leaf: some TreeProperties<TreeLeaf.State>) {
    self.init(name: leaf.content.name, count: leaf.content.numbers.count)
  }

  @MainActor
  init(destination: some TreeProperties<TreeDestination.State>) {
    self.init(name: destination.name)
  }
}

extension TreeValue {
  @MainActor
  var summary: TreeSummary {
    switch self {
    case .node(let node): TreeSummary(node: TreeState(state: node))
    case .leaf(let leaf): TreeSummary(leaf: TreeState(state: leaf))
    case .destination(let destination): TreeSummary(destination: TreeState(state: destination))
    }
  }
}

/// The properties of a state, each read separately.
@MainActor
@dynamicMemberLookup
protocol TreeProperties<State> {
  associatedtype State
  subscript<Value>(dynamicMember keyPath: KeyPath<State, Value>) -> Value { get }
}

extension Store: TreeProperties {}

private struct TreeState<State>: TreeProperties {
  let state: State
  subscript<Value>(dynamicMember keyPath: KeyPath<State, Value>) -> Value {
    state[keyPath: keyPath]
  }
}
