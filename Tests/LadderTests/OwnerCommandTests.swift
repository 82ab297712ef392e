import Glibc
import SystemTestSupport
import Testing

/// Tests of the commands with which an owner administers a group without access to the server's shell.
@Suite(.serialized, .enabled(if: TestClub.isPossible, "libraries are missing"))
struct OwnerCommandTests {
  private let club = TestClub()
  private var ola: Program { club.program("Ola") }

  private func owner(_ arguments: String..., input: String = "") -> Program.Outcome {
    ola.run(["group"] + arguments, input: input)
  }

  /// Starts a server on which Ola is an owner.
  private func start() throws -> PtySession {
    let server = try club.startServer()
    _ = club.server.run(["group", "create", "club"])
    let link = club.server.run(["invite", "Ola", "--owner"]).output
    #expect(ola.run(["join"], input: link).exitCode == 0)
    return server
  }

  /// Makes a member join with a link of the owner, and publish a workout.
  private func join(_ name: String, reps: Int) {
    let link = owner("invite", name).output
    let program = club.program(name)
    #expect(program.run(["join"], input: link).exitCode == 0)
    #expect(program.run(["log", "pushups-2min", "--reps", "\(reps)"]).exitCode == 0)
    #expect(program.run(["publish", "pushups-2min"]).exitCode == 0)
  }

  @Test func `an owner invites, renames and removes members, and restores them`() throws {
    let server = try start()
    defer { server.signal(SIGKILL) }
    join("Ben", reps: 30)
    #expect(owner("invite", "BEN").errors.contains("a member already has this name"))
    #expect(
      owner("members").output == "ID      ROLE    NAME\n2       member  Ben\n1       owner   Ola\n")
    #expect(owner("rename", "Benedict", "--member", "ben").output == "Benedict is a member.\n")
    #expect(owner("role", "2", "--owner").output == "Benedict is an owner.\n")
    #expect(owner("role", "Benedict").output == "Benedict is a member.\n")
    #expect(
      club.program("Ben").run(["group", "remove", "Ola", "--yes"]).errors
        == "ladder: the server says: only an owner of the group can do this; ask one\n")
    let asked = owner("remove", "Benedict", input: "no\n")
    #expect(
      asked.output
        == "Remove Benedict with 1 device, 1 published workout and 0 journal entries? [y/N] \n")
    #expect(asked.errors == "ladder: nothing was changed; answer \"yes\", or add --yes\n")
    #expect(owner("members").output.contains("Benedict"))
    #expect(owner("remove", "Benedict", input: "y\n").exitCode == 0)
    #expect(!owner("members").output.contains("Benedict"))
    #expect(club.program("Ben").run(["group"]).errors.contains("no longer knows this machine"))
    #expect(owner("remove", "Benedict", "--undo").output == "Benedict is a member again.\n")
    #expect(club.program("Ben").run(["group"]).exitCode == 0)
    let unknown = owner("remove", "Benedikt", "--yes")
    #expect(
      unknown.errors == "ladder: the group has no member \"Benedikt\"; did you mean \"Benedict\"?\n"
    )
    #expect(unknown.exitCode == 2)
  }

  @Test func `an owner removes a result, changes rules and exports the leaderboards`() throws {
    let server = try start()
    defer { server.signal(SIGKILL) }
    join("Ben", reps: 30)
    join("=2+5, \"Cy\"", reps: 20)
    let rules = owner("rules", "--zone", "UTC", "--weekday", "sunday")
    #expect(rules.output == "Name     club\nWeeks    UTC, from sunday\nCounts   all\n")
    #expect(
      owner("rules", "--weekday", "friday").errors.contains("the first weekday must be monday"))
    #expect(owner("rename", "The club").output.hasPrefix("Name     The club\n"))
    #expect(ola.run(["group"]).output.hasPrefix("Name     The club\n"))
    func names() -> [String] {
      owner("export").output.split(separator: "\n").dropFirst().map {
        String($0.split(separator: ",", maxSplits: 3)[3].prefix(5))
      }
    }
    let exported = owner("export")
    #expect(
      exported.output.hasPrefix("challenge,week,rank,name,reps,seconds,achieved_at,counted\n"))
    #expect(exported.output.contains("pushups-2min,,1,Ben,30,120.0,"))
    #expect(exported.output.contains(#"pushups-2min,,2,"'=2+5, ""Cy""",20,120.0,"#))
    #expect(exported.output.contains(",manual\n"))
    let removed = owner("remove-result", "pushups-2min", "Ben", "--yes")
    #expect(
      removed.output
        == "Removed the result of Ben in Push-ups in 2 minutes (time 2:00, reps 30). For 30 days, the same command with --undo restores it.\n"
    )
    #expect(!owner("export").output.contains("Ben"))
    #expect(owner("remove-result", "pushups-2min", "Ben", "--yes").errors.contains("has no result"))
    #expect(
      owner("remove-result", "pushups-2min", "Ben", "--undo").output
        == "The result of Ben counts again.\n")
    #expect(owner("export").output == exported.output)
  }

  @Test func `open links are listed and cancelled`() throws {
    let server = try start()
    defer { server.signal(SIGKILL) }
    #expect(owner("invitations").output == "There are no open links.\n")
    let link = owner("invite", "Ben", "--owner").output
    let list = owner("invitations").output
    #expect(list.hasSuffix("Ben, an owner\n"))
    let id = try #require(list.split(separator: "\n").last?.prefix { $0.isNumber })
    #expect(owner("invitations", "--cancel", String(id)).output == "There are no open links.\n")
    let joined = club.program("Ben").run(["join"], input: link)
    #expect(joined.errors.contains("does not know the link"))
    #expect(owner("invitations", "--cancel", "x").exitCode == 2)
  }
}
