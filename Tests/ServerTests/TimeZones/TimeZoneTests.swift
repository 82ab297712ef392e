import FoundationEssentials
import SystemTestSupport
import Testing

@testable import Models
@testable import Server

/// Tests of the offsets of time zones.
struct TimeZoneTests {
  @Test(
    .requiresTimeZones,
    arguments: [
      // Summer time in Los Angeles begins on 2026-03-08 and ends on 2026-11-01, both at 02:00.
      ("America/Los_Angeles", "2026-03-08T09:59:59Z", -8),
      ("America/Los_Angeles", "2026-03-08T10:00:00Z", -7),
      ("America/Los_Angeles", "2026-11-01T08:59:59Z", -7),
      ("America/Los_Angeles", "2026-11-01T09:00:00Z", -8),
      // In Auckland, summer time ends on 2026-04-05 at 03:00 and begins on 2026-09-27 at 02:00.
      ("Pacific/Auckland", "2026-04-04T13:59:59Z", 13),
      ("Pacific/Auckland", "2026-04-04T14:00:00Z", 12),
      ("Pacific/Auckland", "2026-09-26T13:59:59Z", 12),
      ("Pacific/Auckland", "2026-09-26T14:00:00Z", 13),
      // After the last transition in a file, the rule of the file applies.
      ("Pacific/Auckland", "2090-01-01T00:00:00Z", 13),
      ("Pacific/Auckland", "2090-07-01T00:00:00Z", 12),
      ("UTC", "2026-07-01T00:00:00Z", 0),
      ("Asia/Tokyo", "2026-07-01T00:00:00Z", 9),
      // Before the first transition, local mean time applies.
      ("America/Juneau", "1867-01-01T00:00:00Z", 15),
    ])
  func `a time zone's rules return its offset`(name: String, time: String, hours: Int64) throws {
    let rules = try #require(TimeZones.rules(named: name))
    let seconds = try #require(Date(iso8601: time)).millisecondsSince1970 / 1000
    #expect(rules.offset(at: seconds) / 3600 == hours)
  }

  @Test(arguments: [
    ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "2026-03-29T00:59:59Z", -7200),
    ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "2026-03-29T01:00:00Z", -3600),
    ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "2026-10-25T01:00:00Z", -7200),
    // In Ireland's rule, winter time is the exception.
    ("IST-1GMT0,M10.5.0,M3.5.0/1", "2026-07-01T00:00:00Z", 3600),
    ("IST-1GMT0,M10.5.0,M3.5.0/1", "2026-12-31T23:59:59Z", 0),
    ("EST5EDT,J60/2:30,300/25", "2028-03-01T07:29:59Z", -18_000),
    ("EST5EDT,J60/2:30,300/25", "2028-03-01T07:30:00Z", -14_400),
    ("EST5EDT,J60/2:30,300/25", "2028-10-28T04:59:59Z", -14_400),
    ("EST5EDT,J60/2:30,300/25", "2028-10-28T05:00:00Z", -18_000),
    ("<+0545>-5:45", "2026-01-01T00:00:00Z", 20_700),
  ])
  func `a POSIX rule returns its offset`(text: String, time: String, offset: Int64) throws {
    let rule = try #require(PosixTimeZone(text))
    let seconds = try #require(Date(iso8601: time)).millisecondsSince1970 / 1000
    #expect(rule.offset(at: seconds) == offset)
  }

  @Test(arguments: [
    "", "UT", "UTC", "UTC25", "EST5EDT", "EST5EDT,", "EST5EDT,M3.2.0", "EST5EDT,M13.2.0,M11.1.0",
    "EST5EDT,M3.6.0,M11.1.0", "EST5EDT,M3.2.0,M11.1.0 ", "<EST5", "EST5EDT,J0,J365",
    "EST5EDT,M3.2.0/168,M11.1.0", "EST5EDT,M3.2.0/2:60,M11.1.0", "EST99999999999999999999",
  ])
  func `an incomplete rule is refused`(text: String) {
    #expect(PosixTimeZone(text) == nil)
  }

  @Test(arguments: [
    "", "/", "/etc/passwd", "../zoneinfo/UTC", "Europe", "Europe/", "Nowhere/City", "zone.tab",
    "tzdata.zi", "Europe/Berlin\u{0}", "right/UTC", String(repeating: "a", count: 100_000),
  ])
  func `an unknown time zone is refused`(name: String) {
    #expect(TimeZones.rules(named: name) == nil)
    #expect(throws: StorageError.self) { try TimeZones().rules(name) }
  }

  @Test(.requiresTimeZones)
  func `a damaged file is refused or read without a crash`() throws {
    let file = try #require(readBytes("/usr/share/zoneinfo/Pacific/Auckland"))
    var generator = Random(state: 23)
    let shorter = (0..<file.count).filter { TimeZoneRules(file: Array(file[..<$0])) != nil }
    #expect(shorter == [])
    for _ in 0..<1000 {
      var damaged = file
      for _ in 0..<4 {
        let position = Int.random(in: 0..<damaged.count, using: &generator)
        damaged[position] = UInt8.random(in: 0...255, using: &generator)
      }
      guard let rules = TimeZoneRules(file: damaged) else { continue }
      for seconds: Int64 in [.min / 2000, 0, 1_772_348_400, .max / 2000] {
        #expect(abs(rules.offset(at: seconds)) < 100_000)
      }
    }
  }
}

extension Trait where Self == ConditionTrait {
  /// Skips a test if the time zones of the IANA database are not installed.
  static var requiresTimeZones: Self {
    .enabled(if: TimeZones.rules(named: "Pacific/Auckland") != nil, "needs the package tzdata")
  }
}
