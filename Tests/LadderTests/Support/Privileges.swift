import Glibc
import SystemTestSupport

/// Checks for privileges of this process. Tests that need a missing privilege are skipped.
enum Privileges {
  /// Whether this process can mount a file system in memory.
  static let canMount: Bool = {
    guard geteuid() == 0, access("/bin/mount", X_OK) == 0, access("/bin/umount", X_OK) == 0
    else { return false }
    let folder = TestFolder()
    guard SmallDisk.mount(at: folder.path, kilobytes: 64) else { return false }
    return SmallDisk.unmount(folder.path)
  }()

  /// Whether this process can run the program as an unprivileged user.
  static let canDropPrivileges: Bool = {
    guard geteuid() == 0, access(setpriv, X_OK) == 0 else { return false }
    return Program(environment: [:], path: setpriv).run(setprivArguments(["--version"])).exitCode
      == 0
  }()

  static let setpriv = "/usr/bin/setpriv"
  static let nobodyID: uid_t = 65_534

  /// Returns the arguments of `setpriv` to run the program as an unprivileged user.
  static func setprivArguments(_ arguments: [String]) -> [String] {
    ["--reuid=\(nobodyID)", "--regid=\(nobodyID)", "--clear-groups", Program.path] + arguments
  }
}

/// A small file system that is mounted while this object exists.
final class SmallDisk {
  private let path: String

  /// Mounts a file system.
  ///
  /// - Parameter path: The mount point.
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

  /// Fills the file system.
  ///
  /// - Returns: The path of the file. Deleting it frees the space.
  func fill() -> String {
    // Otherwise the space of deleted files would be freed later, when a test expects a full file system.
    waitUntilDeletedFilesAreClosed()
    let name = path + "/filler"
    let file = open(name, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    for size in [4096, 1] {
      let bytes = [UInt8](repeating: 0, count: size)
      while write(file, bytes, size) > 0 {}
    }
    close(file)
    return name
  }

  /// Deletes the file that ``fill()`` created, and waits until its space is free.
  func free(_ filler: String) {
    unlink(filler)
    waitUntilDeletedFilesAreClosed()
  }

  /// Waits until deleted files are closed. Processes that other tests start keep them open between fork and exec.
  private func waitUntilDeletedFilesAreClosed() {
    while hasDeletedFiles, !TestRun.isOver { usleep(1000) }
  }

  /// Whether deleted files that are still open take space.
  private var hasDeletedFiles: Bool {
    var status = statvfs()
    guard statvfs(path, &status) == 0 else { return false }
    let folder = 1
    return Int(status.f_files - status.f_ffree) > folderContents(path).count + folder
  }
}
