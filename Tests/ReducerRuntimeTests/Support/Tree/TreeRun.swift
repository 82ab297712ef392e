import ReducerRuntime
import SystemTestSupport

/// Random steps with trees of stores, reproducible from a seed.
@MainActor
final class TreeRun {
  private var random: Random
  private var worlds: [TreeWorld] = []
  private var worldCount = 0
  /// Whether all stores were read after the last step.
  private var wasChecked = false

  init(seed: UInt64) {
    random = Random(state: seed &* 0x9E37_79B9_7F4A_7C15)
    worlds = [TreeWorld(number(), index: 0)]
  }

  private func number() -> Int { Int(random.next() >> 40) }
  private func number(below limit: Int) -> Int { number() % limit }

  /// Returns `true` with a probability of one in `count`.
  private func once(in count: Int) -> Bool { number(below: count) == 0 }

  /// Takes a step. Usually compares all stores with their models, but not always, so that stores are read after
  /// several changes, too.
  func step() throws {
    let world = worlds[number(below: worlds.count)]
    let isExact =
      wasChecked && worlds.count == 1 && world.copies.isEmpty && world.rows.isEmpty
    switch number(below: 24) {
    case 0...6: sendToNode(in: world)
    case 7...9: sendToLeaf(in: world)
    case 10: dismiss(in: world)
    case 11: world.tick()
    case 12...16: try scope(in: world)
    case 17: release(in: world)
    case 18: try copy(in: world)
    case 19: observe(in: world)
    case 20, 21: try list(in: world)
    case 22: if once(in: 4) { releaseCopies() }
    default: if once(in: 16) || nodes(in: world).isEmpty { changeWorlds(world) }
    }
    world.drain()
    wasChecked = !once(in: 3)
    if wasChecked {
      for world in worlds { try world.check(isExact: isExact) }
    }
  }

  // MARK: - Actions

  private typealias Node = (path: [TreeStep], store: StoreOf<TreeNode>, isCopied: Bool)

  private func nodes(in world: TreeWorld) -> [Node] {
    world.kept.compactMap {
      if case .node(let store) = $0.store { ($0.path, store, $0.isCopied) } else { nil }
    }
  }

  private func sendToNode(in world: TreeWorld) {
    let nodes = nodes(in: world)
    guard !nodes.isEmpty else { return }
    let (path, store, _) = nodes[number(below: nodes.count)]
    let change = change()
    store.send(.change(change))
    world.change { $0.changeNode(at: path[...]) { $0.apply(change) } }
  }

  private func change() -> TreeChange {
    let (some, other) = (number(), number())
    return switch number(below: 24) {
    case 0: .replaceContent(some)
    case 1: .append
    case 2: .reset(some)
    case 3: .setLeaf(some)
    case 4: .setOptional(once(in: 3) ? nil : some)
    case 5: .setPhase(some)
    case 6, 7: .present(once(in: 2) ? nil : some)
    case 8, 9, 10: .presentDestination(some)
    case 11: .changePresented(some)
    case 12: .changeDestination(some)
    case 13, 14: .insertRow(some, at: other)
    case 15: .replaceRow(some, at: other)
    case 16: .removeRow(at: other)
    case 17: .moveRows(some)
    case 18: .changeRow(at: other)
    case 19: .push(some)
    case 20: .replaceElement(some, at: other)
    case 21: .removeElement(at: other)
    case 22: .swapElements(some)
    default: once(in: 2) ? .setValue(some) : .removeValue(some)
    }
  }

  private func sendToLeaf(in world: TreeWorld) {
    let leaves: [(path: [TreeStep], store: StoreOf<TreeLeaf>)] = world.kept.compactMap {
      if case .leaf(let store) = $0.store { ($0.path, store) } else { nil }
    }
    guard !leaves.isEmpty else { return }
    let (path, store) = leaves[number(below: leaves.count)]
    if once(in: 3) {
      store.send(once(in: 4) ? .stop : .start)
    } else {
      let number = number()
      let change: TreeLeaf.Change =
        switch number % 3 {
        case 0: .append
        case 1: .replaceContent(number)
        default: .reset(number)
        }
      store.send(.change(change))
      world.change { $0.changeLeaf(at: path[...]) { $0.apply(change) } }
    }
  }

  /// Removes a child with an action of its operator.
  private func dismiss(in world: TreeWorld) {
    let nodes = nodes(in: world)
    guard !nodes.isEmpty else { return }
    let (path, store, _) = nodes[number(below: nodes.count)]
    switch number(below: 3) {
    case 0:
      store.send(.presented(.dismiss))
      world.change { $0.changeNode(at: path[...]) { $0.presented = nil } }
    case 1:
      store.send(.destination(.dismiss))
      world.change { $0.changeNode(at: path[...]) { $0.destination = nil } }
    default:
      guard case .node(let node) = world.model.value(at: path[...]), !node.path.isEmpty
      else { return }
      let id = node.path.ids[number(below: node.path.count)]
      store.send(.path(.popFrom(id: id)))
      world.change { $0.changeNode(at: path[...]) { $0.path.pop(from: id) } }
    }
  }

