import FoundationEssentials
import Glibc
import Models
import SQLite
import SystemTestSupport
import Testing

@testable import ClientsLive

/// Tests of local days with daylight saving time and with changes of the time zone.
struct TimeZoneTests {
  private let folder = TestFolder()

  private func program(in zone: String) -> Program {
    Program(environment: ["LADDER_DATA": folder.path, "LADDER_USER": "Ann", "TZ": zone])
  }

  private func log(_ moment: String, in zone: String) {
    let outcome = program(in: zone).run(
      ["log", "pushups-2min", "--reps", "10", "--time", "01:00", "--at", moment])
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
  }

  /// Returns the number of days with workouts, and the length of each streak.
  private func days() throws -> (count: Int, runs: [Int]) {
    let stores = try #require(try Connection.openExisting(in: DataFolder(path: folder.path)))
    defer { stores.close() }
    let runs = try stores.all("SELECT last - first + 1 FROM runs WHERE calendar = 8") {
      Int($0.integer(0))
    }
    return (runs.reduce(0, +), runs)
  }

  /// Central European Time as a POSIX rule, which needs no time zone files.
  private let berlin = "CET-1CEST,M3.5.0,M10.5.0/3"

  @Test(arguments: [
    // Daylight saving time starts on 30 March 2025 and ends on 26 October 2025.
    (month: "2025-03", days: 27...31), (month: "2025-10", days: 23...28),
  ])
  func `each day of a week in which the clock is changed counts once`(
    month: String, days range: ClosedRange<Int>
  ) throws {
    for day in range {
      for time in ["00:10", "12:00", "23:50"] { log("\(month)-\(day) \(time)", in: berlin) }
    }
    #expect(try days() == (range.count, [range.count]))
    #expect(Doctor(folder: DataFolder(path: folder.path), settingsFile: nil).findings() == [])
  }

