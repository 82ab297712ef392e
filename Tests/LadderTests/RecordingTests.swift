import Glibc
import SystemTestSupport
import Testing

/// Tests of the output files of `--record` and `--shots`.
struct RecordingTests {
  private let folder = TestFolder()

  private func play(_ options: String...) -> Program.Outcome {
    folder.write("size 40x12\nshot first\n", to: "s.ladder")
    return Program(environment: [:]).run(
      ["play", folder.path + "/s.ladder", "--speed", "max"] + options)
  }

  @Test func `a session that fails to start leaves no recording`() throws {
    folder.write("not a database", to: "ladder.db")
    let session = try PtySession(
      PtySession.path(of: "ladder"),
      ["--as", "Ann", "--data", folder.path, "--record", folder.path + "/s.ladder"], columns: 400)
    #expect(session.finish() == (1, 0))
    #expect(session.output.contains("is not a Ladder database and was not changed"))
    #expect(folder.contents == ["ladder.db"])
  }

  @Test func `writing a cast to a pipe without a reader fails`() {
    mkfifo(folder.path + "/s.cast", 0o600)
    let outcome = play("--record", folder.path + "/s.cast")
    #expect(
      outcome.errors
        == "ladder: cannot write \(folder.path)/s.cast (no program reads from this pipe); "
        + "choose another place\n")
    #expect(outcome.exitCode == 1)
  }

  @Test func `a pipe in place of a picture is refused`() throws {
    let reader = try pipeWithReader("first.txt")
    defer { close(reader) }
    let outcome = play("--shots", folder.path)
    #expect(
      outcome.errors
        == "\(folder.path)/s.ladder:2: cannot write \(folder.path)/first.txt "
        + "(it is a pipe, not a regular file); choose another place\n")
    #expect(outcome.exitCode == 2)
    var byte: UInt8 = 0
    #expect(read(reader, &byte, 1) == 0)
  }

  @Test func `a link in place of a picture is replaced`() throws {
    let reader = try pipeWithReader("pipe")
    defer { close(reader) }
    symlink(folder.path + "/pipe", folder.path + "/first.txt")
    #expect(play("--shots", folder.path).exitCode == 0)
    var status = stat()
    #expect(lstat(folder.path + "/first.txt", &status) == 0)
    #expect(status.st_mode & S_IFMT == S_IFREG)
    var byte: UInt8 = 0
    #expect(read(reader, &byte, 1) == 0)
  }

  @Test func `a pipe differs from any picture`() {
    mkfifo(folder.path + "/first.txt", 0o600)
    let outcome = play("--check", "--shots", folder.path)
    #expect(outcome.output == "first.txt differs from the saved picture\n")
    #expect(outcome.exitCode == 1)
  }

  /// Creates a pipe and opens it for reading without waiting for a writer.
  private func pipeWithReader(_ name: String) throws -> Int32 {
    mkfifo("\(folder.path)/\(name)", 0o600)
    let reader = open("\(folder.path)/\(name)", O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    try #require(reader >= 0)
    return reader
  }
}
