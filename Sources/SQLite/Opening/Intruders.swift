import Files
import Glibc

/// Throws where another user may have put, or may yet put, another file in the place of a database or of the files beside
/// it: what is written would go where they want it, and what is read would be theirs.
///
/// A group may be let in, because such a right is never given by chance. Root can do as it likes, and may open what
/// belongs to others.
///
/// - Parameters:
///   - folder: The folder of the database; it need not exist.
///   - database: The path of the database; it need not exist.
/// - Throws: ``DatabaseError`` with the reason `openToAll`, `foreignOwner` or `foreignLink`.
/// - Complexity: A few system calls, and two for each folder on the way.
public func refuseIntruders(in folder: String, database: String) throws(DatabaseError) {
  if let parent = folderOpenToAll(above: folder) { throw refusal(.openToAll, parent) }
  try refuseForeignLink(folder)
  var status = stat()
  // What cannot be looked at is told when it is opened.
  guard stat(folder, &status) == 0 else { return }
  guard status.st_mode & S_IWOTH == 0 else { throw refusal(.openToAll, folder) }
  try refuseForeignOwner(folder)
  for path in ([""] + DraftFile.companions).map({ database + $0 }) {
    try refuseForeignLink(path)
    try refuseForeignOwner(path)
  }
}

/// Returns the innermost folder on the way to `folder` in which everybody may rename what is there, by its name and by its
/// links: everybody may write to it, and it has no sticky bit.
public func folderOpenToAll(above folder: String) -> String? {
  let named = parents(of: folder)
  let real = ([folder] + named).lazy.compactMap(realPath).first
  return (named + parents(of: real ?? "")).first { folder in
    var status = stat()
    return stat(folder, &status) == 0 && status.st_mode & (S_IWOTH | S_ISVTX) == S_IWOTH
  }
}

private func parents(of path: String) -> [String] {
  Array(sequence(first: path) { $0.parentPath }.dropFirst())
}

/// Throws where a file or folder belongs to a user who has not shared it with a group that this user is in.
private func refuseForeignOwner(_ path: String) throws(DatabaseError) {
  var status = stat()
  guard stat(path, &status) == 0, ![geteuid(), 0].contains(status.st_uid) else { return }
  let isShared = status.st_mode & S_IWGRP != 0 && isMember(of: status.st_gid)
  guard status.st_mode & S_IWOTH == 0, geteuid() == 0 || isShared else {
    throw refusal(.foreignOwner, path)
  }
}

private func refuseForeignLink(_ path: String) throws(DatabaseError) {
  var status = stat()
  guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFLNK else { return }
  guard status.st_uid == geteuid() || status.st_uid == 0 else {
    throw refusal(.foreignLink, path)
  }
}

/// Whether this process is in a group.
private func isMember(of group: gid_t) -> Bool {
  if group == getegid() { return true }
  var groups = [gid_t](repeating: 0, count: Int(max(0, getgroups(0, nil))))
  let count = getgroups(Int32(groups.count), &groups)
  return count > 0 && groups.prefix(Int(count)).contains(group)
}

private func refusal(_ reason: DatabaseError.Reason, _ path: String) -> DatabaseError {
  DatabaseError(reason: reason, extendedCode: EPERM, message: "refused", path: path)
}
