/// The identifiers of an ``IdentifiedArray`` or a ``StackState``, in the order of its elements: an ordered set.
///
/// ```swift
/// state.selection.formIntersection(state.rows.ids)
/// let next = state.rows.ids.firstIndex(of: id).map { $0 + 1 }
/// ```
///
/// Two sets are equal if they have the same identifiers in the same order.
///
/// - Complexity: Access by position or identifier is O(1). Reading the `ids` of a list doesn't copy
///   them.
public struct IdentifiedIDs<ID: Hashable> {
  /// The identifiers as an array.
  ///
  /// - Complexity: O(1).
  public private(set) var elements: [ID] = []
  @usableFromInline private(set) var positions: [ID: Int] = [:]

  /// Creates a set of `elements` in the order of their first occurrences.
  ///
  /// - Complexity: O(n).
  public init(_ elements: some Sequence<ID>) {
    append(contentsOf: elements)
  }

  /// Creates an empty set.
  public init() {}

  // MARK: - Changes by the list

  /// Replaces the identifiers at `bounds` with others, which must not be in the set.
  ///
  /// - Complexity: O(n) in the identifiers after `bounds`; O(1) to replace an identifier, and to append one.
  mutating func replaceSubrange(_ bounds: Range<Int>, with newElements: some Collection<ID>) {
    for id in elements[bounds] { positions[id] = nil }
    elements.replaceSubrange(bounds, with: newElements)
    let end = bounds.count == newElements.count ? bounds.upperBound : endIndex
    for index in bounds.lowerBound..<end { positions[elements[index]] = index }
  }

  mutating func swapAt(_ first: Int, _ second: Int) {
    elements.swapAt(first, second)
    positions[elements[first]] = first
    positions[elements[second]] = second
  }

  /// Replaces all identifiers with `newElements`.
  mutating func replaceAll(with newElements: some Sequence<ID>, keepingCapacity: Bool = true) {
    elements.removeAll(keepingCapacity: keepingCapacity)
    positions.removeAll(keepingCapacity: keepingCapacity)
    append(contentsOf: newElements)
  }

  mutating func reserveCapacity(_ minimumCapacity: Int) {
    elements.reserveCapacity(minimumCapacity)
    positions.reserveCapacity(minimumCapacity)
  }

  private mutating func append(contentsOf newElements: some Sequence<ID>) {
    for id in newElements where positions[id] == nil {
      positions[id] = endIndex
      elements.append(id)
    }
  }
}

extension IdentifiedIDs: RandomAccessCollection {
  public var startIndex: Int { elements.startIndex }
  public var endIndex: Int { elements.endIndex }

  /// The identifier at `position`.
  public subscript(position: Int) -> ID { elements[position] }

  /// Returns whether `id` is in the set.
  ///
  /// - Complexity: O(1).
  public func contains(_ id: ID) -> Bool { positions[id] != nil }

  /// Returns the index of `id`, or `nil` if it is not in the set.
  ///
  /// - Complexity: O(1).
  public func firstIndex(of id: ID) -> Int? { positions[id] }

  /// Returns the index of `id`, or `nil` if it is not in the set.
  ///
  /// - Complexity: O(1).
  public func lastIndex(of id: ID) -> Int? { positions[id] }
}

extension IdentifiedIDs: ExpressibleByArrayLiteral {
  public init(arrayLiteral elements: ID...) {
    self.init(elements)
  }
}

extension IdentifiedIDs: Equatable, Hashable {
  public static func == (lhs: Self, rhs: Self) -> Bool { lhs.elements == rhs.elements }
  public func hash(into hasher: inout Hasher) { hasher.combine(elements) }
}

extension IdentifiedIDs: Sendable where ID: Sendable {}

extension IdentifiedIDs: CustomStringConvertible, CustomReflectable {
  public var description: String { elements.description }
  public var customMirror: Mirror { Mirror(reflecting: elements) }
}
