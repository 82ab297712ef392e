/// The days of the week on which a person trains.
///
/// Other days don't break a streak.
public struct TrainingDays: Hashable, Sendable {
  /// The days as in ``CivilDate/weekday``: 1 for Monday to 7 for Sunday; never empty.
  public let weekdays: Set<Int>

  public static let all = TrainingDays(Set(1...7))

  /// The sets of days that the settings offer.
  public static let presets = [
    all, [1, 2, 3, 4, 5], [1, 2, 4, 5], [1, 3, 5], [2, 4, 6], [1, 4],
  ].map {
    $0 as TrainingDays
  }

  private init(_ weekdays: Set<Int>) { self.weekdays = weekdays }

  /// Creates days from their text in the settings file: `all`, or names such as `mon wed fri`.
  ///
  /// - Returns: `nil` for any other text.
  public init?(text: String) {
    let words = text.lowercased().split { $0 == " " || $0 == "," }
    if words == ["all"] {
      self = .all
      return
    }
    var weekdays: Set<Int> = []
    for word in words {
      guard let index = Self.names.firstIndex(where: { $0.lowercased() == word }) else {
        return nil
      }
      weekdays.insert(index + 1)
    }
    guard !weekdays.isEmpty else { return nil }
    self.init(weekdays)
  }

  /// The text in the settings file.
  public var text: String {
    self == .all ? "all" : names.joined(separator: " ").lowercased()
  }

  /// The names of the days from Monday on: `Mon`.
  public var names: [String] { weekdays.sorted().map { Self.names[$0 - 1] } }

  private static let names = (0...6).map { CivilDate(daysSince1970: 4 + Int64($0)).weekdayName }

  /// Returns whether a day, counted from 1970-01-01, is a training day.
  public func contains(_ day: Int64) -> Bool {
    weekdays.contains(CivilDate(daysSince1970: day).weekday)
  }

  /// Returns whether a training day is strictly between two days, which are counted from 1970-01-01.
  func hasDay(after first: Int64, before last: Int64) -> Bool {
    last - first > 7 || (first + 1..<max(first + 1, last)).contains { contains($0) }
  }
}

extension TrainingDays: ExpressibleByArrayLiteral {
  public init(arrayLiteral weekdays: Int...) { self.init(Set(weekdays)) }
}

extension Streak {
  /// Creates the streaks: days with workouts and no missed training day between them.
  ///
  /// Today isn't over, so it doesn't break the current streak. Days after today, such as those recorded east of the
  /// date line, count too, so that the longest streak never becomes shorter.
  ///
  /// - Parameters:
  ///   - runs: The runs of consecutive days with workouts, in order. Days are counted from 1970-01-01.
  ///   - training: The days on which the person trains.
  /// - Complexity: O(n) in the runs.
  public init(
    of runs: some Sequence<(first: Int64, last: Int64)>, training: TrainingDays = .all,
    today: Int64
  ) {
    self.init()
    var count = 0
    var end: Int64?
    for (first, last) in runs {
      let isContinued = end.map { !training.hasDay(after: $0, before: first) } ?? false
      count = (isContinued ? count : 0) + max(0, Int(last - first + 1))
      longest = max(longest, count)
      if !training.hasDay(after: last, before: today) { current = max(current, count) }
      end = last
    }
  }
}