  @Test func `repeated hours count for their day, and skipped hours are refused`() throws {
    log("2025-10-26 02:30", in: berlin)
    #expect(try days() == (1, [1]))
    let outcome = program(in: berlin).run([
      "log", "pushups-2min", "--reps", "10", "--at", "2025-03-30 02:30",
    ])
    #expect(outcome.exitCode == 2)
    #expect(
      outcome.errors
        == "ladder: --at \"2025-03-30 02:30\" does not exist here, because clocks were set forward past it\n"
    )
    #expect(try days() == (1, [1]))
  }

  @Test func `a skipped day is refused in each date format`() throws {
    for moment in ["2011-12-30", "2011-12-30 00:00", "2011-12-30T23:59"] {
      let outcome = program(in: "Pacific/Apia").run([
        "log", "pushups-2min", "--reps", "10", "--at", moment,
      ])
      #expect(outcome.errors.contains("clocks were set forward past it"), "\(outcome)")
      #expect(outcome.exitCode == 2)
    }
    log("2011-12-30T09:59Z", in: "Pacific/Apia")
    log("2011-12-30T10:00Z", in: "Pacific/Apia")
    let history = program(in: "UTC").run(["history"]).output
    #expect(history.contains("2011-12-29 23:59") && history.contains("2011-12-31 00:00"))
  }

  @Test func `all lists in another time zone keep the day of a workout`() throws {
    let losAngeles = "PST8"
    let tokyo = "JST-9"
    log("2025-11-20 22:00", in: losAngeles)
    let sets = program(in: losAngeles).run(["log", "squat", "100kgx5", "--at", "2025-11-20 21:00"])
    #expect(sets.output == "Saved: squat, 100kgx5, 2025-11-20 21:00\n")
    let history = program(in: tokyo).run(["history"]).output
    #expect(history.contains("2025-11-20 22:00") && history.contains("2025-11-20 21:00"))
    #expect(program(in: tokyo).run(["history", "2025-11-20"]).output == history)
    #expect(
      program(in: tokyo).run(["history", "2025-11-21"]).output == "No workouts by Ann match.\n")
    #expect(program(in: tokyo).run(["records", "squat"]).output.contains("2025-11-20"))
    let json = program(in: tokyo).run(["history", "--json"]).output
    #expect(
      json.contains("\"day\":\"2025-11-20\",\"started_at\":\"2025-11-20T22:00:00.000-08:00\""))
    let board = program(in: tokyo).run(["leaderboard", "pushups-2min"]).output
    #expect(board.contains("2025-11-20 22:01"))
    let entries = program(in: tokyo).run(["leaderboard", "pushups-2min", "--json"]).output
    #expect(entries.contains("\"achieved_at\":\"2025-11-20T22:01:00.000-08:00\""))
    // A time with an offset is a local time with that offset.
    log("2025-11-22T22:00:00-08:00", in: tokyo)
    #expect(program(in: "UTC0").run(["history", "2025-11-22"]).output.contains("2025-11-22 22:00"))
  }

  @Test func `a workout keeps the local day on which it was done`() throws {
    log("2025-06-10 23:00", in: "WEST+11")
    // The same hour in UTC is one day later in the second time zone, and two days later in the third.
    log("2025-06-11 11:00", in: "EAST-1")
    log("2025-06-12 00:30", in: "FAR-14")
    #expect(try days() == (3, [3]))
    log("2025-06-13 09:00", in: "WEST+11")
    #expect(try days() == (4, [4]))
  }

  @Test(arguments: [("WEST+11", -11), ("UTC0", 0), ("FAR-14", 14)])
  func `the week of the leaderboard uses the person's local days`(
    zone: String, hours: Double
  ) throws {
    let today = { Int64(((Date().timeIntervalSince1970 + hours * 3600) / 86_400).rounded(.down)) }
    let day = today()
    var program = Program(
      environment: ["LADDER_DATA": folder.path, "XDG_CONFIG_HOME": folder.path, "TZ": zone])
    for ago in 0...7 {
      let date = CivilDate(daysSince1970: day - Int64(ago)).text
      let outcome = program.run([
        "log", "pushups-2min", "--as", "Day \(ago)", "--reps", "9", "--at", "\(date) 00:00",
      ])
      #expect(outcome.exitCode == 0, "\(outcome.errors)")
    }
    for start in Settings.WeekStart.allCases {
      makeFolders(folder.path + "/ladder")
      folder.write("week-start = \(start)\n", to: "ladder/settings")
      program.environment["LADDER_USER"] = "Day 0"
      let board = program.run(["leaderboard", "pushups-2min", "--week"]).output
      // Skip the test if the day has changed meanwhile.
      guard today() == day else { return }
      let week = Week(of: day, startingOn: start)
      for ago in 0...7 {
        #expect(
          board.contains("Day \(ago) ") == week.contains(day - Int64(ago)), "\(start): \(board)")
      }
    }
  }

  @Test(arguments: ["/pipe", ":/pipe", "pipe", ":", "../pipe"])
  func `a pipe as a time zone is refused without waiting`(value: String) {
    mkfifo(folder.path + "/pipe", 0o600)
    mkfifo(folder.path + "/Universal", 0o600)
    makeFolders(folder.path + "/zones")
    let zone = value.replacing(
      "/pipe", with: value.contains("..") ? "/pipe" : folder.path + "/pipe")
    let zones = value.contains("..") ? "/zones" : ""
    let outcome = Program(
      environment: ["LADDER_DATA": folder.path, "TZ": zone, "TZDIR": folder.path + zones]
    ).run(["history"])
    #expect(outcome.exitCode == 2)
    #expect(
      outcome.errors.hasPrefix("ladder: TZ=\(zone) is not a time zone; set it to one in "),
      "\(outcome.errors)")
  }

  @Test(arguments: [":/dev/tty", "/dev/zero", "../../../dev/zero", ":/etc/passwd", "."])
  func `a file that is not a system time zone is refused`(zone: String) {
    let outcome = Program(environment: ["LADDER_DATA": folder.path, "TZ": zone]).run(["history"])
    #expect(outcome.exitCode == 2)
    #expect(outcome.errors.hasPrefix("ladder: TZ=\(zone) is not a time zone; set it to one in "))
  }

  @Test(arguments: ["", ":", "UTC", ":UTC", "Nowhere/Else", "CET-1CEST,M3.5.0,M10.5.0/3"])
  func `a zone, a rule and an unknown name are accepted`(zone: String) {
    let outcome = Program(environment: ["LADDER_DATA": folder.path, "TZ": zone]).run(["history"])
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
  }
}
