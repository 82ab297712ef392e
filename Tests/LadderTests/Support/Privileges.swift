import Glibc
import SystemTestSupport

/// What only root may do, and what root has to give up to see it: tests ask first, and are skipped elsewhere.
enum Privileges {
  /// Whether a file system in memory can be mounted here.
  static let canMount: Bool = {
    guard geteuid() == 0, access("/bin/mount", X_OK) == 0, access("/bin/umount", X_OK) == 0
    else { return false }
    let folder = TestFolder()
    guard SmallDisk.mount(at: folder.path, kilobytes: 64) else { return false }
    return SmallDisk.unmount(folder.path)
  }()

  /// Whether the program can be run as somebody who owns nothing.
  static let canDropPrivileges: Bool = {
    guard geteuid() == 0, access(setpriv, X_OK) == 0 else { return false }
    return Program(environment: [:], path: setpriv).run(setprivArguments(["--version"])).exitCode
      == 0
  }()

  static let setpriv = "/usr/bin/setpriv"
  static let nobodyID: uid_t = 65_534

  /// What `setpriv` is told to run the program.
  static func setprivArguments(_ arguments: [String]) -> [String] {
    ["--reuid=\(nobodyID)", "--regid=\(nobodyID)", "--clear-groups", Program.path] + arguments
  }
}

/// A disk of its own with little room, for as long as there is a value of this.
final class SmallDisk {
  private let path: String

  /// - Parameter path: A folder, in which it then is.
  init?(at path: String, kilobytes: Int) {
    self.path = path
    guard Self.mount(at: path, kilobytes: kilobytes) else { return nil }
  }

  deinit { _ = Self.unmount(path) }

  static func mount(at path: String, kilobytes: Int) -> Bool {
    Program(environment: [:], path: "/bin/mount").run(
      ["-t", "tmpfs", "-o", "size=\(kilobytes)k,mode=0700", "tmpfs", path]
    ).exitCode == 0
  }

  static func unmount(_ path: String) -> Bool {
    Program(environment: [:], path: "/bin/umount").run(["-l", path]).exitCode == 0
  }

  /// Takes all the room there is; the file's name gives it back.
  func fill() -> String {
    // A program that another test is about to start has copies of all open files until it is executed. A file that was
    // deleted meanwhile would give its room back later, to what is meant to have none.
    while hasDeletedFiles, !TestRun.isOver { usleep(1000) }
    let name = path + "/filler"
    let file = open(name, O_WRONLY | O_CREAT, 0o600)
    for size in [4096, 1] {
      let bytes = [UInt8](repeating: 0, count: size)
      while write(file, bytes, size) > 0 {}
    }
    close(file)
    return name
  }

  /// Whether files take room that have no name any more.
  private var hasDeletedFiles: Bool {
    var status = statvfs()
    guard statvfs(path, &status) == 0 else { return false }
    let folder = 1
    return Int(status.f_files - status.f_ffree) > folderContents(path).count + folder
  }
}
