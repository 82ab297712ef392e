import FoundationEssentials

/// A writer of iCalendar files (RFC 5545) with all-day events.
public struct CalendarText {
  /// An event that takes a whole day.
  public struct Event {
    /// An identifier that stays the same when the event changes, so that a calendar updates it.
    public let id: String
    /// The day, counted from 1970-01-01.
    public let day: Int64
    public let title: String
    public let details: String

    public init(id: String, day: Int64, title: String, details: String) {
      self.id = id
      self.day = day
      self.title = title
      self.details = details
    }
  }

  /// Returns the file.
  ///
  /// - Parameter now: The time of creation.
  /// - Complexity: O(n).
  public static func text(of events: [Event], at now: Date) -> String {
    let stamp = now.iso8601.filter { $0 != "-" && $0 != ":" }.prefix(15) + "Z"
    var lines = [
      "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Ladder//Ladder//EN", "CALSCALE:GREGORIAN",
    ]
    for event in events {
      lines += [
        "BEGIN:VEVENT", "UID:\(event.id)", "DTSTAMP:\(stamp)",
        "DTSTART;VALUE=DATE:\(date(event.day))", "DTEND;VALUE=DATE:\(date(event.day + 1))",
        "SUMMARY:\(escaped(event.title))", "DESCRIPTION:\(escaped(event.details))",
        "TRANSP:TRANSPARENT", "END:VEVENT",
      ]
    }
    lines.append("END:VCALENDAR")
    return lines.map { folded($0) + "\r\n" }.joined()
  }

  private static func date(_ day: Int64) -> String {
    CivilDate(daysSince1970: day).text.filter { $0 != "-" }
  }

  /// Returns a text with special characters escaped and control characters removed.
  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\", ";", ",": result += "\\" + String(scalar)
      case "\n": result += "\\n"
      case _ where scalar.properties.generalCategory == .control: continue
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// The maximum number of bytes of a line without its line break.
  private static let maxLineLength = 75

  /// Returns a line folded into lines of at most 75 bytes. All but the first begin with a space. No character is split.
  private static func folded(_ line: String) -> String {
    var (result, length) = ("", 0)
    for scalar in line.unicodeScalars {
      let size = String(scalar).utf8.count
      if length + size > maxLineLength {
        result += "\r\n "
        length = 1
      }
      result.unicodeScalars.append(scalar)
      length += size
    }
    return result
  }
}
