/// What a view has answered when it was asked for its layout; a few answers, since few rooms are proposed to a view.
struct KnownLayouts {
  private static let capacity = 6

  private var proposals = InlineArray<6, Size>(repeating: .zero)
  private var layouts = InlineArray<6, Layout>(repeating: Layout(.zero))
  private(set) var count = 0
  /// Whether there were more answers than are known.
  private(set) var hasForgotten = false

  /// - Complexity: O(1).
  subscript(proposal: Size) -> Layout? {
    for index in 0..<count where proposals[index] == proposal { return layouts[index] }
    return nil
  }

  mutating func add(_ layout: Layout, for proposal: Size) {
    guard count < Self.capacity else {
      hasForgotten = true
      return
    }
    proposals[count] = proposal
    layouts[count] = layout
    count += 1
  }

  /// Whether every answer is the same when it is asked for again.
  func allSatisfy(_ isSame: (Size, Layout) -> Bool) -> Bool {
    if hasForgotten { return false }
    for index in 0..<count where !isSame(proposals[index], layouts[index]) { return false }
    return true
  }
}
