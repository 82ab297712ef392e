import Synchronization

/// A receiver of changes that a key's storage was given by others.
public struct SharedSubscriber<Value: Sendable>: Sendable {
  private let callback: @Sendable (Result<Value?, any Error>) -> Void
  private let onLoading: (@Sendable (Bool) -> Void)?

  /// Creates a subscriber.
  ///
  /// - Parameters:
  ///   - callback: Called with each value, with `nil` if storage has none anymore, and with errors.
  ///   - onLoading: Called when storage begins or ends to load.
  public init(
    callback: @escaping @Sendable (Result<Value?, any Error>) -> Void,
    onLoading: (@Sendable (Bool) -> Void)? = nil
  ) {
    self.callback = callback
    self.onLoading = onLoading
  }

  /// Takes over a new value.
  public func yield(_ value: Value) { yield(with: .success(value)) }

  /// Returns to the property's initial value, because storage has none anymore.
  public func yieldReturningInitialValue() { yield(with: .success(nil)) }

  /// Takes over an error, which the property has as its `loadError`.
  public func yield(throwing error: any Error) { yield(with: .failure(error)) }

  /// Takes over a value, `nil` if storage has none anymore, or an error.
  public func yield(with result: Result<Value?, any Error>) { callback(result) }

  /// Takes over whether storage is loading, which the property has as its `isLoading`.
  public func yieldLoading(_ isLoading: Bool = true) { onLoading?(isLoading) }
}

/// A subscription to the changes of a key's storage. It ends when it is cancelled or released.
public struct SharedSubscription: Sendable {
  private final class Cancellation: Sendable {
    private let operation: Mutex<(@Sendable () -> Void)?>

    init(_ operation: @escaping @Sendable () -> Void) {
      self.operation = Mutex(operation)
    }

    func perform() {
      operation.withLock { $0.take() }?()
    }

    deinit {
      perform()
    }
  }

  private let cancellation: Cancellation

  /// Creates a subscription.
  ///
  /// - Parameter cancel: Ends the subscription. Called once.
  public init(_ cancel: @escaping @Sendable () -> Void) {
    cancellation = Cancellation(cancel)
  }

  /// Ends the subscription.
  public func cancel() { cancellation.perform() }
}
