import ReducerRuntime

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

  /// Some properties, each read through the store by itself.
  @MainActor
  var summary: TreeSummary {
    switch self {
    case .node(let node):
      TreeSummary(
        name: node.content.name, count: node.content.numbers.count, rows: node.rows.map(\.id),
        elements: node.path.map(\.content.token.number),
        presented: node.presented?.content.name,
        destination: node.destination?.node?.content.name ?? node.destination?.leaf?.content.name,
        children: [
          node.leaf.content.name, node.optional?.content.name, node.phase.leaf?.content.name,
        ],
        values: node.values.mapValues(\.name))
    case .leaf(let leaf):
      TreeSummary(name: leaf.content.name, count: leaf.content.numbers.count)
    case .destination(let destination): TreeSummary(name: destination.name, count: 0)
    }
  }
}

/// Some properties of a feature in the tree.
struct TreeSummary: Equatable {
  var name: String
  var count: Int
  var rows: [Int] = []
  var elements: [Int] = []
  var presented: String?
  var destination: String?
  var children: [String?] = []
  var values: [Int: String] = [:]
}

extension TreeValue {
  var summary: TreeSummary {
    switch self {
    case .node(let node):
      TreeSummary(
        name: node.content.name, count: node.content.numbers.count, rows: node.rows.map(\.id),
        elements: node.path.map(\.content.token.number),
        presented: node.presented?.content.name,
        destination: node.destination?.node?.content.name ?? node.destination?.leaf?.content.name,
        children: [
          node.leaf.content.name, node.optional?.content.name, node.phase.leaf?.content.name,
        ],
        values: node.values.mapValues(\.name))
    case .leaf(let leaf):
      TreeSummary(name: leaf.content.name, count: leaf.content.numbers.count)
    case .destination(let destination): TreeSummary(name: destination.name, count: 0)
    }
  }
}

extension Store where State == TreeNode.State, Action == TreeNode.Action {
  /// Returns the store of the child at `step`, or `nil` if it is absent.
  ///
  /// - Parameter isNested: Whether to name the child in one key path where there are two ways.
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
