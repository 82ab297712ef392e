import Clients
import Glibc

extension DataFolder {
  /// Throws where somebody else may have put, or may yet put, another file in the place of one of Ladder's: what is
  /// written would go where they want it, and what is read would be theirs.
  ///
  /// A group may be let in, for that is given to nobody by chance. Whoever owns the folder, and root, can do as they like
  /// anyhow.
  ///
  /// - Throws: ``DatabaseError`` with the reason `openToAll` or `foreignLink`.
  /// - Complexity: a few system calls.
  func refuseIntruders() throws {
    try refuseForeignLink(path)
    var status = stat()
    // What cannot be looked at is told when it is opened.
    guard stat(path, &status) == 0 else { return }
    guard status.st_mode & S_IWOTH == 0 else { throw refusal(.openToAll, path) }
    for ending in [""] + DraftFile.companions { try refuseForeignLink(databasePath + ending) }
  }

  private func refuseForeignLink(_ path: String) throws {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFLNK else { return }
    guard status.st_uid == geteuid() || status.st_uid == 0 else {
      throw refusal(.foreignLink, path)
    }
  }

  private func refusal(_ reason: DatabaseError.Reason, _ path: String) -> DatabaseError {
    DatabaseError(
      reason: reason, code: 0, extendedCode: EPERM, message: "refused", sql: nil, path: path)
  }
}
