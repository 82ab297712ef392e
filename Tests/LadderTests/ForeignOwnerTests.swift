import Glibc
import SystemTestSupport
import Testing

/// Tests of data folders of other users, run by an unprivileged user.
@Suite(.enabled(if: Privileges.canDropPrivileges, "only root can become another user"))
struct ForeignOwnerTests {
  private let folder = TestFolder()
  private var data: String { folder.path + "/data" }
  private let other: uid_t = 65_533

  /// Logs a workout as the user `nobody`.
  private func log() -> Program.Outcome {
    chmod(folder.path, 0o755)
    return Program(
      environment: ["LADDER_USER": "Ann", "LADDER_DATA": data], path: Privileges.setpriv
    )
    .run(Privileges.setprivArguments(["log", "pushups-2min", "--reps", "3"]))
  }

  private func makeFolder(owner: uid_t, group: gid_t, mode: mode_t) {
    mkdir(data, 0o700)
    chown(data, owner, group)
    chmod(data, mode)
  }

  private func removeFolder() {
    for name in folderContents(data) { unlink("\(data)/\(name)") }
    rmdir(data)
  }

  @Test(arguments: [mode_t(0o755), 0o711])
  func `a database of another user is refused`(mode: mode_t) {
    makeFolder(owner: other, group: other, mode: mode)
    defer { removeFolder() }
    writeFile("", to: data + "/ladder.db")
    chown(data + "/ladder.db", Privileges.nobodyID, Privileges.nobodyID)
    #expect(
      log().errors
        == "ladder: \(data) belongs to another user; change its owner with chown, or choose another "
        + "folder with --data\n")
    #expect(folderContents(data) == ["ladder.db"])
  }

  @Test func `a database that is shared with a group is opened`() {
    makeFolder(owner: other, group: Privileges.nobodyID, mode: 0o2770)
    defer { removeFolder() }
    #expect(log().exitCode == 0)
    // A database that another member of the group has created.
    chown(data + "/ladder.db", other, Privileges.nobodyID)
    chmod(data + "/ladder.db", 0o660)
    let outcome = log()
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    chmod(data + "/ladder.db", 0o600)
    #expect(log().errors.hasPrefix("ladder: \(data)/ladder.db belongs to another user; "))
  }

  @Test func `root can open databases of other users`() {
    makeFolder(owner: other, group: other, mode: 0o700)
    defer { removeFolder() }
    let outcome = Program(environment: ["LADDER_USER": "Ann", "LADDER_DATA": data]).run(
      ["log", "pushups-2min", "--reps", "3"])
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
  }
}
