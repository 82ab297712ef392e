import ServerAPI

extension ServerConnection {
  /// Returns a page of the member's journal.
  ///
  /// - Parameter after: The end of the page before; `nil` for the first page.
  /// - Throws: ``ServerError``, with the code `unknownCursor` if the server has another history.
  public func journalPage(after: String?) async throws -> JournalPage {
    try await call(.get, "journal", query: after.map { [("after", $0)] } ?? [])
  }

  /// Adds entries to the member's journal. Known entries are not added again.
  ///
  /// - Throws: ``ServerError``, with the code `otherKey` if the journal has another key.
  public func upload(_ upload: JournalUpload) async throws -> JournalUploadResult {
    try await call(.post, "journal", body: upload)
  }

  /// Deletes the entries of the journal and changes its key.
  ///
  /// - Throws: ``ServerError``, as the other functions of the journal.
  public func changeKey(_ change: JournalKeyChange) async throws {
    try await call(.post, "journal/key", body: change)
  }
}
