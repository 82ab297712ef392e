import Synchronization

/// An ordered list whose elements are found by identifier in constant time.
///
/// ```swift
/// var rows: IdentifiedArrayOf<Row.State> = []
/// rows[id: 7]?.isDone = true
/// ```
///
/// - Complexity: Finding, changing and appending are O(1) on average; inserting and removing elsewhere are O(n).
public struct IdentifiedArray<ID: Hashable, Element> {
  @usableFromInline var storage: [Element]
  /// The identifiers, in order.
  ///
  /// - Complexity: O(1).
  public internal(set) var ids = IdentifiedIDs<ID>()
  /// Returns an element's identifier. It isn't a key path, because reading by key path takes hundreds of instructions.
  // Safe to share: only the initializers set it, to a closure that captures nothing but a sendable key path and types.
  @usableFromInline nonisolated(unsafe) let identify: (Element) -> ID
  /// A number that changes whenever elements are inserted, removed or moved. Unrelated lists have different numbers.
  @usableFromInline var structure = Self.nextStructure()

  static func nextStructure() -> UInt64 { ListStructure.next() }

  /// Creates an empty list.
  ///
  /// - Parameter id: The key path of an element's identifier.
  public init(id: any KeyPath<Element, ID> & Sendable) {
    self.init(identify: { $0[keyPath: id] })
  }

  @usableFromInline
  init(identify: @escaping (Element) -> ID) {
    storage = []
    self.identify = identify
  }

  /// Creates a list of `elements`, whose identifiers must be unique.
  public init(
    uniqueElements elements: some Sequence<Element>, id: any KeyPath<Element, ID> & Sendable
  ) {
    self.init(id: id)
    appendUnique(elements)
  }

  /// Appends `elements`, whose identifiers must be unique.
  @usableFromInline
  mutating func appendUnique(_ elements: some Sequence<Element>) {
    reserveCapacity(count + elements.underestimatedCount)
    for element in elements {
      let (isNew, _) = append(element)
      precondition(isNew, "Two elements have the id \(identify(element))")
    }
  }

  // MARK: - Finding

  /// The elements, in order.
  public var elements: [Element] { storage }

  /// Returns the index of the element with the identifier `id`.
  ///
  /// - Complexity: O(1).
  public func index(id: ID) -> Int? { ids.positions[id] }

  /// Returns whether there is an element with the identifier `id`.
  public func contains(id: ID) -> Bool { ids.positions[id] != nil }

