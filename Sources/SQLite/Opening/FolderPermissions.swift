import Files
import Glibc

/// Throws if another user can replace, or may have replaced, a database or the files beside it. That user could
/// read what is written, and choose what is read.
///
/// Access for a group is allowed, because it is never granted by accident. Root is always allowed, and may open
/// files of other users.
///
/// - Parameters:
///   - folder: The folder of the database; it need not exist.
///   - database: The path of the database; it need not exist.
/// - Throws: ``DatabaseError`` with the reason `worldWritable`, `ownedByOtherUser` or `linkOwnedByOtherUser`.
/// - Complexity: A few system calls, and two for each ancestor of the folder.
public func checkPermissions(of folder: String, database: String) throws(DatabaseError) {
  if let parent = worldWritableAncestor(of: folder) {
    throw permissionError(.worldWritable, parent)
  }
  try checkLinkOwner(folder)
  var status = stat()
  // If the folder cannot be inspected, opening the database reports the error.
  guard stat(folder, &status) == 0 else { return }
  guard status.st_mode & S_IWOTH == 0 else { throw permissionError(.worldWritable, folder) }
  try checkOwner(folder)
  for path in ([""] + TemporaryFile.companionSuffixes).map({ database + $0 }) {
    try checkLinkOwner(path)
    try checkOwner(path)
  }
}

/// Returns the innermost ancestor of `folder`, by name or by resolved links, in which every user can rename files:
/// it is world-writable and has no sticky bit.
public func worldWritableAncestor(of folder: String) -> String? {
  let named = ancestors(of: folder)
  // `lazy.compactMap` would resolve each path twice and require the same answer, which another program can change.
  let real = ([folder] + named).lazy.map(realPath).first { $0 != nil } ?? nil
  return (named + ancestors(of: real ?? "")).first { folder in
    var status = stat()
    return stat(folder, &status) == 0 && status.st_mode & (S_IWOTH | S_ISVTX) == S_IWOTH
  }
}

private func ancestors(of path: String) -> [String] {
  Array(sequence(first: path) { $0.parentPath }.dropFirst())
}

/// Throws if a file or folder belongs to another user, unless it is shared with a group of the current user.
private func checkOwner(_ path: String) throws(DatabaseError) {
  var status = stat()
  guard stat(path, &status) == 0, ![geteuid(), 0].contains(status.st_uid) else { return }
  let isShared = status.st_mode & S_IWGRP != 0 && isMember(of: status.st_gid)
  guard status.st_mode & S_IWOTH == 0, geteuid() == 0 || isShared else {
    throw permissionError(.ownedByOtherUser, path)
  }
}

private func checkLinkOwner(_ path: String) throws(DatabaseError) {
  var status = stat()
  guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFLNK else { return }
  guard status.st_uid == geteuid() || status.st_uid == 0 else {
    throw permissionError(.linkOwnedByOtherUser, path)
  }
}

/// Returns whether this process is in a group.
private func isMember(of group: gid_t) -> Bool {
  if group == getegid() { return true }
  var groups = [gid_t](repeating: 0, count: Int(max(0, getgroups(0, nil))))
  let count = getgroups(Int32(groups.count), &groups)
  return count > 0 && groups.prefix(Int(count)).contains(group)
}

private func permissionError(_ reason: DatabaseError.Reason, _ path: String) -> DatabaseError {
  DatabaseError(reason: reason, extendedCode: EPERM, message: "refused", path: path)
}
