/// A collection of elements with stable slots as identifiers.
///
/// - Complexity: Inserting O(1) amortized, removing O(1); no hashing, and no allocation below the earlier maximum
///   count.
struct Slots<Element> {
  private enum Slot {
    case full(Element)
    case free(next: Int?)
  }

  private var slots: [Slot] = []
  private var firstFree: Int?

  /// Inserts an element.
  ///
  /// - Returns: The slot of `element`.
  mutating func insert(_ element: Element) -> Int {
    guard let index = firstFree, case .free(let next) = slots[index] else {
      slots.append(.full(element))
      return slots.endIndex - 1
    }
    firstFree = next
    slots[index] = .full(element)
    return index
  }

  /// Removes the element in `slot`, which must hold one.
  mutating func remove(_ slot: Int) {
    slots[slot] = .free(next: firstFree)
    firstFree = slot
  }

  /// The element in the lowest slot, if any.
  var first: Element? {
    for case .full(let element) in slots { return element }
    return nil
  }

  func forEach(_ body: (Element) -> Void) {
    for case .full(let element) in slots { body(element) }
  }
}
