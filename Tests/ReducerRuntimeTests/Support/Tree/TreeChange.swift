import ReducerRuntime

/// A change of one node. Equal numbers make equal values, each newly allocated.
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
      // If the new row's identifier is at another position, assigning to `index` would swap the two rows, so that
      // row is replaced instead.
      let row = Self(number, depth: 1)
      let index = rows.firstIndex { $0.id == row.id } ?? index % rows.count
      rows[index] = row
    case .removeRow(let index): rows.remove(at: index % rows.count)
    case .moveRows(let number):
      switch number % 3 {
      case 0: rows.swapAt(number / 3 % rows.count, number / 7 % rows.count)
      case 1: rows.move(fromOffsets: [number / 3 % rows.count], toOffset: number / 7 % rows.count)
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

  /// Whether each part of the tree has the content that its number makes.
  var isConsistent: Bool {
    content.isConsistent && leaf.isConsistent && optional?.isConsistent ?? true
      && phase.leaf?.isConsistent ?? true && phase.content?.isConsistent ?? true
      && presented?.isConsistent ?? true && rows.allSatisfy(\.isConsistent)
      && destination?.isConsistent ?? true
      && path.allSatisfy(\.isConsistent) && values.values.allSatisfy(\.isConsistent)
  }
}
