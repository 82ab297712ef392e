extension AsyncSequence where Self: Sendable {
  /// The same elements as a stream, which ends where this throws.
  ///
  /// ```swift
  /// $0.location.updates = { source.map(\.coordinate).eraseToStream() }
  /// ```
  ///
  /// An element is asked for when somebody waits for it.
  public func eraseToStream() -> AsyncStream<Element> {
    let cursor = Cursor(self)
    return AsyncStream { try? await cursor.next() }
  }

  /// The same elements as a stream that throws what this throws.
  public func eraseToThrowingStream() -> AsyncThrowingStream<Element, any Error> {
    let cursor = Cursor(self)
    return AsyncThrowingStream { try await cursor.next() }
  }
}

// Unchecked: a stream asks for one element after the other, so the iterator is in one hand at a time.
private final class Cursor<Base: AsyncSequence>: @unchecked Sendable {
  private var iterator: Base.AsyncIterator

  init(_ base: Base) {
    iterator = base.makeAsyncIterator()
  }

  func next() async throws -> Base.Element? { try await iterator.next() }
}
