extension AsyncSequence where Self: Sendable {
  /// Returns a stream of the same elements, which ends if this sequence throws.
  ///
  /// ```swift
  /// $0.location.updates = { source.map(\.coordinate).eraseToStream() }
  /// ```
  ///
  /// An element is requested only when the stream is awaited.
  public func eraseToStream() -> AsyncStream<Element> {
    AsyncStream(self)
  }

  /// Returns a stream of the same elements, which rethrows the errors of this sequence.
  public func eraseToThrowingStream() -> AsyncThrowingStream<Element, any Error> {
    AsyncThrowingStream(self)
  }
}

extension AsyncStream {
  /// Creates a stream of the elements of `sequence`, which ends if it throws.
  public init<Base: AsyncSequence & Sendable>(_ sequence: Base) where Base.Element == Element {
    let cursor = Cursor(sequence)
    self.init { try? await cursor.next() }
  }
}

extension AsyncThrowingStream where Failure == any Error {
  /// Creates a stream of the elements of `sequence`, which rethrows its errors.
  public init<Base: AsyncSequence & Sendable>(_ sequence: Base) where Base.Element == Element {
    let cursor = Cursor(sequence)
    self.init { try await cursor.next() }
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
