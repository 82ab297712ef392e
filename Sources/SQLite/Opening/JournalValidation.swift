import Files
import Glibc

/// Throws if a file beside a database would make SQLite delete another file or wait indefinitely.
///
/// A rollback journal may name a second file, the super-journal, which SQLite deletes after it has rolled back. An
/// attacker who plants a journal chooses that file. A program that changes one database at a time never writes such
/// a journal. SQLite also waits for a pipe or a device in the place of a journal.
///
/// - Parameter database: The path of the database. Links are followed, as SQLite does.
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
  // The system itself reports an error for a folder.
  guard stat(path, &status) == 0, ![S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT) else {
    return
  }
  throw DatabaseError(
    reason: .notARegularFile, extendedCode: EPERM, message: fileTypeName(status.st_mode), path: path
  )
}

/// Returns whether a journal ends with the bytes that follow the name of a super-journal.
///
/// The name itself is not checked: no journal of a single database ends with these bytes. Source:
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
