import ReducerRuntime

/// A recursive feature with a child of each kind.
@Reducer
struct TreeNode {
  @ObservableState
  struct State: Equatable, Identifiable {
    let id: Int
    var content: TreeContent
    var leaf: TreeLeaf.State
    var optional: TreeLeaf.State?
    @Presents var presented: TreeNode.State?
    @Presents var destination: TreeDestination.State?
    var phase: TreePhase.State
    var rows: IdentifiedArrayOf<TreeNode.State> = []
    var path = StackState<TreeLeaf.State>()
    var values: [Int: TreeContent] = [:]

    /// Creates a node whose content and children are derived from `number`.
    ///
    /// - Parameter depth: The number of levels of nodes below it.
    init(_ number: Int, depth: Int = 2) {
      id = number % TreeNode.idCount
      content = TreeContent(number)
      leaf = TreeLeaf.State(number + 1)
      optional = number & 16 == 0 ? nil : TreeLeaf.State(number + 2)
      phase = TreePhase.State(number)
      values = [number % 4: TreeContent(number + 3)]
      for offset in 0..<number % 3 { path.append(TreeLeaf.State(number + offset)) }
      guard depth > 0 else { return }
      presented = number & 32 == 0 ? nil : State(number / 3, depth: depth - 1)
      destination = TreeDestination.State(number, depth: depth - 1)
      for divisor in 2..<2 + number % 4 { rows.append(State(number / divisor, depth: depth - 1)) }
    }
  }

  indirect enum Action {
    case change(TreeChange)
    case leaf(TreeLeaf.Action)
    case optional(TreeLeaf.Action)
    case presented(PresentationAction<TreeNode.Action>)
    case destination(PresentationAction<TreeDestination.Action>)
    case phase(TreePhase.Action)
    case rows(IdentifiedActionOf<TreeNode>)
    case path(StackActionOf<TreeLeaf>)
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.leaf, action: \.leaf) { TreeLeaf() }
    Scope(state: \.phase, action: \.phase) { TreePhase() }
    Reduce { state, action in
      if case .change(let change) = action { state.apply(change) }
      return .none
    }
    .ifLet(\.optional, action: \.optional) { TreeLeaf() }
    .ifLet(\.$presented, action: \.presented) { TreeNode() }
    .ifLet(\.$destination, action: \.destination)
    .forEach(\.rows, action: \.rows) { TreeNode() }
    .forEach(\.path, action: \.path) { TreeLeaf() }
  }

  /// The number of different identifiers. Small, so that children with an earlier identifier are inserted again.
  static let idCount = 12

  /// Returns a number near `number` from which a state with the identifier `id` is made.
  static func number(_ number: Int, withID id: Int) -> Int { number / idCount * idCount + id }
}

@Reducer(state: .equatable)
enum TreeDestination {
  case leaf(TreeLeaf)
  case other(TreeLeaf)
  case node(TreeNode)
  @ReducerCaseIgnored case text(String)
}

extension TreeDestination.State {
  /// Creates the case for `number`. For some numbers there is none.
  init?(_ number: Int, depth: Int) {
    switch number / 2 % 6 {
    case 0: self = .leaf(TreeLeaf.State(number))
    case 1: self = .other(TreeLeaf.State(number))
    case 2, 3: self = .node(TreeNode.State(number / 2, depth: depth))
    case 4: self = .text("the text made from number \(number)")
    default: return nil
    }
  }

  var isConsistent: Bool {
    switch self {
    case .leaf(let leaf), .other(let leaf): leaf.isConsistent
    case .node(let node): node.isConsistent
    case .text(let text): text.hasPrefix("the text made from number ")
    }
  }

  /// The name of its content.
  var name: String {
    switch self {
    case .leaf(let leaf), .other(let leaf): leaf.content.name
    case .node(let node): node.content.name
    case .text(let text): text
    }
  }
}

/// A feature in the case of an enum that is not presented.
@Reducer
struct TreePhase {
  @CasePathable
  @dynamicMemberLookup
  @ObservableState
  enum State: Equatable {
    case off
    case leaf(TreeLeaf.State)
    case content(TreeContent)

    init(_ number: Int) {
      switch number % 4 {
      case 0: self = .off
      case 1, 2: self = .leaf(TreeLeaf.State(number))
      default: self = .content(TreeContent(number))
      }
    }
  }

  enum Action {
    case leaf(TreeLeaf.Action)
  }

  var body: some ReducerOf<Self> {
    EmptyReducer().ifCaseLet(\.leaf, action: \.leaf) { TreeLeaf() }
  }
}
