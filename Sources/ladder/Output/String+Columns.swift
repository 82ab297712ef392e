import Models

extension String {
  /// The text with spaces behind it, at least so many columns wide.
  func padded(to columns: Int) -> String {
    self + String(repeating: " ", count: max(0, columns - widestColumns))
  }

  /// The text with spaces before it, at least so many columns wide.
  func rightAligned(to columns: Int) -> String {
    String(repeating: " ", count: max(0, columns - widestColumns)) + self
  }
}
