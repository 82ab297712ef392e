/// The words with which a person looks for workouts: names of challenges and exercises, words of notes, and days.
///
/// ```swift
/// HistoryQuery("squat 2026-11")             // squats in November
/// HistoryQuery("knee 2026-10-15..")         // since 15 October, with "knee" in a name or a note
/// ```
public struct HistoryQuery: Hashable, Sendable {
  /// The words, each of which has to occur.
  public let words: [SearchWord]

  /// The local days, in days since 1970. A workout has to be in each of the ranges.
  private let ranges: [ClosedRange<Int64>]

  /// Creates a query.
  ///
  /// A day, a month or a year (`2026-11-03`, `2026-11`, `2026`) is a range of days. Two of them with `..` in
  /// between are a range, too; the first or the last can be omitted.
  ///
  /// - Complexity: O(n).
  public init(_ text: some StringProtocol) {
    var words: [SearchWord] = []
    var ranges: [ClosedRange<Int64>] = []
    for word in text.split(whereSeparator: \.isWhitespace) {
      if let range = Self.days(String(word)) {
        ranges.append(range)
      } else {
        words.append(SearchWord(word))
      }
    }
    self.words = words
    self.ranges = ranges
  }

  /// Whether every workout matches.
  public var isEmpty: Bool { words.isEmpty && ranges.isEmpty }

  /// The first day on which a workout can match; `nil` without a limit.
  public var firstDay: Int64? { ranges.map(\.lowerBound).max() }

  /// The last day on which a workout can match; `nil` without a limit.
  public var lastDay: Int64? { ranges.map(\.upperBound).min() }

  /// Returns whether a workout matches.
  ///
  /// - Parameter challenge: The workout's challenge, if known.
  /// - Complexity: O(n) in the length of the names and the note.
  public func matches(
    _ workout: Workout, of challenge: Challenge?, _ dayStart: DayStart
  ) -> Bool {
    matches(
      workout, dayStart, challengeText: challenge?.searchText ?? workout.challenge.searchText)
  }

  /// Returns whether a workout matches.
  ///
  /// - Parameter challengeText: The ``Challenge/searchText`` of its challenge, which is only read if the query has words.
  public func matches(
    _ workout: Workout, _ dayStart: DayStart, challengeText: @autoclosure () -> SearchableText
  ) -> Bool {
    let day = dayStart.day(of: workout)
    guard ranges.allSatisfy({ $0.contains(day) }) else { return false }
    if words.isEmpty { return true }
    let text = SearchableText(
      names: workout.sets.exercises, text: "\(workout.sets.text) \(workout.note?.text ?? "")")
    let challengeText = challengeText()
    return words.allSatisfy {
      challengeText.contains($0) || text.contains($0)
        || Self.isStart($0.folded, of: CivilDate(daysSince1970: day))
    }
  }

  /// Returns whether a word begins a date that is still being typed: `202`, `2026-1`, or `01.03` in some locales.
  private static func isStart(_ word: String, of date: CivilDate) -> Bool {
    word.utf8.count >= 3 && word.utf8.allSatisfy { (45...57).contains($0) }
      && (date.text.hasPrefix(word) || date.localText.hasPrefix(word))
  }

  /// The days that a query can name.
  private static let allDays =
    CivilDate(year: 1, month: 1, day: 1)
    .daysSince1970...CivilDate(year: 9999, month: 12, day: 31)
    .daysSince1970

  /// Parses a date or a range of dates; `nil` for any other word.
  private static func days(_ word: String) -> ClosedRange<Int64>? {
    guard let dots = word.firstRange(of: "..") else { return date(word[...]) }
    let (from, to) = (word[..<dots.lowerBound], word[dots.upperBound...])
    guard !from.isEmpty || !to.isEmpty else { return nil }
    let (first, last) = (from.isEmpty ? allDays : date(from), to.isEmpty ? allDays : date(to))
    guard let first, let last, first.lowerBound <= last.upperBound else { return nil }
    return first.lowerBound...last.upperBound
  }

  /// Parses a day, a month or a year.
  static func date(_ word: Substring) -> ClosedRange<Int64>? {
    let parts = word.split(separator: "-", omittingEmptySubsequences: false)
    guard
      parts.count <= 3, parts[0].utf8.count == 4,
      parts.dropFirst().allSatisfy({ $0.utf8.count == 2 }),
      parts.allSatisfy(\.isDigits)
    else { return nil }
    let numbers = parts.compactMap { Int($0) }
    let first = CivilDate(
      year: numbers[0], month: numbers.count > 1 ? numbers[1] : 1,
      day: numbers.count > 2 ? numbers[2] : 1)
    guard first.year > 0, first.isValid else { return nil }
    return switch numbers.count {
    case 1: first.daysOfYear
    case 2: first.daysOfMonth
    default: first.daysSince1970...first.daysSince1970
    }
  }
}

extension Challenge {
  /// The text in which a search looks for words: the name, the kind, the ID and the exercises.
  ///
  /// - Complexity: O(n) in the blocks of the routine.
  public var searchText: SearchableText {
    SearchableText(names: [name, kind.title, id.rawValue] + routine.exercises)
  }
}

extension Challenge.ID {
  /// The text in which a search looks for words if the challenge is unknown.
  public var searchText: SearchableText { SearchableText(names: [rawValue]) }
}
