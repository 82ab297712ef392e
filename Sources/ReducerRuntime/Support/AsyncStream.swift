extension AsyncSequence where Self: Sendable {
  /// Returns a stream of the same elements, which ends if this sequence throws.
  ///
  /// ```swift
  /// $0.location.updates = { source.map(\.coordinate).eraseToStream() }
  /// ```
  ///
  /// An element is requested only when the stream is awaited.
  public func eraseToStream() -> AsyncStream<Element> {
    let cursor = Cursor(self)
    return AsyncStream { try? await cursor.next() }
  }

  /// Returns a stream of the same elements, which ends with this sequence's error if it throws.
  ///
  /// ```swift
  /// $0.socket.messages = { socket.frames.map(\.text).eraseToThrowingStream() }
  /// ```
  ///
  /// An element is requested only when the stream is awaited.
  public func eraseToThrowingStream() -> AsyncThrowingStream<Element, any Error> {
    let cursor = Cursor(self)
    return AsyncThrowingStream { try await cursor.next() }
  }
}

// Unchecked: a stream requests one element after the other, so the iterator is never used concurrently.
private final class Cursor<Base: AsyncSequence>: @unchecked Sendable {
  private var iterator: Base.AsyncIterator

  init(_ base: Base) {
    iterator = base.makeAsyncIterator()
  }

  func next() async throws -> Base.Element? { try await iterator.next() }
}

extension AsyncStream {
  /// A stream without elements that ends only when the awaiting task is cancelled.
  public static var never: Self { Self { _ in } }

  /// A stream without elements that has ended.
  public static var finished: Self { Self { $0.finish() } }
}

extension AsyncThrowingStream where Failure == any Error {
  /// A stream without elements that ends only when the awaiting task is cancelled.
  public static var never: Self { Self { _ in } }

  /// Returns a stream without elements that has ended, with `error` if it is not `nil`.
  public static func finished(throwing error: Failure? = nil) -> Self {
    Self { $0.finish(throwing: error) }
  }
}

extension Task where Success == Never, Failure == Never {
  /// Lets other tasks run first, several times.
  ///
  /// The number of turns that other tasks need can only be guessed. A test store and a ``TestClock`` need no guess for
  /// effects: they wait until the effects have run.
  ///
  /// - Parameter count: The number of turns.
  public static func megaYield(count: Int = 20) async {
    for _ in 0..<count {
      await Task<Void, Never>.detached(priority: .background) { await Task.yield() }.value
    }
  }

  /// Suspends until the current task is cancelled, and then throws.
  ///
  /// ```swift
  /// case .onAppear:
  ///   return .run { _ in try await Task.never() }
  ///     .cancellable(id: CancelID.presence)
  /// ```
  public static func never() async throws {
    for await _ in AsyncStream<Never>(Never.self, { _ in }) {}
    throw _Concurrency.CancellationError()
  }
}

extension Task where Failure == Never {
  /// Suspends until the current task is cancelled, and then throws. The call is an expression of any type.
  ///
  /// ```swift
  /// $0.leaderboard.page = { _, _ in try await Task.never() }
  /// ```
  public static func never() async throws -> Success {
    for await element in AsyncStream<Success>(Success.self, { _ in }) { return element }
    throw _Concurrency.CancellationError()
  }
}

extension Result {
  /// Creates a result from an asynchronous operation: the value it returns, or the error it throws.
  ///
  /// ```swift
  /// return .run { send in
  ///   await send(.pageResponse(Result { try await leaderboard.page(cursor, filter) }))
  /// }
  /// ```
  ///
  /// The operation runs on the caller's actor.
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
