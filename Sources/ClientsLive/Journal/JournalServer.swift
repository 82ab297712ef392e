import ServerAPI

/// The routes of a server that a ``Synchronization`` uses.
public protocol JournalServer: Sendable {
  /// Returns the page of the journal after an end, or the first page.
  ///
  /// - Throws: ``JournalServerError`` for its cases, and other errors if there is no valid response.
  func journalPage(after end: String?) async throws -> JournalPage
  /// Adds entries to the journal.
  ///
  /// - Throws: As ``journalPage(after:)``.
  func upload(_ upload: JournalUpload) async throws -> JournalUploadResult
  /// Deletes all entries, to be uploaded again with another key.
  ///
  /// - Throws: As ``journalPage(after:)``.
  func changeKey(_ change: JournalKeyChange) async throws
}

/// An error of a server that a ``Synchronization`` can resolve.
public enum JournalServerError: Error, Hashable, Sendable {
  /// The journal is encrypted with another key.
  case otherKey
  /// The server does not have the given end of the journal, or it is not the end.
  case unknownCursor
}
