import FoundationEssentials
import Glibc
import SystemTestSupport
import Testing

@testable import SQLite

/// Tests of the commands that synchronize a person's machines, with a server in another process.
@Suite(.serialized, .enabled(if: TestClub.isPossible, "libraries are missing"))
struct SyncCommandTests {
  private let club = TestClub()

  /// Returns the program on one of Ann's machines.
  private func machine(_ name: String) -> Program { club.program(name, person: "Ann") }

  @Test func `two machines show the same history`() throws {
    let server = try club.startServer()
    defer { server.signal(SIGKILL) }
    let (laptop, desktop) = (machine("laptop"), machine("desktop"))
    #expect(laptop.run(["log", "pushups-2min", "--reps", "30"]).exitCode == 0)
    club.join("laptop", person: "Ann")
    #expect(laptop.run(["sync"]).output.hasPrefix("Sent 1 entry, received 0 entries.\n"))

    let link = laptop.run(["sync", "link"])
    #expect(link.output.contains("/join#"))
    #expect(desktop.run(["join"], input: link.output).exitCode == 0)
    #expect(desktop.run(["sync"]).output == "Sent 0 entries, received 1 entry.\n")
    let history = laptop.run(["history", "--json"]).output
    #expect(history.contains(#""reps":30"#))
    #expect(desktop.run(["history", "--json"]).output == history)

    #expect(desktop.run(["sync", "devices"]).output.contains("(this one)"))
    let renamed = desktop.run(["sync", "devices", "--rename", "Gym"]).output
    #expect(renamed.hasSuffix("Gym (this one)\n"))
    let id = try #require(renamed.split(separator: "\n").dropFirst().first?.prefix { $0.isNumber })
    let other = desktop.run(["sync", "devices", String(id), "--rename", "Home laptop"])
    #expect(other.output.contains("  Home laptop\n"))
    #expect(desktop.run(["sync", "devices", "999", "--rename", "x"]).exitCode == 1)
    #expect(desktop.run(["sync", "devices", String(id)]).exitCode == 2)
    #expect(desktop.run(["sync", "status"]).output.contains("Waiting   0 entries"))
  }

  @Test func `a new key is typed as words on the other machine`() throws {
    let server = try club.startServer()
    defer { server.signal(SIGKILL) }
    let (laptop, desktop) = (machine("laptop"), machine("desktop"))
    for name in ["laptop", "desktop"] { club.join(name, person: "Ann") }
    #expect(laptop.run(["sync"]).output.hasSuffix("  ladder sync words\n"))
    #expect(
      desktop.run(["sync"]).errors
        == "ladder: your history on the server is encrypted with the key of another machine; run "
        + "\"ladder sync\" and \"ladder sync words\" there, then type the words in \"ladder sync key\" "
        + "here\n")
    // The input is the six lines that `sync words` prints, as if they were piped.
    #expect(
      desktop.run(["sync", "key"], input: laptop.run(["sync", "words"]).output).output
        == "The words are right. Received 0 entries.\n")
    #expect(desktop.run(["sync", "rekey"]).exitCode == 0)
    #expect(laptop.run(["sync"]).exitCode == 1)
    let words = desktop.run(["sync", "words"]).output.split { !$0.isLetter }
    #expect(
      laptop.run(["sync", "key"], input: words.joined(separator: " ") + "\n").exitCode == 0)
    let typed = laptop.run(["sync", "key"], input: "one two three\n")
    #expect(typed.errors == "ladder: there are 3 words; type all 24\n")
    #expect(typed.exitCode == 2)
  }

  /// Changes the server's database.
  private func changeServer(_ statement: SQL) throws {
    let database = try Connection(path: "\(club.data("server"))/server.db")
    try database.run(statement)
    database.close()
  }

  @Test func `damaged entries are reported until a new key repairs them`() throws {
    let server = try club.startServer()
    defer { server.signal(SIGKILL) }
    let (laptop, desktop) = (machine("laptop"), machine("desktop"))
    club.join("laptop", person: "Ann")
    for reps in ["30", "31", "32"] { _ = laptop.run(["log", "pushups-2min", "--reps", reps]) }
    _ = laptop.run(["sync"])
    let link = laptop.run(["sync", "link"]).output
    #expect(desktop.run(["join"], input: link).exitCode == 0)
    let words = laptop.run(["sync", "words"]).output
    try changeServer("UPDATE journal_entries SET data = x'010203' WHERE position < 3")
    let report =
      "ladder: 2 entries of your history on the server cannot be read; to send them again, run "
      + "\"ladder sync rekey\" on a machine that has all your workouts\n"
    let typed = desktop.run(["sync", "key"], input: words)
    #expect(typed.output == "The words are right. Received 1 entry.\n")
    #expect(typed.errors == report && typed.exitCode == 1)
    for command in [["sync"], ["sync"], ["sync", "status"]] {
      let outcome = desktop.run(command)
      #expect(outcome.errors == report && outcome.exitCode == 1)
    }
    #expect(laptop.run(["sync", "rekey"]).exitCode == 0)
    let newWords = laptop.run(["sync", "words"]).output
    #expect(
      desktop.run(["sync", "key"], input: newWords).output
        == "The words are right. Received 2 entries.\n")
    for command in [["sync"], ["sync", "status"]] { #expect(desktop.run(command).exitCode == 0) }
    #expect(
      desktop.run(["history", "--json"]).output == laptop.run(["history", "--json"]).output)
  }

  @Test func `a server restored from a backup older than the key locks out no machine`() throws {
    let first = try club.startServer()
    let laptop = machine("laptop")
    club.join("laptop", person: "Ann")
    _ = laptop.run(["log", "pushups-2min", "--reps", "30"])
    _ = laptop.run(["sync"])
    let port = try #require(first.output.split(separator: "127.0.0.1:").last)
      .prefix { $0.isNumber }
    func stop(_ server: PtySession) throws {
      server.signal(SIGTERM)
      try server.wait(for: "Stopped")
      _ = server.finish()
    }
    try stop(first)
    let (data, backup) = (club.data("server"), club.data("backup"))
    try FileManager.default.copyItem(atPath: data, toPath: backup)
    let second = try club.startServer(port: try #require(UInt16(port)))
    #expect(laptop.run(["sync", "rekey"]).exitCode == 0)
    try stop(second)
    try FileManager.default.removeItem(atPath: data)
    try FileManager.default.moveItem(atPath: backup, toPath: data)
    let third = try club.startServer(port: try #require(UInt16(port)))
    defer { third.signal(SIGKILL) }
    let healed = laptop.run(["sync"])
    #expect(healed.output == "Sent 1 entry, received 0 entries.\n")
    #expect(healed.exitCode == 0)
    // Another machine reads everything with the new key.
    let link = laptop.run(["sync", "link"]).output
    #expect(machine("desktop").run(["join"], input: link).exitCode == 0)
    #expect(machine("desktop").run(["sync"]).output == "Sent 0 entries, received 1 entry.\n")
  }

  @Test func `without a server, one line says how to join`() {
    for verb in ["sync", "sync status", "sync link", "sync words", "sync devices", "sync rekey"] {
      let result = machine("alone").run(verb.split(separator: " ").map(String.init))
      #expect(result.errors.hasPrefix("ladder: this machine has not joined a server; "))
      #expect(result.exitCode == 2)
    }
  }
}
