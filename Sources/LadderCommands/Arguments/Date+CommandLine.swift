import FoundationEssentials
import Glibc
import Models

extension Date {
  /// Reads a moment as a person writes it: `2026-03-01 06:30` and `06:30` (today) in local time, or ISO 8601 with
  /// seconds and a zone.
  ///
  /// - Returns: nil for anything else, and for days and times that do not exist.
  init?(commandLineText text: String, today: Date) {
    if let moment = Date(iso8601: text) {
      self = moment
      return
    }
    let words = text.split { $0 == " " || $0 == "T" }
    guard let clock = words.last, words.count <= 2 else { return nil }
    let day = words.count == 2 ? String(words[0]) : LocalTime(today).date.text
    // Through the strict reader, as if it were UTC; only the zone is left to find.
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
