import Synchronization

/// An ordered list whose elements are found by identifier in constant time.
///
/// ```swift
/// var rows: IdentifiedArrayOf<Row.State> = []
/// rows[id: 7]?.isDone = true
/// ```
///
/// - Complexity: Finding, changing and appending O(1) on average; inserting and removing elsewhere O(n).
public struct IdentifiedArray<ID: Hashable, Element> {
  @usableFromInline var elements: [Element]
  @usableFromInline private(set) var positions: [ID: Int]
  let identify: any KeyPath<Element, ID> & Sendable
  /// Differs whenever elements have come, gone or moved; two lists never share it by accident.
  @usableFromInline private(set) var structure = Self.nextStructure()

  private static func nextStructure() -> UInt64 { ListStructure.next() }

  /// An empty list.
  ///
  /// - Parameter id: Where an element keeps its identifier.
  public init(id: any KeyPath<Element, ID> & Sendable) {
    elements = []
    positions = [:]
    identify = id
  }

  /// A list of `elements`, whose identifiers must all differ.
  public init(
    uniqueElements elements: some Sequence<Element>, id: any KeyPath<Element, ID> & Sendable
  ) {
    self.init(id: id)
    for element in elements {
      let (isNew, _) = append(element)
      precondition(isNew, "Two elements have the id \(element[keyPath: id])")
    }
  }

  /// A list of `elements`; of two with the same identifier `combine` makes one.
  public init(
    _ elements: some Sequence<Element>, id: any KeyPath<Element, ID> & Sendable,
    uniquingIDsWith combine: (Element, Element) throws -> Element
  ) rethrows {
    self.init(id: id)
    for element in elements {
      if let position = positions[element[keyPath: id]] {
        self.elements[position] = try combine(self.elements[position], element)
      } else {
        append(element)
      }
    }
  }

  // MARK: - Finding

  /// The identifiers, in order.
  ///
  /// - Complexity: O(n).
  public var ids: [ID] { elements.map { $0[keyPath: identify] } }

  /// Where the element known as `id` stands.
  ///
  /// - Complexity: O(1).
  public func index(id: ID) -> Int? { positions[id] }

  /// Whether there is an element known as `id`.
  public func contains(id: ID) -> Bool { positions[id] != nil }

  /// The element known as `id`. Setting `nil` removes it; setting an element where there is none appends it.
  ///
  /// - Complexity: O(1) to read, to change in place and to append; O(n) to remove.
  public subscript(id id: ID) -> Element? {
    get { positions[id].map { elements[$0] } }
    set {
      switch (positions[id], newValue) {
      case (let position?, let element?):
        checkIdentity(element, is: id)
        elements[position] = element
      case (_?, nil): remove(id: id)
      case (nil, let element?):
        checkIdentity(element, is: id)
        append(element)
      case (nil, nil): break
      }
    }
    _modify {
      guard let position = positions[id] else {
        var element: Element?
        defer {
          if let element {
            checkIdentity(element, is: id)
            append(element)
          }
        }
        yield &element
        return
      }
      // The element leaves the array while it is changed, so that what it holds is referenced once.
      let last = elements.endIndex - 1
      elements.swapAt(position, last)
      var element: Element? = elements.removeLast()
      // Deferred, as whoever changes it may throw.
      defer {
        if let element {
          checkIdentity(element, is: id)
          elements.append(element)
          elements.swapAt(position, last)
        } else {
          // The last element stands at `position` now: it goes back behind those that were before it.
          if position < last { elements.append(elements.remove(at: position)) }
          positions[id] = nil
          reindex(from: position)
        }
      }
      yield &element
    }
  }

  /// Changes the element known as `id` where it lies.
  ///
  /// - Returns: What `operation` returned, or `nil` when there is no such element.
  @inlinable
  mutating func modify<Result>(id: ID, _ operation: (inout Element) -> Result) -> Result? {
    guard let position = positions[id] else { return nil }
    return operation(&elements[position])
  }

  // MARK: - Changing

  /// Appends `element` unless there is one with its identifier.
  ///
  /// - Returns: Whether it was appended, and where the element with its identifier stands now.
  @discardableResult
  public mutating func append(_ element: Element) -> (inserted: Bool, index: Int) {
    insert(element, at: elements.endIndex)
  }

  /// Appends each of `newElements` that is not there yet.
  public mutating func append(contentsOf newElements: some Sequence<Element>) {
    for element in newElements { append(element) }
  }

  /// Inserts `element` at `index` unless there is one with its identifier.
  @discardableResult
  public mutating func insert(_ element: Element, at index: Int) -> (inserted: Bool, index: Int) {
    let id = element[keyPath: identify]
    if let position = positions[id] { return (false, position) }
    elements.insert(element, at: index)
    positions[id] = index
    reindex(from: index + 1)
    return (true, index)
  }

