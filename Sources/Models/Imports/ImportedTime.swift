/// The times and durations of other programs' files.
enum ImportedTime {
  /// Returns a time in the form that ``TypedTime`` parses: `2026-03-01 18:30:00`, or ISO 8601 with an offset.
  ///
  /// Names of months are those of six languages, clocks have 24 or 12 hours, and a day alone is noon.
  ///
  /// - Parameter order: `dmy` or `mdy` for dates such as 3/4/2026; otherwise one that can be read in both ways is refused.
  /// - Returns: `nil` if it can't be read.
  /// - Complexity: O(n).
  static func normalized(_ text: String, order: ImportFormat.Column) -> String? {
    guard text.utf8.count <= 64 else { return nil }
    if ISO8601Time(text.uppercased()) != nil { return text }
    var (numbers, month, isAfternoon) = ([Substring](), Int?.none, Bool?.none)
    var scanner = TextScanner(text)
    while !scanner.isAtEnd {
      let digits = scanner.skipDigits()
      if !digits.isEmpty { numbers.append(digits) }
      let word = String(scanner.skipWhile(\.properties.isAlphabetic)).folded
      switch word {
      case "am", "a": isAfternoon = false
      case "pm", "p": isAfternoon = true
      case "", "t", "m", "at", "de": break
      default:
        guard month == nil, let found = self.month(word) else { return nil }
        month = found
      }
      // Commas, points, slashes, and white space such as the narrow one before AM.
      _ = scanner.skipWhile { !$0.isASCIIDigit && !$0.properties.isAlphabetic }
    }
    guard let date = date(&numbers, month, order, isPointed: text.contains(".")) else { return nil }
    guard !numbers.isEmpty else { return "\(date) 12:00:00" }
    // The rest of more than three numbers is a fraction of a second.
    guard (2...4).contains(numbers.count), numbers.prefix(3).allSatisfy({ $0.utf8.count <= 2 }),
      var hour = Int(numbers[0])
    else { return nil }
    if let isAfternoon {
      guard (1...12).contains(hour) else { return nil }
      hour = hour % 12 + (isAfternoon ? 12 : 0)
    }
    let clock = [hour.twoDigits] + numbers[1...].prefix(2).map { (Int($0) ?? 99).twoDigits }
    return "\(date) \((clock + ["00"]).prefix(3).joined(separator: ":"))"
  }

  /// Takes the day, the month unless it has a name, and the year from the numbers of a time.
  private static func date(
    _ numbers: inout [Substring], _ month: Int?, _ order: ImportFormat.Column, isPointed: Bool
  ) -> String? {
    let count = month == nil ? 3 : 2
    guard numbers.count >= count else { return nil }
    var parts = numbers.prefix(count).map { Int($0) ?? 0 }
    let isYearFirst = numbers[0].utf8.count == 4
    guard isYearFirst || numbers[count - 1].utf8.count == 4 else { return nil }
    numbers.removeFirst(count)
    let year = isYearFirst ? parts.removeFirst() : parts.removeLast()
    if let month { return CivilDate(year: year, month: month, day: parts[0]).text }
    let isMonthFirst: Bool
    switch order {
    case .mdy: isMonthFirst = true
    case .dmy: isMonthFirst = false
    case _ where isYearFirst: isMonthFirst = true
    case _ where isPointed: isMonthFirst = false
    case _ where parts[0] > 12 || parts[1] > 12 || parts[0] == parts[1]:
      isMonthFirst = parts[1] > 12
    default: return nil
    }
    let (month, day) = isMonthFirst ? (parts[0], parts[1]) : (parts[1], parts[0])
    guard (1...99).contains(month), (1...99).contains(day) else { return nil }
    return CivilDate(year: year, month: month, day: day).text
  }

  /// The beginnings of the months' names in English, German, French, Spanish, Italian and Portuguese, without accents.
  private static let months: [[String]] = [
    ["jan", "ene", "gen"], ["feb", "fev"], ["mar", "mrz"], ["apr", "abr", "avr"],
    ["may", "mai", "mag"], ["jun", "juin", "giu"], ["jul", "juil", "lug"],
    ["aug", "aou", "ago"], ["sep", "set"], ["oct", "okt", "out", "ott"], ["nov"],
    ["dec", "dez", "dic"],
  ]

  private static func month(_ word: String) -> Int? {
    months.firstIndex { $0.contains { word.hasPrefix($0) } }.map { $0 + 1 }
  }

  /// Returns a duration such as `1h 12m`, `45m`, `3600` (seconds) or `1:05:12`.
  ///
  /// - Returns: `nil` if it can't be read, or is more than a day.
  static func duration(_ text: String) -> Duration? {
    var scanner = TextScanner(text.lowercased())
    var seconds = 0
    if let clock = Duration(clockText: text) {
      seconds = Int(clock.wholeMilliseconds / 1000)
    } else {
      repeat {
        guard let number = Int(scanner.skipDigits()), number <= 86_400 else { return nil }
        let unit = String(scanner.skipWhile(\.properties.isAlphabetic))
        guard let size = ["h": 3600, "m": 60, "min": 60, "s": 1, "sec": 1, "": 1][unit] else {
          return nil
        }
        seconds += number * size
        scanner.skipSpaces()
      } while !scanner.isAtEnd
    }
    return (0...86_400).contains(seconds) ? .seconds(seconds) : nil
  }
}
