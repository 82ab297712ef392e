import Glibc
import Models
import SQLite
import Scripting
import SystemTestSupport
import Testing

@testable import ClientsLive

/// Tests of file permissions: Ladder's own files are private regardless of the umask, and output files that the person
/// names follow the umask.
struct PrivateFilesTests {
  private let folder = TestFolder()

  private func program(_ environment: [String: String] = [:]) -> Program {
    Program(environment: ["LADDER_USER": "Ann", "TZ": "UTC"].merging(environment) { $1 })
  }

  /// Runs the program with umask 000. It is set in a child process, because this process shares its umask among all
  /// tests.
  private func runWithoutUmask(
    _ arguments: [String], _ environment: [String: String] = [:]
  ) -> Program.Outcome {
    var shell = program(environment)
    shell.path = "/bin/sh"
    return shell.run(["-c", #"umask 000; exec "$0" "$@""#, Program.path] + arguments)
  }

  @Test func `the database and its folders are private`() throws {
    let outcome = runWithoutUmask(
      ["log", "plank-hold", "--time", "01:00"], ["XDG_DATA_HOME": folder.path + "/a"])
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    #expect(folder.mode(of: "a") == 0o700)
    #expect(folder.mode(of: "a/ladder") == 0o700)
    #expect(folder.mode(of: "a/ladder/ladder.db") == 0o600)
    unlink(folder.path + "/a/ladder/ladder.db")
    rmdir(folder.path + "/a/ladder")
  }

  @Test func `a cast and a picture follow the umask`() {
    writeFile("size 40x12\nshot first.svg\n", to: folder.path + "/s.ladder")
    let outcome = runWithoutUmask([
      "play", folder.path + "/s.ladder", "--speed", "max", "--record", folder.path + "/s.cast",
      "--shots", folder.path + "/shots",
    ])
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    #expect(folder.mode(of: "s.cast") == 0o666)
    #expect(folder.mode(of: "shots") == 0o777)
    #expect(folder.mode(of: "shots/first.svg") == 0o666)
    unlink(folder.path + "/shots/first.svg")
    rmdir(folder.path + "/shots")
  }

  @Test func `a link in place of a cast is replaced, and its target is not written`() {
    writeFile("size 40x12\n", to: folder.path + "/s.ladder")
    folder.write("mine", to: "victim")
    symlink(folder.path + "/victim", folder.path + "/s.cast")
    let outcome = program().run([
      "play", folder.path + "/s.ladder", "--speed", "max", "--record", folder.path + "/s.cast",
    ])
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    #expect(folder.text(of: "victim") == "mine")
    #expect(folder.text(of: "s.cast").hasPrefix("{\"version\": 2"))
  }

  @Test func `a link to the output file is kept`() {
    writeFile("size 40x12\n", to: folder.path + "/s.ladder")
    writeFile("", to: folder.path + "/output")
    symlink("/proc/self/fd/1", folder.path + "/stdout")
    let outcome = program().run(
      ["play", folder.path + "/s.ladder", "--speed", "max", "--record", folder.path + "/stdout"],
      into: .file(folder.path + "/output"))
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    var status = stat()
    #expect(lstat(folder.path + "/stdout", &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
    #expect(folder.text(of: "output").hasPrefix("{\"version\": 2"))
  }

  @Test func `a recorded session and its copy of the database are private`() {
    let path = folder.path
    let failure = withUmask(0) { () -> String? in
      do {
        let stores = try Connection.inMemory()
        guard let person = PersonName("Ann") else { return "no name" }
        _ = try stores.snapshots.write(to: path + "/s.db", isRedacted: false, person: person)
        try ScriptWriter(path: path + "/s.ladder").write("size 80x24\n")
        return nil
      } catch {
        return "\(error)"
      }
    }
    #expect(failure == nil)
    #expect(folder.mode(of: "s.db") == 0o600)
    #expect(folder.mode(of: "s.ladder") == 0o600)
  }
}

// MARK: - Foreign owner

/// Tests in which an unprivileged user opens data folders of other users.
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
