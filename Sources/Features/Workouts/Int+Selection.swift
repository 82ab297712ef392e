extension Int {
  /// A selection moved by `offset` in a list of `count` rows; it stops at both ends.
  func moved(by offset: Int, in count: Int) -> Int {
    // Saturating: a jump to an end is a very long way.
    let (sum, isTooFar) = addingReportingOverflow(offset)
    return Swift.max(0, Swift.min(isTooFar ? count - 1 : sum, count - 1))
  }
}
