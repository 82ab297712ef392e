import ReducerRuntime
import Synchronization

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
    /// - Parameter depth: The number of levels below the node.
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

  /// The number of different identifiers. It is small, so that identifiers are reused.
  static let idCount = 12

  /// Returns a number near `number` that creates a state with the identifier `id`.
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
  /// Creates the case for `number`, or returns `nil` for some numbers.
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

  /// The name of the current case's content.
  var name: String {
    switch self {
    case .leaf(let leaf), .other(let leaf): leaf.content.name
    case .node(let node): node.content.name
    case .text(let text): text
    }
  }
}

/// An enum that is not presented, with a feature in one of its cases.
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

// MARK: - Paths

/// A step from a node to one of its children.
enum TreeStep: Hashable {
  case leaf, optional, phase
  case presented, destination
  case destinationLeaf, destinationOther, destinationNode
  case row(Int)
  case element(StackElementID)

  /// Whether the child can be scoped with one key path through an enum or a list, instead of in two scopes.
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
  /// Returns the value at `path`, or `nil` if there is none. Searches lists from the start, because the tests check
  /// the lists' index of identifiers.
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

// MARK: - Leaves

/// A feature without children.
@Reducer
struct TreeLeaf {
  @ObservableState
  struct State: Equatable, Identifiable {
    let id: Int
    var content: TreeContent

    init(_ number: Int) {
      id = number % TreeNode.idCount
      content = TreeContent(number)
    }

    mutating func apply(_ change: Change) {
      switch change {
      case .replaceContent(let number): content = TreeContent(number)
      case .append: content.append()
      case .reset(let number): self = Self(TreeNode.number(number, withID: id))
      }
    }

    var isConsistent: Bool { content.isConsistent }
  }

  enum Change {
    case replaceContent(Int)
    case append
    case reset(Int)
  }

  enum Action {
    case change(Change)
    case start
    case stop
    case ticked
  }

  enum CancelID { case ticks }
  @Dependency(\.treeSignals) var signals

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .change(let change): state.apply(change)
      case .start:
        return .run { [signal = signals.make(), token = state.content.token] send in
          for await _ in signal.stream {
            if token.number >= 0 { await send(.ticked) }
          }
        }
        .cancellable(id: CancelID.ticks)
      case .stop: return .cancel(id: CancelID.ticks)
      case .ticked:
        // Writes in place without a change of the value: the model does not know which effects are active.
        state.content.numbers.append(0)
        state.content.numbers.removeLast()
      }
      return .none
    }
  }
}

/// The signals of all effects that leaves have started.
final class TreeSignals: DependencyKey, Sendable {
  private let signals = LockIsolated<[Signal]>([])

  static let liveValue = TreeSignals()
  static var testValue: TreeSignals { TreeSignals() }

  func make() -> Signal {
    let signal = Signal()
    signals.withValue { $0.append(signal) }
    return signal
  }

  func fireAll() { signals.withValue { $0.forEach { $0.fire() } } }
}

extension DependencyValues {
  var treeSignals: TreeSignals {
    get { self[TreeSignals.self] }
    set { self[TreeSignals.self] = newValue }
  }
}

/// A value whose parts are on the heap and derived from one number, so that stale or mixed reads are detected.
struct TreeContent: Equatable, Sendable {
  var name: String
  var numbers: [Int]
  var token: CountedToken

  init(_ number: Int) {
    name = Self.name(number)
    numbers = Array(repeating: number, count: 1 + number % 5)
    token = CountedToken(number)
  }

  /// Changes the array in place.
  mutating func append() {
    if numbers.count > 8 { numbers.removeFirst(7) }
    numbers.append(token.number)
  }

  /// Whether all parts are derived from the same number.
  var isConsistent: Bool {
    name == Self.name(token.number) && numbers.allSatisfy { $0 == token.number }
  }

  // Longer than the strings that Swift stores without allocating.
  private static func name(_ number: Int) -> String { "the content made from number \(number)" }
}

/// A counted object in a state, so that a test detects an object that is never released, or is released twice.
final class CountedToken: Equatable, Sendable {
  let number: Int

  private static let live = Atomic<Int>(0)

  /// The number of living objects.
  static var liveCount: Int { live.load(ordering: .sequentiallyConsistent) }

  init(_ number: Int) {
    self.number = number
    Self.live.add(1, ordering: .sequentiallyConsistent)
  }

  deinit { Self.live.subtract(1, ordering: .sequentiallyConsistent) }

  static func == (lhs: CountedToken, rhs: CountedToken) -> Bool { lhs.number == rhs.number }
}
