extension Result {
  /// What an operation that waits came to: the value it returned, or the error it threw.
  ///
  /// ```swift
  /// return .run { send in
  ///   await send(.pageResponse(Result { try await leaderboard.page(cursor, filter) }))
  /// }
  /// ```
  ///
  /// It runs on the caller's actor.
  public nonisolated(nonsending) init(
    catching body: nonisolated(nonsending) () async throws(Failure) -> Success
  ) async {
    do throws(Failure) {
      self = .success(try await body())
    } catch {
      self = .failure(error)
    }
  }
}
