/// A comparer of two values, which prints the differences and abbreviates the equal parts.
///
/// Values of `Equatable` types are compared with `==`, so a type decides what counts as a difference. During an
/// assertion, shared values of the old value are the expected ones, and those of the new value the actual ones.
struct Differ {
  /// A line that only one of the values has, or both.
  struct Line {
    enum Mark { case removed, inserted }
    var mark: Mark?
    var text: String
  }

  private typealias Element = Dumper.Element

  /// The differences of the children of two values.
  private struct Children {
    var old: [Element]
    var new: [Element]
    /// Whether two children stand for the same one, which may have changed.
    var isSame: (Element, Element) -> Bool
    /// Whether children that are equal are counted instead of printed.
    var isCollapsed = false
    var isUnordered = false
    /// Whether the prefixes are positions, which aren't changes.
    var isNumbered = false
    var separator = ","
  }

  private var dumper = Dumper()

  /// Returns the lines of two values that are not equal.
  mutating func lines(_ old: Any, _ new: Any) -> [Line] {
    lines(Element(value: old), Element(value: new), isRoot: true)
  }

  /// - Parameter separator: The text after the value.
  private mutating func lines(
    _ old: Element, _ new: Element, isRoot: Bool = false, _ separator: String = ""
  ) -> [Line] {
    if old.prefix == new.prefix, areEqual(old.value, new.value) {
      return marked(nil, abbreviated(new, isRoot: isRoot), separator)
    }
    let first = DumpedValue(old.value)
    let second = SharedChangeTracker.readActual { DumpedValue(new.value) }
    if first.isReplaced || second.isReplaced {
      // The values that stand for two values of one type may have different types.
      guard Swift.type(of: old.value) == Swift.type(of: new.value) else {
        return whole(old, new, isRoot: isRoot, separator)
      }
      return lines(
        Element(prefix: old.prefix, value: first.value),
        Element(prefix: new.prefix, value: second.value), isRoot: isRoot, separator)
    }
    guard first.type == second.type else { return whole(old, new, isRoot: isRoot, separator) }
    let type = typeName(second.type)
    var brackets = (open: "", close: ")")
    switch (first.form, second.form) {
    case (.reference(let before), .reference(let after))
    where before._objectIdentifier == after._objectIdentifier:
      return lines(of: before, old.prefix, new.prefix, separator)
    case (.object(let before), .object(let after)) where before == after:
      let (mark, isPrinted) = dumper.print(after, type, isReference: false)
      if isPrinted { return whole(old, new, isRoot: isRoot, separator) }
      brackets.open = "\(mark)\(type)("
    case (.structure, .structure): brackets.open = "\(type)("
    case (.tuple, .tuple): brackets.open = "("
    case (.collection, .collection), (.dictionary, .dictionary): brackets = ("[", "]")
    case (.set, .set): brackets = ("Set([", "])")
    case (.enumeration, .enumeration):
      guard let name = first.children.first?.label, name == second.children.first?.label else {
        return whole(old, new, isRoot: isRoot, separator)
      }
      brackets.open = "\(isRoot ? type : "").\(name)("
    case (.optional, .optional):
      guard let before = first.children.first, let after = second.children.first else {
        return whole(old, new, isRoot: isRoot, separator)
      }
      return lines(
        Element(prefix: old.prefix, value: before.value),
        Element(prefix: new.prefix, value: after.value), isRoot: isRoot, separator)
    case (.string(let before), .string(let after))
    where before.contains(where: \.isNewline) || after.contains(where: \.isNewline):
      return rows(before, after, prefix: new.prefix, separator)
    default:
      return whole(old, new, isRoot: isRoot, separator)
    }
    if haveEqualElements(first.children, second.children) {
      return alike(old, new, isRoot: isRoot, separator)
    }
    if first.hasInlineChild || second.hasInlineChild {
      return whole(old, new, isRoot: isRoot, separator)
    }
    return marked(nil, split(new.prefix + brackets.open))
      + indented(lines(of: children(first, second))) + marked(nil, [brackets.close], separator)
  }

  // MARK: - Whole values

  /// Returns both values as they are dumped.
  private mutating func whole(
    _ old: Element, _ new: Element, isRoot: Bool, _ separator: String
  ) -> [Line] {
    var removed = dumper.lines(of: old.value, prefix: old.prefix, isRoot: isRoot)
    var inserted = actualLines(of: new, isRoot: isRoot)
    let (oldType, newType) = (type(of: old.value), type(of: new.value))
    if removed == inserted, oldType != newType {
      removed[removed.count - 1] += " as \(typeName(oldType))"
      inserted[inserted.count - 1] += " as \(typeName(newType))"
    }
    return marked(.removed, removed, separator) + marked(.inserted, inserted, separator)
  }

  /// Returns two values that are not equal, although all of their children are.
  private mutating func alike(
    _ old: Element, _ new: Element, isRoot: Bool, _ separator: String
  ) -> [Line] {
    let removed = dumper.lines(of: old.value, prefix: old.prefix, isRoot: isRoot, depth: 0)
    let inserted = abbreviated(new, isRoot: isRoot)
    let comment = removed == inserted ? ["// The values differ, but their dumps are equal:"] : []
    return marked(nil, comment) + marked(.removed, removed, separator)
      + marked(.inserted, inserted, separator)
  }

  private mutating func abbreviated(_ element: Element, isRoot: Bool = false) -> [String] {
    actualLines(of: element, isRoot: isRoot, depth: 0)
  }

  private mutating func actualLines(
    of element: Element, isRoot: Bool = false, depth: Int = .max
  ) -> [String] {
    SharedChangeTracker.readActual {
      dumper.lines(of: element.value, prefix: element.prefix, isRoot: isRoot, depth: depth)
    }
  }

