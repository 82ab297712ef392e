import ReducerRuntime

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

/// The properties of a state, each read by itself.
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