  /// Puts `element` in the place of the one with its identifier, or appends it.
  ///
  /// - Returns: The element that was replaced.
  @discardableResult
  public mutating func updateOrAppend(_ element: Element) -> Element? {
    guard let position = positions[element[keyPath: identify]] else {
      append(element)
      return nil
    }
    let old = elements[position]
    elements[position] = element
    return old
  }

  /// Removes the element known as `id`.
  @discardableResult
  public mutating func remove(id: ID) -> Element? {
    positions[id].map { remove(at: $0) }
  }

  /// Removes the element at `index`.
  @discardableResult
  public mutating func remove(at index: Int) -> Element {
    let element = elements.remove(at: index)
    positions[element[keyPath: identify]] = nil
    reindex(from: index)
    return element
  }

  /// Removes `element`, or rather the one with its identifier.
  @discardableResult
  public mutating func remove(_ element: Element) -> Element? {
    remove(id: element[keyPath: identify])
  }

  /// Removes each element for which `shouldBeRemoved` holds.
  public mutating func removeAll(where shouldBeRemoved: (Element) throws -> Bool) rethrows {
    try elements.removeAll(where: shouldBeRemoved)
    rebuildPositions()
  }

  /// Removes everything.
  public mutating func removeAll(keepingCapacity: Bool = false) {
    elements.removeAll(keepingCapacity: keepingCapacity)
    rebuildPositions()
  }

  /// Puts the elements in the order that `areInIncreasingOrder` asks for.
  public mutating func sort(
    by areInIncreasingOrder: (Element, Element) throws -> Bool
  ) rethrows {
    try elements.sort(by: areInIncreasingOrder)
    rebuildPositions()
  }

  /// Exchanges two elements.
  ///
  /// - Complexity: O(1).
  public mutating func swapAt(_ first: Int, _ second: Int) {
    guard first != second else { return }
    elements.swapAt(first, second)
    positions[elements[first][keyPath: identify]] = first
    positions[elements[second][keyPath: identify]] = second
    structure = Self.nextStructure()
  }

  private mutating func reindex(from start: Int) {
    structure = Self.nextStructure()
    for index in elements.indices.dropFirst(start) {
      positions[elements[index][keyPath: identify]] = index
    }
  }

  private mutating func rebuildPositions() {
    positions.removeAll(keepingCapacity: true)
    reindex(from: 0)
  }

  private func checkIdentity(_ element: Element, is id: ID) {
    precondition(
      element[keyPath: identify] == id,
      "The element put in the place of '\(id)' is known as '\(element[keyPath: identify])'")
  }
}

/// A list of identifiable elements.
public typealias IdentifiedArrayOf<Element: Identifiable> = IdentifiedArray<Element.ID, Element>

private enum ListStructure {
  private static let last = Atomic<UInt64>(0)

  static func next() -> UInt64 { last.wrappingAdd(1, ordering: .relaxed).newValue }
}

extension IdentifiedArray: RandomAccessCollection, MutableCollection {
  public var startIndex: Int { elements.startIndex }
  public var endIndex: Int { elements.endIndex }

  /// The element at `position`. It may be changed, but keeps its identifier.
  public subscript(position: Int) -> Element {
    get { elements[position] }
    set {
      checkIdentity(newValue, is: elements[position][keyPath: identify])
      elements[position] = newValue
    }
    _modify {
      let id = elements[position][keyPath: identify]
      defer { checkIdentity(elements[position], is: id) }
      yield &elements[position]
    }
  }
}

extension IdentifiedArray where Element: Comparable {
  /// Puts the elements in ascending order.
  public mutating func sort() { sort(by: <) }
}

extension IdentifiedArray where Element: Identifiable, ID == Element.ID {
  /// An empty list.
  public init() {
    self.init(id: \.id)
  }

  /// A list of `elements`, whose identifiers must all differ.
  public init(uniqueElements elements: some Sequence<Element>) {
    self.init(uniqueElements: elements, id: \.id)
  }
}

extension IdentifiedArray: ExpressibleByArrayLiteral
where Element: Identifiable, ID == Element.ID {
  public init(arrayLiteral elements: Element...) {
    self.init(uniqueElements: elements)
  }
}

extension IdentifiedArray: Sendable where ID: Sendable, Element: Sendable {}

extension IdentifiedArray: Equatable where Element: Equatable {
  public static func == (lhs: Self, rhs: Self) -> Bool { lhs.elements == rhs.elements }
}

extension IdentifiedArray: Hashable where Element: Hashable {
  public func hash(into hasher: inout Hasher) { hasher.combine(elements) }
}

extension IdentifiedArray: Encodable where Element: Encodable {
  public func encode(to encoder: any Encoder) throws { try elements.encode(to: encoder) }
}

extension IdentifiedArray: Decodable
where Element: Decodable & Identifiable, ID == Element.ID {
  public init(from decoder: any Decoder) throws {
    self.init(uniqueElements: try [Element](from: decoder))
  }
}

extension IdentifiedArray: CustomStringConvertible, CustomReflectable {
  public var description: String { elements.description }
  public var customMirror: Mirror { Mirror(reflecting: elements) }
}
