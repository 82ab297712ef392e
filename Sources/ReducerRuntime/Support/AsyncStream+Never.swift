extension AsyncStream {
  /// A stream that neither gives anything nor ends, unless the task that waits for it is cancelled.
  public static var never: Self { Self { _ in } }

  /// A stream that gives nothing and has ended.
  public static var finished: Self { Self { $0.finish() } }
}

extension AsyncThrowingStream where Failure == any Error {
  /// A stream that neither gives anything nor ends, unless the task that waits for it is cancelled.
  public static var never: Self { Self { _ in } }

  /// A stream that gives nothing and has ended, with `error` where there is one.
  public static func finished(throwing error: Failure? = nil) -> Self {
    Self { $0.finish(throwing: error) }
  }
}
