/// A stack of features, the top one last.
///
/// ```swift
/// @ObservableState
/// struct State: Equatable { var path = StackState<Path.State>() }
///
/// state.path.append(.detail(Detail.State()))
/// state.path.removeLast()
/// ```
///
/// An element receives an identifier when it is inserted: two elements with equal states are distinct, and two stacks
/// are equal if their elements and identifiers are equal.
///
/// - Complexity: By position, as for an array. By identifier, O(1) to find and change; O(n) to remove from the middle.
public struct StackState<Element> {
  /// The identifiers of the elements, in order.
  public private(set) var ids = IdentifiedIDs<StackElementID>()
  private(set) var elements: [Element] = []
  /// The lowest number that no element of this stack has had.
  private(set) var nextNumber = 0
  /// A number that changes whenever elements are removed. Unrelated stacks have different numbers.
  private(set) var removals = ListStructure.next()

  /// Creates a stack of `elements`.
  public init(_ elements: some Sequence<Element>) {
    append(contentsOf: elements)
  }

  /// Creates an empty stack.
  public init() {}

  private mutating func makeID() -> StackElementID {
    let id = DependencyValues.current.stackElementID(atLeast: nextNumber)
    nextNumber = id.generation + 1
    return id
  }

  /// The element with the identifier `id`. Setting `nil` removes it; setting an element with a new identifier pushes
  /// it.
  public subscript(id id: StackElementID) -> Element? {
    get { ids.positions[id].map { elements[$0] } }
    set {
      switch (ids.positions[id], newValue) {
      case (let index?, let element?): elements[index] = element
      case (let index?, nil): remove(at: index)
      case (nil, let element?): push(element, id: id)
      case (nil, nil): break
      }
    }
    _modify {
      guard let index = ids.positions[id] else {
        var element: Element?
        defer { if let element { push(element, id: id) } }
        yield &element
        return
      }
      // The element is moved out of the array while it is changed, so that its storage is uniquely referenced.
      let last = elements.endIndex - 1
      elements.swapAt(index, last)
      var element: Element? = elements.removeLast()
      defer {
        if let element {
          elements.append(element)
          elements.swapAt(index, last)
        } else {
          if index < last { elements.append(elements.remove(at: index)) }
          replaceIDs(index..<index + 1, with: [])
        }
      }
      yield &element
    }
  }

  /// Removes the element with the identifier `id` and all elements on top of it.
  public mutating func pop(from id: StackElementID) {
    guard let index = ids.positions[id] else { return }
    removeSubrange(index...)
  }

  /// Removes all elements on top of the element with the identifier `id`.
  public mutating func pop(to id: StackElementID) {
    guard let index = ids.positions[id] else { return }
    removeSubrange((index + 1)...)
  }

  /// Pushes `element` with a given identifier.
  mutating func push(_ element: Element, id: StackElementID) {
    DependencyValues.current.stackElementID.skip(through: id)
    nextNumber = Swift.max(nextNumber, id.generation + 1)
    replaceIDs(ids.endIndex..<ids.endIndex, with: [id])
    elements.append(element)
  }

  private mutating func replaceIDs(_ range: Range<Int>, with newIDs: [StackElementID]) {
    if !range.isEmpty { removals = ListStructure.next() }
    ids.replaceSubrange(range, with: newIDs)
  }

  /// Changes the element with the identifier `id` in place.
  ///
  /// - Returns: The result of `operation`, or `nil` if there is no such element.
  @inline(__always)
  mutating func modify<Result>(
    id: StackElementID, _ operation: (inout Element) -> Result
  ) -> Result? {
    guard let index = ids.positions[id] else { return nil }
    return operation(&elements[index])
  }
}

extension StackState: RandomAccessCollection, MutableCollection, RangeReplaceableCollection {
  public var startIndex: Int { elements.startIndex }
  public var endIndex: Int { elements.endIndex }

  /// The element at `position`. Setting it keeps the identifier.
  public subscript(position: Int) -> Element {
    get { elements[position] }
    set { elements[position] = newValue }
    _modify { yield &elements[position] }
  }

  public mutating func replaceSubrange(
    _ subrange: Range<Int>, with newElements: some Collection<Element>
  ) {
    replaceIDs(subrange, with: newElements.map { _ in makeID() })
    elements.replaceSubrange(subrange, with: newElements)
  }

  /// Removes all elements; their identifiers are not reused.
  public mutating func removeAll(keepingCapacity: Bool = false) {
    if !isEmpty { removals = ListStructure.next() }
    ids.replaceAll(with: [], keepingCapacity: keepingCapacity)
    elements.removeAll(keepingCapacity: keepingCapacity)
  }

  /// Swaps two elements, which keep their identifiers.
  public mutating func swapAt(_ first: Int, _ second: Int) {
    ids.swapAt(first, second)
    elements.swapAt(first, second)
  }
}

extension StackState: ExpressibleByArrayLiteral {
  public init(arrayLiteral elements: Element...) {
    self.init(elements)
  }
}

extension StackState: Sendable where Element: Sendable {}

extension StackState: Equatable where Element: Equatable {
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.ids == rhs.ids && lhs.elements == rhs.elements
  }
}

extension StackState: Hashable where Element: Hashable {
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ids)
    hasher.combine(elements)
  }
}

extension StackState: Encodable where Element: Encodable {
  public func encode(to encoder: any Encoder) throws { try elements.encode(to: encoder) }
}

extension StackState: Decodable where Element: Decodable {
  public init(from decoder: any Decoder) throws {
    self.init(try [Element](from: decoder))
  }
}

extension StackState: CustomStringConvertible, CustomReflectable {
  public var description: String { elements.description }
  public var customMirror: Mirror {
    Mirror(
      self, unlabeledChildren: zip(ids, elements).map { (key: $0, value: $1) },
      displayStyle: .dictionary)
  }
}

// MARK: - By case

extension StackState where Element: CasePathable {
  /// The payload of the element `id` if it is the case at `path`. Setting `nil` removes the element.
  ///
  /// ```swift
  /// state.path[id: id, case: \.detail]?.isFavorite = true
  /// ```
  ///
  /// Setting a payload while the element is absent or is another case reports an issue and changes nothing.
  ///
  /// - Complexity: Same as finding the element by its identifier; writing copies the payload's storage.
  public subscript<Case>(
    id id: StackElementID, case path: CaseKeyPath<Element, Case>,
    fileID fileID: _HashableStaticString = #fileID,
    filePath filePath: _HashableStaticString = #filePath,
    line line: UInt = #line, column column: UInt = #column
  ) -> Case? {
    get { self[id: id].flatMap { AnyCasePath(path).extract(from: $0) } }
    _modify {
      let path = AnyCasePath(path)
      var payload = self[id: id].flatMap { path.extract(from: $0) }
      guard case .some = payload else {
        yield &payload
        IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
          .reportCaseMismatch(path.name)
        return
      }
      yield &payload
      self[id: id] = payload.map { path.embed($0) }
    }
  }
}
