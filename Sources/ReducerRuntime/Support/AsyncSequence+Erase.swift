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

  /// Returns a stream of the same elements, which rethrows the errors of this sequence.
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
