import Clients
import Glibc
import SQLite
import SystemTestSupport
import Testing

@testable import ClientsLive

/// Tests of folders that other users can change.
struct FolderPermissionTests {
  private let folder = TestFolder()

  private func expectRejected(_ reason: DatabaseError.Reason, _ sentence: String) {
    for open in [
      { _ = try Connection.open(in: folder.data) },
      { _ = try Connection.openExisting(in: folder.data) },
    ] {
      let error = #expect(throws: DatabaseError.self) { try open() }
      #expect(error?.reason == reason)
      #expect(error?.sentence == sentence)
    }
  }

  @Test(arguments: [mode_t(0o777), 0o1777, 0o702])
  func `a world-writable folder is rejected`(mode: mode_t) {
    chmod(folder.path, mode)
    expectRejected(
      .worldWritable,
      "\(folder.path) can be changed by everyone on this machine; remove that permission with "
        + "chmod o-w, or choose another folder with --data")
    #expect(folder.contents == [])
  }

  @Test(arguments: [mode_t(0o700), 0o755, 0o770])
  func `a folder writable by its owner or a group is accepted`(mode: mode_t) throws {
    chmod(folder.path, mode)
    try Connection.open(in: folder.data).close()
    #expect(folder.contents.contains("ladder.db"))
  }

  @Test(
    .enabled(if: geteuid() == 0, "only root can change the owner of a link"),
    arguments: ["ladder.db", "ladder.db-wal", "ladder.db-shm", "ladder.db-journal"])
  func `a link of another user in the folder is rejected`(name: String) {
    let victim = TestFolder()
    victim.write("mine", to: "victim")
    symlink(victim.path + "/victim", "\(folder.path)/\(name)")
    lchown("\(folder.path)/\(name)", 65_534, 65_534)
    expectRejected(
      .linkOwnedByOtherUser,
      "\(folder.path)/\(name) is a symbolic link that another user created; remove it, or choose "
        + "another folder with --data")
    #expect(victim.text(of: "victim") == "mine")
    #expect(folder.contents == [name])
  }

  @Test(.enabled(if: geteuid() == 0, "only root can change the owner of a link"))
  func `a folder reached by another user's link is rejected`() {
    let link = folder.path + "/link"
    let real = TestFolder()
    symlink(real.path, link)
    lchown(link, 65_534, 65_534)
    let error = #expect(throws: DatabaseError.self) {
      try Connection.open(in: DataFolder(path: link))
    }
    #expect(error?.reason == .linkOwnedByOtherUser)
  }

  @Test func `a link of the same user is followed`() throws {
    let real = TestFolder()
    symlink(real.path + "/real.db", folder.path + "/ladder.db")
    real.write("", to: "real.db")
    try Connection.open(in: folder.data).close()
    #expect(real.bytes(of: "real.db")?.isEmpty == false)
  }

  @Test(arguments: [mode_t(0o777), 0o702])
  func `a folder in a world-writable folder is rejected`(mode: mode_t) throws {
    let data = DataFolder(path: folder.path + "/data")
    // Nothing is created there, and an existing folder is not used.
    for isMade in [false, true] {
      chmod(folder.path, 0o700)
      if isMade { mkdir(data.path, 0o700) }
      chmod(folder.path, mode)
      let error = #expect(throws: DatabaseError.self) { try Connection.open(in: data) }
      #expect(error?.reason == .worldWritable && error?.path == folder.path)
      #expect(fileExists(data.path) == isMade)
    }
    #expect(
      Doctor(folder: data, settingsFile: nil).findings().map(\.problem).first?.hasPrefix(
        folder.path)
        == true)
  }

  @Test func `a link into a world-writable folder is rejected`() throws {
    let real = TestFolder()
    mkdir(real.path + "/data", 0o700)
    symlink(real.path, folder.path + "/link")
    chmod(real.path, 0o777)
    let error = #expect(throws: DatabaseError.self) {
      try Connection.open(in: DataFolder(path: folder.path + "/link/data/inner"))
    }
    #expect(error?.reason == .worldWritable)
  }

  @Test func `a folder in a folder with a sticky bit is accepted`() throws {
    chmod(folder.path, 0o1777)
    let data = DataFolder(path: folder.path + "/data")
    try Connection.open(in: data).close()
    #expect(unlink(data.databasePath) == 0)
  }

  @Test(
    .enabled(if: geteuid() == 0, "only root can give a file to another user"),
    arguments: ["ladder.db", "ladder.db-wal", "ladder.db-shm", "ladder.db-journal"])
  func `another user's world-writable file is rejected`(name: String) {
    folder.write("", to: name)
    chown("\(folder.path)/\(name)", 65_534, 65_534)
    chmod("\(folder.path)/\(name)", 0o666)
    expectRejected(
      .ownedByOtherUser,
      "\(folder.path)/\(name) belongs to another user; change its owner with chown, or choose another "
        + "folder with --data")
    #expect(folder.contents == [name])
  }
}
