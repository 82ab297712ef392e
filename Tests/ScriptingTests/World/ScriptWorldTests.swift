import FoundationEssentials
import Models
import ReducerTestSupport
import SQLite
import SystemTestSupport
import TerminalUI
import Testing

@testable import ClientsLive
@testable import Scripting

@Suite(.checksForLeaks)
@MainActor
struct ScriptWorldTests {
  /// Plays a script.
  ///
  /// - Returns: The workouts in the database afterwards.
  @discardableResult
  private func play(_ text: String) async throws -> [String] {
    let script = try Script(parsing: "set prep-seconds 0\n" + text, file: "test")
    let played = try VirtualStage(script)
    try await played.play()
    let kept = try await played.world.database.run { try $0.kept(since: script.setup.clock) }
    return kept.split(separator: "\n").map(String.init)
  }

  @Test func `a restarted program continues with its data`() async throws {
    try await play(
      """
      press Enter
      press s
      rep 3 every 1s
      restart
      expect "Resume"
      """)
  }

  @Test func `identifiers are unique across restarts`() async throws {
    let workout = "press Enter\npress s\nrep 2 every 1s\npress s\nrestart\n"
    #expect(try await play(workout + workout + workout).count == 3)
  }

  @Test func `a restart ends the previous program and its effects`() async throws {
    try await play(
      """
      press Enter
      press s
      rep 3 every 1s
      restart
      press Esc
      advance 200s
      expect not "Saved"
      press 3
      expect "0 workouts"
      """)
  }

  @Test func `nothing is saved on a read-only disk`() async throws {
    let kept = try await play(
      """
      press Enter
      press s
      rep 3 every 1s
      disk read-only
      press s
      expect "Something went wrong"
      """)
    #expect(kept.map { $0.hasPrefix("unfinished") } == [true])
  }
}

@Suite(.checksForLeaks)
@MainActor
struct DemoTests {
  /// Plays the demos on the whole app: their expectations must be met.
  @Test(arguments: Demo.all.map(\.name))
  func `a demo plays to its end and exits`(name: String) async throws {
    let demo = try #require(Demo.all.first { $0.name == name })
    let played = try VirtualStage(try demo.script())
    try await played.play()
    #expect(played.world.program.exit == Exit())
  }

  @Test(arguments: [("tour", 20), ("screens", 58), ("race", 55)])
  func `a demo of several screens takes less than a minute`(name: String, seconds: Int) throws {
    let demo = try #require(Demo.all.first { $0.name == name })
    #expect(try demo.script().duration < .seconds(seconds))
  }

  @Test(.checkOnly) func `playback of a script is reproducible`() async throws {
    func cast() async throws -> String? {
      let played = try VirtualStage(try Demo.all[0].script())
      let recorder = VirtualRecorder(played, into: Cast(title: "test"))
      try await played.play()
      return recorder.finish().text
    }
    let first = try #require(try await cast())
    #expect(try await cast() == first)
  }

  @Test(arguments: Fixture.names)
  func `a fixture can be read and fills a database`(name: String) throws {
    let fixture = Fixture(named: name)
    #expect(fixture.entries.count > 20)
    let (stores, ann) = (try Connection.inMemory(), try #require(PersonName("Ann")))
    try fixture.fill(stores, person: ann, clock: Date(timeIntervalSince1970: 1_767_225_600))
    #expect(try stores.strength.summaries(of: ann).isEmpty == (name == "gym"))
  }
}
