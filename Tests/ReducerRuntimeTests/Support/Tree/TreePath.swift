import ReducerRuntime

/// A step from a node to one of its children.
enum TreeStep: Hashable {
  case leaf, optional, phase
  case presented, destination
  case destinationLeaf, destinationOther, destinationNode
  case row(Int)
  case element(StackElementID)

  /// Whether one key path through an enum or a list can name the child, instead of two steps.
  var canBeNested: Bool {
    switch self {
    case .phase, .destinationLeaf, .destinationOther, .destinationNode, .row: true
    case .leaf, .optional, .presented, .destination, .element: false
    }
  }
}

/// The state of a feature in the tree.
enum TreeValue: Equatable {
  case node(TreeNode.State)
  case leaf(TreeLeaf.State)
  case destination(TreeDestination.State)

  var isConsistent: Bool {
    switch self {
    case .node(let node): node.isConsistent
    case .leaf(let leaf): leaf.isConsistent
    case .destination(let destination): destination.isConsistent
    }
  }
}

extension TreeNode.State {
  /// Returns the value at `path`, or `nil` if there is none. Searches lists from the beginning, because the index of
  /// a list is under test.
  func value(at path: ArraySlice<TreeStep>) -> TreeValue? {
    guard let step = path.first else { return .node(self) }
    let rest = path.dropFirst()
    return switch step {
    case .leaf: .leaf(leaf)
    case .optional: optional.map { .leaf($0) }
    case .phase: phase.leaf.map { .leaf($0) }
    case .presented: presented?.value(at: rest)
    case .destination: destination.map { .destination($0) }
    case .destinationLeaf: destination?.leaf.map { .leaf($0) }
    case .destinationOther: destination?.other.map { .leaf($0) }
    case .destinationNode: destination?.node?.value(at: rest)
    case .row(let id): rows.first { $0.id == id }?.value(at: rest)
    case .element(let id): element(id).map { .leaf($0) }
    }
  }

  private func element(_ id: StackElementID) -> TreeLeaf.State? {
    path.ids.firstIndex(of: id).map { path[$0] }
  }

  /// Changes the node at `path`, if there is one.
  mutating func changeNode(
    at path: ArraySlice<TreeStep>, _ change: (inout TreeNode.State) -> Void
  ) {
    guard let step = path.first else { return change(&self) }
    let rest = path.dropFirst()
    switch step {
    case .presented: presented?.changeNode(at: rest, change)
    case .destinationNode:
      if case .node(var node) = destination {
        node.changeNode(at: rest, change)
        destination = .node(node)
      }
    case .row(let id):
      if let index = rows.firstIndex(where: { $0.id == id }) {
        rows[index].changeNode(at: rest, change)
      }
    default: break
    }
  }

  /// Changes the leaf at `path`, if there is one.
  mutating func changeLeaf(
    at path: ArraySlice<TreeStep>, _ change: (inout TreeLeaf.State) -> Void
  ) {
    guard let step = path.last else { return }
    changeNode(at: path.dropLast()) { $0.changeLeaf(at: step, change) }
  }

  private mutating func changeLeaf(
    at step: TreeStep, _ change: (inout TreeLeaf.State) -> Void
  ) {
    switch step {
    case .leaf: change(&leaf)
    case .optional: if optional != nil { change(&optional!) }
    case .phase:
      if case .leaf(var leaf) = phase {
        change(&leaf)
        phase = .leaf(leaf)
      }
    case .destinationLeaf:
      if case .leaf(var leaf) = destination {
        change(&leaf)
        destination = .leaf(leaf)
      }
    case .destinationOther:
      if case .other(var leaf) = destination {
        change(&leaf)
        destination = .other(leaf)
      }
    case .element(let id): path.ids.firstIndex(of: id).map { change(&path[$0]) }
    default: break
    }
  }
}
