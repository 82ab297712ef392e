import FoundationEssentials
import Glibc
import Models

extension Date {
  /// Parses a date from a command line: `2026-03-01 06:30` or `06:30` (today) in local time, or ISO 8601 with
  /// seconds and a time zone.
  ///
  /// - Returns: `nil` for any other format, and for dates and times that don't exist.
  init?(commandLineText text: String, today: Date) {
    if let moment = Date(iso8601: text) {
      self = moment
      return
    }
    let words = text.split { $0 == " " || $0 == "T" }
    guard let clock = words.last, words.count <= 2 else { return nil }
    let day = words.count == 2 ? String(words[0]) : LocalTime(today).date.text
    // Parse it as UTC, because that parser is strict. `mktime` then applies the time zone.
    guard let nominal = Date(iso8601: "\(day)T\(clock):00Z") else { return nil }
    var time = tm()
    var seconds = time_t(nominal.timeIntervalSince1970)
    gmtime_r(&seconds, &time)
    time.tm_isdst = -1
    let local = mktime(&time)
    guard local != -1 else { return nil }
    self.init(timeIntervalSince1970: Double(local))
  }
}
