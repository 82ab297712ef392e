import ReducerTestSupport
import SystemTestSupport
import TerminalUI
import Testing

@testable import Scripting

/// Tests that scripts and recordings of each released version can be played.
@Suite(.checksForLeaks)
@MainActor
struct CompatibilityTests {
  @Test(arguments: ReleasedFiles.all, ["script.ladder", "recording.ladder"])
  func `a script is played to its end`(files: ReleasedFiles, name: String) async throws {
    let script = try Script(contentsOf: files.path(of: name))
    #expect(script.steps.count > 10)
    try await VirtualStage(script).play()
  }

  @Test(.writesRelease)
  func `the files of a release are written`() async throws {
    let files = try #require(ReleasedFiles.new)
    let script = try Self.script
    let commands = Set(script.split(separator: "\n").map { $0.prefix { $0 != " " } })
    let forms = Script.grammar.map(\.name).filter { $0 != "include" }
    #expect(commands.isSuperset(of: forms.map { $0[...] }))
    files.write(script, to: "script.ladder")

    let recording = try await SessionRecorderTests().record("set prep-seconds 0") { stage, time in
      stage.handle(.key(.enter))
      stage.handle(.key("s"))
      for _ in 1...5 {
        stage.handle(.key(.space))
        try await time.pass(.seconds(1))
      }
      stage.handle(.key("s"))
      stage.handle(.resize(Size(60, 20)))
    }
    files.write(recording.recording, to: "recording.ladder")
  }

  /// A script with every command except `include`, as it is written by this version.
  private static var script: String {
    get throws {
      let script = try Script(
        parsing: """
          size 80x24
          clock 2026-03-01T06:30:15.250+01:00
          seed 7
          zone Europe/Berlin
          locale C.UTF-8
          db fixture gym
          as Ann
          group "Club"
          racer Ben every 1s ±200ms after 1s opens pushups-2min until 90s offline 5s for 4s
          racer Cleo every 1100ms leaves 20s
          set prep-seconds 0
          problem "a problem"
          press Esc
          press Enter
          expect "Push-ups" within 1s
          press s
          rep 12 every 950ms ±80ms
          hold Space
          release Space
          expect /REPS \\d+/ within 2s
          focus lost
          focus gained
          advance 1.5s
          suspend 5s
          resize 100x30
          disk read-only
          disk writable
          network off
          network on
          press s
          expect new "Saved"
          expect not "REPS 99"
          shot saved.svg
          caption "A caption"
          speed 20
          press Esc x2
          wheel down 3,4
          tap 3,4
          paste "text"
          restart
          press Enter
          press Esc
          press /
          type "plank"
          press Esc
          tap "Profile"
          press q
          end
          """, file: "script")
      return script.setup.text + script.steps.map { $0.command.text + "\n" }.joined()
    }
  }
}
