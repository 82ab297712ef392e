extension Duration {
  /// Reads a time as a stopwatch shows it: `5:12`, `05:12.33`, `1:05:12`.
  ///
  /// - Returns: `nil` for anything else, for seconds or inner minutes past 59, and for more than 9999 of the
  ///   first.
  public init?(clockText text: some StringProtocol) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count), let last = parts.last else { return nil }
    let seconds = last.split(separator: ".", omittingEmptySubsequences: false)
    guard
      seconds.count <= 2, let whole = Self.number(seconds[0], digits: 2), whole < 60,
      let first = Self.number(parts[0], digits: 4)
    else { return nil }
    var milliseconds: Int64 = 0
    if seconds.count == 2 {
      guard let fraction = Self.number(seconds[1], digits: 3) else { return nil }
      milliseconds = [100, 10, 1][seconds[1].count - 1] * fraction
    }
    var minutes = first
    if parts.count == 3 {
      guard let inner = Self.number(parts[1], digits: 2), inner < 60 else { return nil }
      minutes = first * 60 + inner
    }
    self = .milliseconds((minutes * 60 + whole) * 1000 + milliseconds)
  }

  private static func number(_ text: some StringProtocol, digits: Int) -> Int64? {
    guard (1...digits).contains(text.utf8.count), text.utf8.allSatisfy({ (48...57).contains($0) })
    else { return nil }
    return Int64(text)
  }
}
