import FoundationEssentials
import Glibc
import Models
import SQLite
import SystemTestSupport
import Testing

@testable import ClientsLive

/// Tests of redacted recordings, with marked words in all places where personal data can be.
struct RedactedRecordingTests {
  /// A folder whose path must not be in the recording.
  private let home = TestFolder()

  private static let words = ["Marked", "marked", "MARKED", "Kolkata", "Asia", "+05:30"]

  private func found(in path: String) throws -> [String] {
    let text = String(decoding: try #require(readBytes(path)), as: UTF8.self)
    return (Self.words + [home.path]).filter { text.contains($0) }
  }

  private func fill(_ data: DataFolder) throws {
    let stores = try Stores.open(in: data)
    let name = try #require(PersonName("Marked Ann"))
    let custom = try stores.challenges.add(
      .custom(
        "own-marked", name: "Marked hop", kind: .core, scoring: .hold, instructions: ["Marked how"])
    )
    let start = Date(millisecondsSince1970: 1_772_400_000_000)
    for challenge in [custom.id, "pushups-2min"] {
      let draft = WorkoutDraft(
        id: UUID(), challenge: challenge, startedAt: start, duration: .seconds(60),
        log: RepLog(milliseconds: [1500, 3000]) ?? RepLog())
      _ = try stores.workouts.finish(
        draft, note: WorkoutNote("Marked note"), by: name)
    }
    var unfinished = WorkoutDraft(
      id: UUID(), challenge: "pushups-2min", startedAt: start, duration: .seconds(9))
    unfinished.ghost = Ghost(name: "Marked rival", log: RepLog())
    try stores.unfinished.checkpoint(
      unfinished, by: name, owner: ProcessIdentity(text: "Marked-boot/1/1"))
    #expect(try stores.people.rename(name, to: try #require(PersonName("Marked Bob"))) == .renamed)
    try stores.events.record(UsageEvent(feature: "Marked feature", at: start))
    stores.close()
  }

  @Test func `a redacted recording has no personal data, and can be played`() throws {
    let folder = home.path + "/marked"
    makeFolders(folder + "/ladder")
    chmod(folder, 0o700)
    defer {
      for folder in [folder + "/ladder", folder] {
        for name in folderContents(folder) { unlink("\(folder)/\(name)") }
        rmdir(folder)
      }
    }
    writeFile(
      """
      name = Marked Bob
      rest-seconds = 77
      key.rep = F5 Space
      key.marked-action = F6
      key.pause = Marked
      Marked line
      marked-setting = Marked
      """, to: folder + "/ladder/settings")
    try fill(DataFolder(path: folder))
    let path = folder + "/session.ladder"
    let terminal = try WatchedTerminal(
      ["--data", folder, "--record", path, "--redact"],
      environment: [
        "XDG_CONFIG_HOME=\(folder)", "HOME=\(folder)", "USER=marked", "TZ=Asia/Kolkata",
      ])
    // The sheet about the settings, and the unfinished workout.
    try terminal.wait(for: "Something went wrong")
    try terminal.type("\u{1B}", until: "Resume this workout?")
    try terminal.type("\u{1B}", until: "Enter open")
    // Typing into a text field, and keys elsewhere.
    try terminal.type("/")
    for letter in "Marked" { try terminal.type("\(letter)") }
    try terminal.wait(for: "/Marked")
    try terminal.type("\u{1B}")
    try terminal.wait(until: { !terminal.shows("/Marked") }, "end of the search")
    try terminal.type("MARKED")
    try terminal.type("q")
    #expect(terminal.session.finish().code == 0)

    let recording = try #require(readFile(path))
    #expect(try found(in: path) == [], "\(recording)")
    #expect(try found(in: path + ".db") == [])
    #expect(recording.contains("\nzone UTC\n") && recording.contains("\nas \"Person 1\"\n"))
    #expect(recording.contains("\nset rest-seconds \"77\"\nset key.rep \"F5 Space\"\nproblem "))
    let played = Program(environment: [:]).run(["play", path, "--speed", "max"])
    #expect(played.exitCode == 0 && played.errors.isEmpty, "\(played.errors)")
  }
}
