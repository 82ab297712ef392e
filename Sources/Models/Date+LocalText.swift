import FoundationEssentials

extension Date {
  /// Reads a minute as the clock on the wall shows it: `2026-03-01 06:30`, as ``LocalTime/text`` writes it.
  ///
  /// - Returns: `nil` for anything else, and for days and times that do not exist.
  public init?(localText text: some StringProtocol) {
    guard let wall = Date(iso8601: "\(text):00Z") else { return nil }
    // An offset belongs to a moment, which is what we look for: guess it, then look again from there.
    let guess = wall.addingTimeInterval(-Double(LocalTime(wall).offset))
    self = wall.addingTimeInterval(-Double(LocalTime(guess).offset))
  }
}
