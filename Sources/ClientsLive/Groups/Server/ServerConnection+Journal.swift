import ServerAPI

extension ServerConnection: JournalServer {
  /// Returns a page of the member's journal.
  ///
  /// - Parameter end: The end of the page before; `nil` for the first page.
  /// - Throws: ``ServerError``, and ``JournalServerError`` if the server has another history.
  public func journalPage(after end: String?) async throws -> JournalPage {
    try await translatingCodes {
      try await call(.get, "journal", query: end.map { [("after", $0)] } ?? [])
    }
  }

  /// Adds entries to the member's journal. Known entries are not added again.
  ///
  /// - Throws: ``ServerError``, and ``JournalServerError`` if the journal has another key.
  public func upload(_ upload: JournalUpload) async throws -> JournalUploadResult {
    try await translatingCodes { try await call(.post, "journal", body: upload) }
  }

  /// Deletes the entries of the journal and changes its key.
  ///
  /// - Throws: ``ServerError``, and ``JournalServerError``.
  public func changeKey(_ change: JournalKeyChange) async throws {
    try await translatingCodes { try await call(.post, "journal/key", body: change) }
  }

  private func translatingCodes<Value>(_ body: () async throws -> Value) async throws -> Value {
    do {
      return try await body()
    } catch ServerError.refused(let refusal) where refusal.code == .otherKey {
      throw JournalServerError.otherKey
    } catch ServerError.refused(let refusal) where refusal.code == .unknownCursor {
      throw JournalServerError.unknownCursor
    }
  }
}
