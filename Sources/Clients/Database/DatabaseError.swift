/// What went wrong with the database, with all that somebody needs to mend it.
///
/// It carries the statement but never the values that were bound to it, so it can be shown, copied
/// and sent without giving away what a person did.
public struct DatabaseError: Error, Hashable, Sendable {
  /// What it means for the person.
  public enum Reason: Hashable, Sendable {
    /// The file or its folder cannot be opened, read or made.
    case cannotOpen
    /// Everybody on the machine may put something else in the place of what is in the folder.
    case openToAll
    /// The folder, or a file in it, belongs to another user, who may change it at any time.
    case foreignOwner
    /// It is a link that somebody else has put there.
    case foreignLink
    /// In the place of the database is a pipe or a device.
    case notAFile
    /// A file beside the database is not a journal that Ladder wrote.
    case foreignJournal
    /// It can be read but not written.
    case readOnly
    /// Another program held it for longer than we wait.
    case locked
    /// The disk is full.
    case full
    /// The file is damaged.
    case corrupt
    /// The file is something else than a Ladder database.
    case notADatabase
    /// It is a Ladder database with tables, indexes or triggers that no Ladder has made.
    case foreignSchema
    /// A later Ladder made it.
    case newer
    /// A Ladder made it that was never released.
    case unreleased
    /// It takes more work than a database of Ladder's can, and is not a person's own.
    case tooMuchWork
    /// The disk or the system failed.
    case inputOutput
    /// A statement of ours was wrong: a bug.
    case misuse
  }

  public let reason: Reason

  /// SQLite's primary result code, or zero when SQLite was not asked.
  public let code: Int32

  /// SQLite's extended result code, or the system's `errno` when SQLite was not asked.
  public let extendedCode: Int32

  /// The English message that came with the code.
  public let message: String

  /// The statement that failed, with `?` where values were bound.
  public let sql: String?

  /// The file, or the folder when that was the trouble.
  public let path: String

  public init(
    reason: Reason, code: Int32 = 0, extendedCode: Int32 = 0, message: String, sql: String? = nil,
    path: String
  ) {
    self.reason = reason
    self.code = code
    self.extendedCode = extendedCode
    self.message = message
    self.sql = sql
    self.path = path
  }
}