  /// The element with the identifier `id`. Setting `nil` removes it; setting an element that is not in the list
  /// appends it.
  ///
  /// - Complexity: O(1) to read, to change in place and to append; O(n) to remove.
  public subscript(id id: ID) -> Element? {
    get { ids.positions[id].map { storage[$0] } }
    set {
      switch (ids.positions[id], newValue) {
      case (let position?, let element?):
        checkIdentity(element, is: id)
        storage[position] = element
      case (_?, nil): remove(id: id)
      case (nil, let element?):
        checkIdentity(element, is: id)
        append(element)
      case (nil, nil): break
      }
    }
    _modify {
      guard let position = ids.positions[id] else {
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
      // The element is moved out of the array while it is changed, so that its storage is uniquely referenced.
      let last = storage.endIndex - 1
      storage.swapAt(position, last)
      var element: Element? = storage.removeLast()
      // Deferred, because the caller's change may throw.
      defer {
        if let element {
          checkIdentity(element, is: id)
          storage.append(element)
          storage.swapAt(position, last)
        } else {
          // The former last element is at `position` now; it goes back to the end.
          if position < last { storage.append(storage.remove(at: position)) }
          removeIDs(at: position..<(position + 1))
        }
      }
      yield &element
    }
  }

  /// Changes the element with the identifier `id` in place. `operation` must not change the identifier.
  ///
  /// - Returns: The result of `operation`, or `nil` if there is no such element.
  @inlinable
  mutating func modify<Result>(id: ID, _ operation: (inout Element) -> Result) -> Result? {
    guard let position = ids.positions[id] else { return nil }
    let identify = identify
    // The identifier is read in place: copying the element takes longer than comparing the identifiers.
    func change(_ element: inout Element) -> Result {
      let result = operation(&element)
      let current = identify(element)
      if current != id { Self.stop(id, current) }
      return result
    }
    return change(&storage[position])
  }

  // MARK: - Changing

  /// Appends `element` unless its identifier is in the list already.
  ///
  /// - Returns: Whether it was appended, and the index of the element with its identifier.
  @discardableResult
  public mutating func append(_ element: Element) -> (inserted: Bool, index: Int) {
    insert(element, at: storage.endIndex)
  }

  /// Appends each of `newElements` whose identifier is not in the list yet.
  public mutating func append(contentsOf newElements: some Sequence<Element>) {
    for element in newElements { append(element) }
  }

  /// Inserts `element` at `index` unless its identifier is in the list already.
  @discardableResult
  public mutating func insert(_ element: Element, at index: Int) -> (inserted: Bool, index: Int) {
    let id = identify(element)
    if let position = ids.positions[id] { return (false, position) }
    storage.insert(element, at: index)
    ids.replaceSubrange(index..<index, with: CollectionOfOne(id))
    structure = Self.nextStructure()
    return (true, index)
  }

  /// Replaces the element with the identifier of `element`, or appends `element` if there is none.
  ///
  /// - Returns: The replaced element, if any.
  @discardableResult
  public mutating func updateOrAppend(_ element: Element) -> Element? {
    guard let position = ids.positions[identify(element)] else {
      append(element)
      return nil
    }
    let old = storage[position]
    storage[position] = element
    return old
  }

  /// Removes the element with the identifier `id`.
  @discardableResult
  public mutating func remove(id: ID) -> Element? {
    ids.positions[id].map { remove(at: $0) }
  }

  /// Removes the element at `index`.
  @discardableResult
  public mutating func remove(at index: Int) -> Element {
    let element = storage.remove(at: index)
    removeIDs(at: index..<(index + 1))
    return element
  }

  /// Removes the first element. The list must not be empty.
  ///
  /// - Complexity: O(n).
  @discardableResult
  public mutating func removeFirst() -> Element { remove(at: 0) }

  /// Removes the first `count` elements.
  ///
  /// - Complexity: O(n).
  public mutating func removeFirst(_ count: Int) { removeSubrange(0..<count) }

  /// Removes the last element. The list must not be empty.
  @discardableResult
  public mutating func removeLast() -> Element { remove(at: self.count - 1) }

  /// Removes the last `count` elements.
  public mutating func removeLast(_ count: Int) {
    removeSubrange((self.count - count)..<self.count)
  }

  /// Removes the element with the identifier of `element`.
  @discardableResult
  public mutating func remove(_ element: Element) -> Element? {
    remove(id: identify(element))
  }

  /// Removes each element for which `shouldBeRemoved` returns `true`. If it throws, no element is removed, but some may
  /// have moved.
  public mutating func removeAll(where shouldBeRemoved: (Element) throws -> Bool) rethrows {
    // Deferred, because elements may have moved before an error is thrown.
    defer { rebuildIDs() }
    try storage.removeAll(where: shouldBeRemoved)
  }

  /// Removes all elements.
  public mutating func removeAll(keepingCapacity: Bool = false) {
    storage.removeAll(keepingCapacity: keepingCapacity)
    rebuildIDs(keepingCapacity: keepingCapacity)
  }

  /// Removes the elements at `bounds`.
  ///
  /// - Complexity: O(n).
  public mutating func removeSubrange(_ bounds: Range<Int>) {
    storage.removeSubrange(bounds)
    removeIDs(at: bounds)
  }

  /// Reserves capacity for `minimumCapacity` elements.
  public mutating func reserveCapacity(_ minimumCapacity: Int) {
    storage.reserveCapacity(minimumCapacity)
    ids.reserveCapacity(minimumCapacity)
  }

  private mutating func removeIDs(at bounds: Range<Int>) {
    ids.replaceSubrange(bounds, with: [])
    structure = Self.nextStructure()
  }

  /// Reads the identifiers of all elements again, after they have moved.
  mutating func rebuildIDs(keepingCapacity: Bool = true) {
    ids.replaceAll(with: storage.lazy.map(identify), keepingCapacity: keepingCapacity)
    structure = Self.nextStructure()
  }

  /// Stops the program if the identifier of the element at `position` is not `id`.
  func checkIdentity(at position: Int, is id: ID) {
    let current = identify(storage[position])
    if current != id { Self.stop(id, current) }
  }

  /// Stops the program if the identifier of `element` is not `id`.
  func checkIdentity(_ element: Element, is id: ID) {
    let current = identify(element)
    if current != id { Self.stop(id, current) }
  }

  // A separate function, because callers are inlined in each feature.
  @usableFromInline
  static func stop(_ id: ID, _ current: ID) -> Never {
    fatalError("The id of an element must not change in place: '\(id)' became '\(current)'")
  }
}

/// A list of identifiable elements.
public typealias IdentifiedArrayOf<Element: Identifiable> = IdentifiedArray<Element.ID, Element>

enum ListStructure {
  private static let last = Atomic<UInt64>(0)

  static func next() -> UInt64 { last.wrappingAdd(1, ordering: .relaxed).newValue }
}

extension IdentifiedArray where Element: Identifiable, ID == Element.ID {
  /// Creates a list of `elements`, whose identifiers must be unique.
  @inlinable
  public init(uniqueElements elements: some Sequence<Element>) {
    self.init()
    appendUnique(elements)
  }
}

extension IdentifiedArray: ExpressibleByArrayLiteral
where Element: Identifiable, ID == Element.ID {
  @inlinable
  public init(arrayLiteral elements: Element...) {
    self.init(uniqueElements: elements)
  }
}

extension IdentifiedArray: Sendable where ID: Sendable, Element: Sendable {}

extension IdentifiedArray: Equatable where Element: Equatable {
  public static func == (lhs: Self, rhs: Self) -> Bool { lhs.storage == rhs.storage }
}

extension IdentifiedArray: Hashable where Element: Hashable {
  public func hash(into hasher: inout Hasher) { hasher.combine(storage) }
}

extension IdentifiedArray: Encodable where Element: Encodable {
  public func encode(to encoder: any Encoder) throws { try storage.encode(to: encoder) }
}

extension IdentifiedArray: Decodable
where Element: Decodable & Identifiable, ID == Element.ID {
  /// Creates a list from an encoded array.
  ///
  /// - Throws: `DecodingError.dataCorrupted` if two elements have the same identifier.
  public init(from decoder: any Decoder) throws {
    self.init()
    for (offset, element) in try [Element](from: decoder).enumerated() {
      guard append(element).inserted else {
        throw DecodingError.dataCorrupted(
          .init(
            codingPath: decoder.codingPath,
            debugDescription: "Duplicate element at offset \(offset)"))
      }
    }
  }
}

extension IdentifiedArray: CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  public var description: String { storage.description }
  public var debugDescription: String {
    "IdentifiedArray<\(Element.self)>(\(storage.debugDescription))"
  }
  public var customMirror: Mirror { Mirror(reflecting: storage) }
}
