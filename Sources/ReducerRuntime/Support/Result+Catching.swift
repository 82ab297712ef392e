extension Result {
  /// Creates a result from an asynchronous operation: the value it returns, or the error it throws.
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
