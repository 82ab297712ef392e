extension Comparable {
  /// Returns the value of a range that is the closest to this one.
  package func clamped(to range: ClosedRange<Self>) -> Self {
    min(max(self, range.lowerBound), range.upperBound)
  }
}