  // MARK: - Children

  private func children(_ first: DumpedValue, _ second: DumpedValue) -> Children {
    var children = Children(
      old: dumper.elements(of: first),
      new: SharedChangeTracker.readActual { dumper.elements(of: second) },
      isSame: { $0.prefix == $1.prefix })
    switch second.form {
    case .collection, .set:
      children.isSame = { haveEqualIDs($0.value, $1.value) || areEqual($0.value, $1.value) }
    case .dictionary:
      children.isSame = { old, new in
        guard let key = old.key as? AnyHashable else { return areEqual(old.value, new.value) }
        return key == new.key as? AnyHashable
      }
    default: return children
    }
    children.isCollapsed = true
    children.isUnordered = second.isUnordered
    if case .collection = second.form { children.isNumbered = true }
    return children
  }

  private mutating func lines(of children: Children) -> [Line] {
    let (old, new) = (children.old, children.new)
    let difference = new.difference(from: old) { children.isSame($0, $1) }
    let removals = Set(difference.removals.map(\.offset))
    let insertions = Set(difference.insertions.map(\.offset))
    var lines: [Line] = []
    var (i, j) = (0, 0)
    var unchanged: [Element] = []
    while i < old.count || j < new.count {
      let (isRemoved, isInserted) = (removals.contains(i), insertions.contains(j))
      if children.isCollapsed, !isRemoved, !isInserted, areEqual(old[i].value, new[j].value) {
        unchanged.append(new[j])
        (i, j) = (i + 1, j + 1)
        continue
      }
      // The unchanged elements of an unordered collection come last.
      if !children.isUnordered {
        lines += collapsed(&unchanged, children, isLast: j == new.count)
      }
      let (isLastOld, isLastNew) = (i == old.count - 1, j == new.count - 1)
      if isRemoved == isInserted {
        var before = old[i]
        if children.isNumbered, !isRemoved { before.prefix = new[j].prefix }
        lines += self.lines(
          before, new[j], isLastOld && isLastNew ? "" : children.separator)
        (i, j) = (i + 1, j + 1)
      } else if isRemoved {
        let removed = dumper.lines(of: old[i].value, prefix: old[i].prefix)
        lines += marked(.removed, removed, isLastOld ? "" : children.separator)
        i += 1
      } else {
        let isLast = isLastNew && unchanged.isEmpty
        lines += marked(.inserted, actualLines(of: new[j]), isLast ? "" : children.separator)
        j += 1
      }
    }
    return lines + collapsed(&unchanged, children, isLast: true)
  }

  /// Returns one line for `elements`, and removes them.
  private mutating func collapsed(
    _ elements: inout [Element], _ children: Children, isLast: Bool
  ) -> [Line] {
    defer { elements = [] }
    let separator = isLast ? "" : children.separator
    if elements.count == 1, !children.isUnordered {
      return marked(nil, abbreviated(elements[0]), separator)
    }
    return elements.isEmpty ? [] : marked(nil, ["… (\(elements.count) unchanged)"], separator)
  }

  // MARK: - Shared values and strings

  /// Returns the lines of a shared value that has changed.
  private mutating func lines(
    of reference: any _CustomDiffObject, _ old: String, _ new: String, _ separator: String
  ) -> [Line] {
    let (before, after) = reference._customDiffValues
    let type = typeName(type(of: after))
    let (mark, isPrinted) = dumper.print(reference._objectIdentifier, type, isReference: true)
    if isPrinted {
      return marked(.removed, split("\(old)\(mark)\(type)(↩︎)"), separator)
        + marked(.inserted, split("\(new)\(mark)\(type)(↩︎)"), separator)
    }
    return lines(
      Element(prefix: old + mark, value: before), Element(prefix: new + mark, value: after),
      separator)
  }

  /// A line of a string, printed without quotes.
  private struct Row: CustomDumpStringConvertible, Equatable {
    var customDumpDescription: String
  }

  private mutating func rows(
    _ old: String, _ new: String, prefix: String, _ separator: String
  ) -> [Line] {
    func elements(_ string: String) -> [Element] {
      string.isEmpty ? [] : split(string).map { Element(value: Row(customDumpDescription: $0)) }
    }
    let quotes = multilineQuotes(of: [old, new])
    let rows = lines(
      of: Children(
        old: elements(old), new: elements(new), isSame: { areEqual($0.value, $1.value) },
        separator: ""))
    let indent = prefix.isEmpty ? 0 : 2
    return marked(nil, split(prefix + quotes.open)) + indented(rows, by: indent)
      + indented(marked(nil, [quotes.close], separator), by: indent)
  }

  // MARK: - Lines

  private func marked(
    _ mark: Line.Mark?, _ lines: [String], _ separator: String = ""
  ) -> [Line] {
    lines.enumerated().map {
      let isLast = $0.offset == lines.count - 1
      return Line(mark: mark, text: isLast ? $0.element + separator : $0.element)
    }
  }

  private func indented(_ lines: [Line], by count: Int = 2) -> [Line] {
    let indent = String(repeating: " ", count: count)
    return lines.map { Line(mark: $0.mark, text: indent + $0.text) }
  }
}

/// Returns whether two values have one identity: the second is the first, perhaps changed.
private func haveEqualIDs(_ first: Any, _ second: Any) -> Bool {
  func open<Value: Identifiable>(_ value: Value) -> Bool { value.id == (second as? Value)?.id }
  return (first as? any Identifiable).map { open($0) } ?? false
}

extension CollectionDifference.Change {
  fileprivate var offset: Int {
    switch self {
    case .insert(let offset, _, _), .remove(let offset, _, _): offset
    }
  }
}
