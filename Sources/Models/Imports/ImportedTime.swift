/// The times and durations of other programs' files.
enum ImportedTime {
  /// Returns a time in the form that ``TypedTime`` parses, such as `2026-03-01 18:30:00`; `nil` if it can't be read.
  ///
  /// A month can be a name, a time can have AM or PM, and a date without a time means noon.
  ///
  /// - Parameter order: `dmy` or `mdy` for dates such as 3/4/2026; otherwise an ambiguous date is refused.
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
      case "am", "a", "pm", "p": isAfternoon = word.hasPrefix("p")
      case "", "t", "m", "at", "de": break
      default:
        month = months.firstIndex { $0.contains { word.hasPrefix($0) } }.map { $0 + 1 }
        if month == nil { return nil }
      }
      _ = scanner.skipWhile { !$0.isASCIIDigit && !$0.properties.isAlphabetic }
    }
    guard let date = date(&numbers, month, order, isPointed: text.contains(".")) else { return nil }
    guard !numbers.isEmpty else { return "\(date) 12:00:00" }
    // A fourth number is the fraction of a second.
    var clock = numbers.prefix(3).map { $0.utf8.count <= 2 ? Int($0) ?? 99 : 99 }
    guard (2...4).contains(numbers.count), clock[0] < 24 else { return nil }
    if let isAfternoon { clock[0] = clock[0] % 12 + (isAfternoon ? 12 : 0) }
    return "\(date) \((clock + [0]).prefix(3).map(\.twoDigits).joined(separator: ":"))"
  }

  /// Removes the day, the year and a numeric month from `numbers`, and returns the date.
  private static func date(
    _ numbers: inout [Substring], _ month: Int?, _ order: ImportFormat.Column, isPointed: Bool
  ) -> String? {
    var parts = numbers.prefix(month == nil ? 3 : 2).map { $0.utf8.count <= 4 ? Int($0) ?? 0 : 0 }
    guard parts.count == (month == nil ? 3 : 2) else { return nil }
    numbers.removeFirst(parts.count)
    let isYearFirst = parts[0] > 999
    let year = isYearFirst ? parts.removeFirst() : parts.removeLast()
    guard year > 999 else { return nil }
    if let month { return CivilDate(year: year, month: month, day: parts[0]).text }
    let isClear = parts[0] > 12 || parts[1] > 12 || parts[0] == parts[1]
    guard isClear || isYearFirst || isPointed || order != .date else { return nil }
    let isMonthFirst =
      order == .mdy || order == .date && (isYearFirst || !isPointed && parts[1] > 12)
    if !isMonthFirst { parts.reverse() }
    guard parts.allSatisfy({ (1...31).contains($0) }) else { return nil }
    return CivilDate(year: year, month: parts[0], day: parts[1]).text
  }

  /// The beginnings of the months' names in English, German, French, Spanish, Italian and Portuguese, without accents.
  private static let months = """
    jan ene gen,feb fev,mar mrz,apr abr avr,may mai mag,jun juin giu,jul juil lug,aug aou ago,\
    sep set,oct okt out ott,nov,dec dez dic
    """.split(separator: ",").map { $0.split(separator: " ") }

  /// The number of seconds in each unit of a duration.
  private static let unitSizes = ["h": 3600, "m": 60, "min": 60, "s": 1, "sec": 1, "": 1]

  /// Returns a duration of up to a day: `1h 12m`, `45m`, `3600` (seconds) or `1:05:12`; `nil` for other texts.
  static func duration(_ text: String) -> Duration? {
    if let clock = Duration(clockText: text) { return clock }
    var (scanner, seconds) = (TextScanner(text.lowercased()), 0)
    while !scanner.isAtEnd {
      guard let number = Int(scanner.skipDigits()), number <= 86_400,
        let size = unitSizes[String(scanner.skipWhile(\.properties.isAlphabetic))]
      else { return nil }
      seconds += number * size
      scanner.skipSpaces()
    }
    return !text.isEmpty && seconds <= 86_400 ? .seconds(seconds) : nil
  }
}
