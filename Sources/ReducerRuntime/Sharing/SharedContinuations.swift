import Synchronization

/// A continuation that a key resumes once with the value it loaded.
///
/// A continuation that is released without having been resumed is reported as an issue, and counts as resumed with the
/// initial value.
public struct LoadContinuation<Value: Sendable>: Sendable {
  private let once: OnceContinuation<Value?>

  /// Creates a continuation.
  ///
  /// - Parameters:
  ///   - description: The name of the key, for messages.
  ///   - callback: Called once with the value, with `nil` if storage has none, or with an error.
  public init(
    _ description: @autoclosure @escaping @Sendable () -> String = "",
    callback: @escaping @Sendable (Result<Value?, any Error>) -> Void
  ) {
    once = OnceContinuation(description, valueIfLeaked: nil, callback)
  }

  /// Resumes with the stored value.
  public func resume(returning value: Value) { resume(with: .success(value)) }

  /// Resumes with the property's initial value, because storage has none.
  public func resumeReturningInitialValue() { resume(with: .success(nil)) }

  /// Resumes with an error, which the property has as its `loadError`.
  public func resume(throwing error: any Error) { resume(with: .failure(error)) }

  /// Resumes with a value, with `nil` if storage has none, or with an error.
  public func resume(with result: Result<Value?, any Error>) { once.resume(with: result) }
}

/// A continuation that a key resumes once when a value is saved.
///
/// A continuation that is released without having been resumed is reported as an issue, and counts as resumed.
public struct SaveContinuation: Sendable {
  private let once: OnceContinuation<Void>

  /// Creates a continuation.
  ///
  /// - Parameters:
  ///   - description: The name of the key, for messages.
  ///   - callback: Called once when the value is saved, or with an error.
  public init(
    _ description: @autoclosure @escaping @Sendable () -> String = "",
    callback: @escaping @Sendable (Result<Void, any Error>) -> Void
  ) {
    once = OnceContinuation(description, valueIfLeaked: (), callback)
  }

  /// Resumes because the value is saved.
  public func resume() { resume(with: .success(())) }

  /// Resumes with an error, which the property has as its `saveError`.
  public func resume(throwing error: any Error) { resume(with: .failure(error)) }

  /// Resumes because the value is saved, or with an error.
  public func resume(with result: Result<Void, any Error>) { once.resume(with: result) }
}

/// A callback that is called exactly once.
private final class OnceContinuation<Value: Sendable>: Sendable {
  private let callback: Mutex<(@Sendable (Result<Value, any Error>) -> Void)?>
  private let description: @Sendable () -> String
  private let valueIfLeaked: Value

  init(
    _ description: @escaping @Sendable () -> String, valueIfLeaked: Value,
    _ callback: @escaping @Sendable (Result<Value, any Error>) -> Void
  ) {
    self.callback = Mutex(callback)
    self.description = description
    self.valueIfLeaked = valueIfLeaked
  }

  private var name: String {
    let description = description()
    return description.isEmpty ? "A shared key" : "'\(description)'"
  }

  func resume(with result: Result<Value, any Error>) {
    guard let callback = callback.withLock({ $0.take() }) else {
      return reportIssue("\(name) resumed a continuation that was already resumed.")
    }
    callback(result)
  }

  deinit {
    guard let callback = callback.withLock({ $0.take() }) else { return }
    reportIssue("\(name) released a continuation without resuming it.")
    callback(.success(valueIfLeaked))
  }
}