  // MARK: - Stores

  private static let maxKept = 24
  private static let maxDepth = 5

  private func scope(in world: TreeWorld) throws {
    let nodes = nodes(in: world)
    guard !nodes.isEmpty, world.kept.count < Self.maxKept else { return }
    let (path, store, isCopied) = nodes[number(below: nodes.count)]
    guard path.count < Self.maxDepth else { return }
    let node = world.model.value(at: path[...])
    let childPath = path + [step(from: node)]
    let isNested = once(in: 3) && childPath.last!.canBeNested
    let child = store.child(at: childPath.last!, isNested: isNested)
    if node != nil, (child != nil) != (world.model.value(at: childPath[...]) != nil) {
      throw TreeFailure("the store at \(childPath) is \(child == nil ? "absent" : "present")")
    }
    if let child {
      world.kept.append(
        TreeWorld.Kept(path: childPath, store: child, isCopied: isCopied || isNested))
    }
  }

  private func step(from value: TreeValue?) -> TreeStep {
    guard case .node(let node) = value else { return .presented }
    return switch number(below: 12) {
    case 0: .leaf
    case 1: .optional
    case 2: .phase
    case 3, 4: .presented
    case 5: .destinationLeaf
    case 6: .destinationOther
    case 7: .destinationNode
    case 8: .row(number(below: TreeNode.idCount))
    case 9: .destination
    case 10: node.rows.isEmpty ? .leaf : .row(node.rows[number(below: node.rows.count)].id)
    default:
      node.path.isEmpty ? .optional : .element(node.path.ids[number(below: node.path.count)])
    }
  }

  private func release(in world: TreeWorld) {
    // A world keeps at least one store.
    guard world.kept.count > 1 else { return }
    world.kept.remove(at: number(below: world.kept.count))
  }

  private func copy(in world: TreeWorld) throws {
    let nodes = nodes(in: world)
    if once(in: 2), world.copies.count < 4,
      let (_, store, _) = nodes.first(where: { $0.path.isEmpty })
    {
      world.copies.append((store.state, world.model))
    } else if !world.copies.isEmpty {
      let copy = world.copies.remove(at: number(below: world.copies.count))
      guard copy.state == copy.model else { throw TreeFailure("a copy of the state changed") }
    }
  }

  /// Releases all copies. Afterwards each presented child has one owner.
  private func releaseCopies() {
    if worlds.count > 1 { worlds.removeLast() }
    for world in worlds {
      world.copies = []
      world.rows = []
    }
  }

  private func observe(in world: TreeWorld) {
    if once(in: 2), world.observers.count < 6 {
      world.observers.append(
        TreeWorld.Observer(world.kept[number(below: world.kept.count)]))
    } else if !world.observers.isEmpty {
      world.observers.remove(at: number(below: world.observers.count))
    }
  }

  /// Keeps the stores of a list, or reads the kept stores.
  private func list(in world: TreeWorld) throws {
    if once(in: 2), world.rows.count < 3 {
      let nodes = nodes(in: world)
      guard !nodes.isEmpty else { return }
      let (path, store, isCopied) = nodes[number(below: nodes.count)]
      let stores = store.scope(state: \.rows, action: \.rows)
      world.rows.append(
        TreeWorld.Rows(
          stores: stores, path: path, ids: store.rows.map(\.id), isCopied: isCopied))
    } else if !world.rows.isEmpty {
      let rows = world.rows[number(below: world.rows.count)]
      let path = rows.path
      guard rows.stores.count == rows.ids.count else { throw TreeFailure("kept rows changed") }
      for (id, store) in zip(rows.ids, rows.stores) {
        let shown = store.state
        let value = world.model.value(at: (path + [.row(id)])[...])
        guard shown.isConsistent, value == nil || .node(shown) == value else {
          throw TreeFailure("the row \(id) of \(path) is \(shown)")
        }
        if once(in: 4), path.count < Self.maxDepth, world.kept.count < Self.maxKept {
          world.kept.append(
            TreeWorld.Kept(
              path: path + [.row(id)], store: .node(store), isCopied: rows.isCopied))
        }
      }
      if once(in: 2) { world.rows.remove(at: number(below: world.rows.count)) }
    }
  }

