import ReducerTestSupport
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
