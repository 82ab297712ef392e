import Files
import Glibc

/// Throws if a file beside a database would make SQLite delete another file or wait without end.
///
/// A rollback journal may name a second file, the super-journal, which SQLite deletes after it has played the journal
/// back: an attacker who plants the journal chooses that file. A program that changes one database at a time has none in its own
/// journals. In place of a journal, SQLite would wait for a pipe or a device.
///
/// - Parameter database: The path of the database; a link is followed, as SQLite does.
/// - Throws: ``DatabaseError`` with the reason `foreignJournal`.
/// - Complexity: a few system calls.
func refuseForeignJournal(of database: String) throws {
  let path = realPath(database) ?? database
  for companion in DraftFile.companions {
    var status = stat()
    guard stat(path + companion, &status) == 0 else { continue }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw foreignJournal(path + companion, "it is not a file")
    }
  }
  if endsWithSuperJournal(path + "-journal") {
    throw foreignJournal(path + "-journal", "it names another file, which would be deleted")
  }
}

/// Throws if a path leads to a pipe or a device, which SQLite would report as a failing disk.
///
/// - Throws: ``DatabaseError`` with the reason `notAFile`.
func refuseOtherThanFile(_ path: String) throws {
  var status = stat()
  // Of a folder the system itself says that it is one.
  guard stat(path, &status) == 0, ![S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT) else {
    return
  }
  throw DatabaseError(reason: .notAFile, extendedCode: EPERM, message: "refused", path: path)
}

/// Whether a journal ends with the bytes that follow the name of a super-journal.
///
/// The name before them is not checked: no journal of one database ends with these bytes. Source: `readSuperJournal` in
/// SQLite's `pager.c`.
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

private func foreignJournal(_ path: String, _ message: String) -> DatabaseError {
  DatabaseError(reason: .foreignJournal, extendedCode: EPERM, message: message, path: path)
}
