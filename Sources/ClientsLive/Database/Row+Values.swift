import FoundationEssentials
import Models
import SQLite

/// Reads numbers that may have been edited by hand. Values out of range are clamped, so that later arithmetic
/// cannot overflow.
extension Row {
  /// Returns a count.
  func count(_ column: Int32) -> Int { Int(integer(column).clamped(to: 0...1_000_000_000_000)) }

  /// Returns a duration stored in milliseconds, at most 100 years.
  func duration(_ column: Int32) -> Duration {
    .milliseconds(integer(column).clamped(to: 0...3_155_760_000_000))
  }

  /// Returns a date between the years 1 and 9999.
  func date(_ column: Int32) -> Date {
    Date(millisecondsSince1970: integer(column)).roundedToMilliseconds
  }

  /// Returns an offset from UTC in seconds, less than a day.
  func utcOffset(_ column: Int32) -> Int { Int(integer(column).clamped(to: -86_399...86_399)) }

  /// Returns a local day between the years 1 and 9999, in days since 1970-01-01.
  func day(_ column: Int32) -> Int64 { integer(column).clamped(to: -719_162...2_932_896) }
}
