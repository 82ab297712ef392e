import Glibc
import Models
import SystemTestSupport
import Testing

@testable import LadderCommands

/// Tests of `ladder remind`.
struct RemindCommandTests {
  private let folder = TestFolder()
  private var program: Program {
    Program(environment: ["XDG_CONFIG_HOME": folder.path, "LADDER_DATA": folder.path + "/data"])
  }

  @Test(arguments: [
    ("all", "18:00", "*-*-* 18:00:00"), ("mon wed fri", "6:30", "Mon,Wed,Fri *-*-* 06:30:00"),
    ("sun", "00:00", "Sun *-*-* 00:00:00"),
  ])
  func `the timer has the days and the time`(days: String, time: String, expected: String) {
    mkdir(folder.path + "/ladder", 0o700)
    writeFile("training-days = \(days)\n", to: folder.path + "/ladder/settings")
    defer {
      unlink(folder.path + "/ladder/settings")
      rmdir(folder.path + "/ladder")
    }
    let outcome = program.run(["remind", "--at", time])
    #expect(outcome.exitCode == 0 && outcome.errors.isEmpty)
    #expect(outcome.output.contains("OnCalendar=\(expected)\n"))
    #expect(outcome.output.split(separator: "\n").allSatisfy { $0.count <= 100 })
    // Nothing is created.
    #expect(folder.contents == ["ladder"])
  }

  @Test(arguments: ["24:00", "18", "18:60", "18:0", "+1:00", "2026-01-05 18:00", "", "1\n8:00"])
  func `another time is explained`(time: String) {
    let outcome = program.run(["remind", "--at", time])
    #expect(outcome.exitCode == 2)
    #expect(outcome.errors.hasPrefix("ladder: --at must be a time of day from 00:00 to 23:59"))
  }

  @Test func `the time is optional, as the usage says`() {
    #expect(program.run(["remind"]).output.contains("OnCalendar=*-*-* 18:00:00\n"))
  }

  @Test(.needs("systemd-analyze"))
  func `systemd accepts the times`() throws {
    let analyze = Program(environment: [:], path: try #require(Tools.path(of: "systemd-analyze")))
    for days in TrainingDays.presets {
      let line = try #require(
        RemindCommand.units(days, at: "18:00").split(separator: "\n").first {
          $0.hasPrefix("OnCalendar=")
        })
      #expect(analyze.run(["calendar", String(line.dropFirst(11))]).exitCode == 0)
    }
  }
}
