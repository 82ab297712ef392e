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