  /// Creates a store from a copy of another store's state, or releases a store.
  private func changeWorlds(_ world: TreeWorld) {
    worldCount += 1
    let nodes = nodes(in: world)
    if worlds.count < 3, let (_, store, _) = nodes.first(where: { $0.path.isEmpty }) {
      worlds.append(TreeWorld(store.state, model: world.model, index: worldCount))
    } else if worlds.count > 1 {
      worlds.removeAll { $0 === world }
    } else {
      worlds = [TreeWorld(number(), index: worldCount)]
    }
  }
}

// MARK: - Changes

/// A change of one node. Equal numbers produce equal but separately allocated values.
enum TreeChange {
  case replaceContent(Int)
  case append
  case reset(Int)
  case setLeaf(Int)
  case setOptional(Int?)
  case setPhase(Int)
  case present(Int?)
  case presentDestination(Int)
  case changePresented(Int)
  case changeDestination(Int)
  case insertRow(Int, at: Int)
  case replaceRow(Int, at: Int)
  case removeRow(at: Int)
  case moveRows(Int)
  case changeRow(at: Int)
  case push(Int)
  case replaceElement(Int, at: Int)
  case removeElement(at: Int)
  case swapElements(Int)
  case setValue(Int)
  case removeValue(Int)
}

extension TreeNode.State {
  /// Changes this node.
  mutating func apply(_ change: TreeChange) {
    switch change {
    case .replaceContent(let number): content = TreeContent(number)
    case .append: content.append()
    case .reset(let number): self = Self(TreeNode.number(number, withID: id), depth: 1)
    case .setLeaf(let number): leaf = TreeLeaf.State(number)
    case .setOptional(let number): optional = number.map { TreeLeaf.State($0) }
    case .setPhase(let number): phase = TreePhase.State(number)
    case .present(let number): presented = number.map { Self($0, depth: 1) }
    case .presentDestination(let number):
      destination = TreeDestination.State(number, depth: 1)
    case .changePresented(let number):
      presented?.content.append()
      presented?.leaf = TreeLeaf.State(number)
    case .changeDestination(let number): changeDestination(number)
    case .insertRow, .replaceRow, .removeRow, .moveRows, .changeRow: applyToRows(change)
    case .push, .replaceElement, .removeElement, .swapElements: applyToPath(change)
    case .setValue(let number): values[number % 4] = TreeContent(number)
    case .removeValue(let number): values[number % 4] = nil
    }
  }

  private mutating func changeDestination(_ number: Int) {
    destination?.modify(\.node) { $0.content.append() }
    destination?.modify(\.leaf) { $0.content = TreeContent(number) }
  }

  private mutating func applyToRows(_ change: TreeChange) {
    switch change {
    case .insertRow(let number, let index):
      if rows.count < 6 { rows.insert(Self(number, depth: 1), at: index % (rows.count + 1)) }
    case _ where rows.isEmpty: break
    case .replaceRow(let number, let index):
      // If the new row's identifier is at another position, assigning to `index` would swap the two rows. So the row
      // at that position is replaced.
      let row = Self(number, depth: 1)
      let index = rows.firstIndex { $0.id == row.id } ?? index % rows.count
      rows[index] = row
    case .removeRow(let index): rows.remove(at: index % rows.count)
    case .moveRows(let number):
      switch number % 3 {
      case 0: rows.swapAt(number / 3 % rows.count, number / 7 % rows.count)
      case 1:
        let row = rows.remove(at: number / 3 % rows.count)
        rows.insert(row, at: number / 7 % (rows.count + 1))
      default: rows.sort { $0.content.token.number < $1.content.token.number }
      }
    case .changeRow(let index): rows[id: rows[index % rows.count].id]?.content.append()
    default: break
    }
  }

  private mutating func applyToPath(_ change: TreeChange) {
    switch change {
    case .push(let number): if path.count < 6 { path.append(TreeLeaf.State(number)) }
    case _ where path.isEmpty: break
    case .replaceElement(let number, let index):
      path[index % path.count] = TreeLeaf.State(number)
    case .removeElement(let index):
      if index % 3 == 0 {
        path.pop(from: path.ids[index % path.count])
      } else {
        path.remove(at: index % path.count)
      }
    case .swapElements(let number):
      path.swapAt(number / 3 % path.count, number / 7 % path.count)
    default: break
    }
  }

  /// Whether the content of each part of the tree is derived from its number.
  var isConsistent: Bool {
    content.isConsistent && leaf.isConsistent && optional?.isConsistent ?? true
      && phase.leaf?.isConsistent ?? true && phase.content?.isConsistent ?? true
      && presented?.isConsistent ?? true && rows.allSatisfy(\.isConsistent)
      && destination?.isConsistent ?? true
      && path.allSatisfy(\.isConsistent) && values.values.allSatisfy(\.isConsistent)
  }
}
