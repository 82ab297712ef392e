import Files
import Glibc

/// Throws if another user can replace, or may have replaced, a database or the files beside it. That user could read
/// new data, and choose the data that the program reads.
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

/// Returns the innermost ancestor of `folder`, by name or with links resolved, in which every user can rename files: it
/// is world-writable and has no sticky bit.
public func worldWritableAncestor(of folder: String) -> String? {
  let named = ancestors(of: folder)
  // `lazy.compactMap` would resolve each path twice, and another program can change the result in between.
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

// MARK: - Journals

/// Throws if a file beside a database would make SQLite delete another file or wait indefinitely.
///
/// A rollback journal may name a second file, the super-journal, which SQLite deletes after it has rolled back. An
/// attacker who plants a journal chooses that file. A program that changes one database at a time never writes such
/// a journal. SQLite also waits for a pipe or a device in the place of a journal.
///
/// - Parameter database: The path of the database. Links are followed, as in SQLite.
/// - Throws: ``DatabaseError`` with the reason `unexpectedJournal`.
/// - Complexity: A few system calls.
func validateJournals(of database: String) throws {
  let path = realPath(database) ?? database
  for companion in TemporaryFile.companionSuffixes {
    var status = stat()
    guard stat(path + companion, &status) == 0 else { continue }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw unexpectedJournal(path + companion, fileTypeMismatch(status.st_mode))
    }
  }
  if endsWithSuperJournal(path + "-journal") {
    throw unexpectedJournal(path + "-journal", "it names another file, which would be deleted")
  }
}

/// Throws if a path leads to a pipe or a device, which SQLite would report as a failing disk.
///
/// - Throws: ``DatabaseError`` with the reason `notARegularFile`.
func validateFileType(_ path: String) throws {
  var status = stat()
  // For a folder, the system itself reports the error.
  guard stat(path, &status) == 0, ![S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT) else {
    return
  }
  throw DatabaseError(
    reason: .notARegularFile, extendedCode: EPERM, message: fileTypeName(status.st_mode), path: path
  )
}

/// Returns whether a journal ends with the bytes that follow the name of a super-journal.
///
/// The name itself is not checked: the journal of a single database never ends with these bytes. Source:
/// `readSuperJournal` in SQLite's `pager.c`.
private func endsWithSuperJournal(_ path: String) -> Bool {
  let magic: [UInt8] = [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7]
  let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
  guard file >= 0 else { return false }
  defer { close(file) }
  var status = stat()
  var bytes = [UInt8](repeating: 0, count: magic.count)
  guard fstat(file, &status) == 0, status.st_size >= bytes.count else { return false }
  let count = pread(file, &bytes, bytes.count, status.st_size - off_t(bytes.count))
  return count == bytes.count && bytes == magic
}

private func unexpectedJournal(_ path: String, _ message: String) -> DatabaseError {
  DatabaseError(reason: .unexpectedJournal, extendedCode: EPERM, message: message, path: path)
}
