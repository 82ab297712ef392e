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
