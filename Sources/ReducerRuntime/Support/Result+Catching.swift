extension Result where Failure == any Error {
  /// What `body` returns or throws. It runs on the caller's actor.
  ///
  /// ```swift
  /// await send(.pageResponse(Result { try await leaderboard.page(cursor, filter) }))
  /// ```
  public nonisolated(nonsending) init(
    catching body: nonisolated(nonsending) () async throws -> Success
  ) async {
    do {
      self = .success(try await body())
    } catch {
      self = .failure(error)
    }
  }
}
