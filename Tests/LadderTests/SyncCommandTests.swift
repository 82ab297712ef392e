import Glibc
import SystemTestSupport
import Testing

/// Tests of the commands that synchronize a person's machines, with a server of its own in another process.
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
        + "\"ladder sync words\" there, and \"ladder sync key\" here to type them\n")
    func words(of machine: Program) -> String {
      machine.run(["sync", "words"]).output.split { !$0.isLetter }.joined(separator: " ")
    }
    #expect(
      desktop.run(["sync", "key"], input: words(of: laptop) + "\n").output
        == "The words are right. Received 0 entries.\n")
    #expect(desktop.run(["sync", "rekey"]).exitCode == 0)
    #expect(laptop.run(["sync"]).exitCode == 1)
    #expect(laptop.run(["sync", "key"], input: words(of: desktop) + "\n").exitCode == 0)
    let typed = laptop.run(["sync", "key"], input: "one two three\n")
    #expect(typed.errors == "ladder: there are 3 words; type all 24\n")
    #expect(typed.exitCode == 2)
  }

  @Test func `without a server there is one line that says how to join`() {
    for verb in ["sync", "sync status", "sync link", "sync words", "sync devices", "sync rekey"] {
      let result = machine("alone").run(verb.split(separator: " ").map(String.init))
      #expect(result.errors.hasPrefix("ladder: this machine has not joined a server; "))
      #expect(result.exitCode == 2)
    }
  }
}
