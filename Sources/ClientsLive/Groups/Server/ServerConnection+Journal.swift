import ServerAPI

extension ServerConnection: JournalServer {
  public func journalPage(after end: String?) async throws -> JournalPage {
    try await resolvable {
      try await call(.get, "journal", query: end.map { [("after", $0)] } ?? [])
    }
  }

  public func upload(_ upload: JournalUpload) async throws -> JournalUploadResult {
    try await resolvable { try await call(.post, "journal", body: upload) }
  }

  public func changeKey(_ change: JournalKeyChange) async throws {
    try await resolvable { try await call(.post, "journal/key", body: change) }
  }

  /// Calls `body`, and throws a ``JournalServerError`` for the refusals that it has a case for.
  private func resolvable<Value: Sendable>(
    _ body: @Sendable () async throws -> Value
  ) async throws -> Value {
    do {
      return try await body()
    } catch ServerError.refused(let refusal) where refusal.code == .otherKey {
      throw JournalServerError.otherKey
    } catch ServerError.refused(let refusal) where refusal.code == .unknownCursor {
      throw JournalServerError.unknownCursor
    }
  }
}
