import FoundationEssentials

extension Date {
  /// The age in words, rounded down: `just now`, `5 minutes ago`, `3 hours ago`, `1 day ago`.
  ///
  /// - Parameter now: The current time. A clock that was set back makes nothing older than just now.
  public func ageText(at now: Date) -> String {
    // An untrusted date may be any number of seconds away.
    let seconds = Int(now.timeIntervalSince(self).clamped(to: 0...1e11))
    let (count, unit) =
      switch seconds {
      case ..<60: (0, "")
      case ..<3600: (seconds / 60, "minute")
      case ..<86_400: (seconds / 3600, "hour")
      default: (seconds / 86_400, "day")
      }
    return count == 0 ? "just now" : "\(count) \(unit)\(count == 1 ? "" : "s") ago"
  }
}
