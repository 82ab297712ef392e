/// A cache of a view's layouts by proposed size. It is small, since few sizes are proposed to a view in a frame.
struct LayoutCache {
  private static let capacity = 6

  private var proposals = InlineArray<6, Size>(repeating: .zero)
  private var layouts = InlineArray<6, Layout>(repeating: Layout(.zero))
  private(set) var count = 0
  /// Whether more layouts were added than the cache holds.
  private(set) var hasOverflowed = false

  /// - Complexity: O(1).
  subscript(proposal: Size) -> Layout? {
    for index in 0..<count where proposals[index] == proposal { return layouts[index] }
    return nil
  }

  mutating func add(_ layout: Layout, for proposal: Size) {
    guard count < Self.capacity else {
      hasOverflowed = true
      return
    }
    proposals[count] = proposal
    layouts[count] = layout
    count += 1
  }

  /// Returns whether every layout and its proposed size satisfy `predicate`; false if some layouts weren't cached.
  func allSatisfy(_ predicate: (_ proposal: Size, _ layout: Layout) -> Bool) -> Bool {
    if hasOverflowed { return false }
    for index in 0..<count where !predicate(proposals[index], layouts[index]) { return false }
    return true
  }
}
