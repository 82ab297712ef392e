import Glibc
import Models
import SystemTestSupport
import Testing

/// Tests of commands for cues in the whole program. They wait for the commands' records, never for a fixed time.
@Suite(.serialized)
struct CueSessionTests {
  private let folder = TestFolder()
  private var recording: String { folder.path + "/recording" }

  /// Starts the program with `lines` in the settings file, and with a command that records its arguments.
  private func start(_ lines: String, mode: mode_t = 0o600) throws -> PtySession {
    folder.write("#!/bin/sh\necho \"$@\" >> \(recording)\n", to: "record")
    chmod(folder.path + "/record", 0o700)
    mkdir(folder.path + "/ladder", 0o700)
    let settings = folder.path + "/ladder/settings"
    writeFile(lines.replacing("RECORD", with: folder.path + "/record"), to: settings)
    chmod(settings, mode)
    return try PtySession(
      PtySession.path(of: "ladder"),
      ["start", "squat 1s, \"90/90 -x\" 1s", "--plain", "--as", "Ann", "--data", folder.path],
      environment: ["XDG_CONFIG_HOME=\(folder.path)"])
  }

  private func removeSettings() {
    unlink(folder.path + "/ladder/settings")
    rmdir(folder.path + "/ladder")
  }

  private func quit(_ session: PtySession) {
    session.type("quit\n")
    #expect(session.finish() == (0, 0))
  }

  @Test func `a command records the cues of a workout`() throws {
    defer { removeSettings() }
    let session = try start(
      "prep-seconds = 0\ncue.work = RECORD work\ncue.say = RECORD 'it is' {text}\n"
        + "cue.end = RECORD the end\n")
    try session.wait(until: { folder.text(of: "recording").contains("done") }, "the end")
    try session.wait(for: "Saved")
    let lines = folder.text(of: "recording").split(separator: "\n")
    #expect(
      lines.filter { $0.hasPrefix("it is") } == [
        "it is squat, 1 second", "it is 90 90 -x, 1 second", "it is done, 0 reps",
      ], "\(lines)")
    #expect(!session.output.contains("failed"))
    quit(session)
  }

  @Test func `a command that takes too long is killed, and reported after the workout`() throws {
    defer { removeSettings() }
    let session = try start("prep-seconds = 0\nbeeps = off\ncue.work = sleep 1000\n")
    try session.wait(for: "the cue \"sleep\" failed (it took more than 2 seconds)")
    quit(session)
  }

  @Test func `a missing command is reported only after the workout`() throws {
    defer { removeSettings() }
    let session = try start("prep-seconds = 0\nbeeps = off\ncue.work = no-such-player x\n")
    let end = try session.wait(for: "Saved")
    try session.wait(for: "the cue \"no-such-player\" failed (No such file or directory)")
    #expect(end > 0)
    quit(session)
  }

  @Test func `commands in a file that other users can change are ignored and reported`() throws {
    defer { removeSettings() }
    let session = try start("prep-seconds = 0\ncue.work = RECORD x\n", mode: 0o666)
    try session.wait(for: "settings:2: commands for cues are ignored here")
    session.type("Esc\n")
    try session.wait(for: "Saved")
    quit(session)
    #expect(folder.text(of: "recording").isEmpty)
  }

  @Test func `the settings offer an installed player, save its command and play it`() throws {
    defer {
      removeSettings()
      unlink(folder.path + "/sounds/countdown.wav")
      rmdir(folder.path + "/sounds")
    }
    folder.write("#!/bin/sh\nwc -c < \"$1\" >> \(recording)\n", to: "paplay")
    chmod(folder.path + "/paplay", 0o700)
    let session = try PtySession(
      PtySession.path(of: "ladder"), ["--plain", "--as", "Ann", "--data", folder.path],
      environment: ["XDG_CONFIG_HOME=\(folder.path)", "PATH=\(folder.path):/usr/bin:/bin"])
    session.type(",\nc\n")
    try session.wait(for: "last three before a change")
    session.type("Right\n")
    try session.wait(for: "sound (paplay)")
    session.type("t\n")
    try session.wait(until: { !folder.text(of: "recording").isEmpty }, "the sound")
    #expect(folder.text(of: "recording") == "\(Cue.countdown.soundFile.count)\n")
    try session.wait(
      until: {
        folder.text(of: "ladder/settings").contains(
          "cue.countdown = paplay \"\(folder.path)/sounds/countdown.wav\"\n")
      }, "the setting")
    session.type("Esc\nEsc\n")
    quit(session)
  }

  @Test func `a script cannot set a command`() {
    folder.write("set cue.work touch \(recording)\npress q\n", to: "x.ladder")
    let outcome = Program(environment: [:]).run(
      ["play", folder.path + "/x.ladder", "--speed", "max"])
    #expect(outcome.exitCode == 2)
    #expect(
      outcome.errors.contains("commands for cues are ignored here: scripts cannot run programs"))
  }
}
