extension Duration {
  /// The whole milliseconds, at most a month.
  var milliseconds: Int { Int(min(self / .milliseconds(1), 2_592_000_000)) }
}

extension [UInt8]? {
  /// Calls `body` with the address of the bytes; `nil` if there are none.
  func withBytes<Result>(_ body: (UnsafeRawPointer?, Int) -> Result) -> Result {
    guard let self else { return body(nil, 0) }
    // An empty array may have no address.
    return (self + [0]).withUnsafeBytes { body($0.baseAddress, self.count) }
  }
}
