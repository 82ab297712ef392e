import Synchronization

/// A key of a shared value that is read from storage.
///
/// ```swift
/// struct RemoteSetting: SharedReaderKey, Hashable {
///   let name: String
///
///   func load(context: LoadContext<Bool>, continuation: LoadContinuation<Bool>) {
///     server.fetch(name) { continuation.resume(with: $0) }
///   }
///
///   func subscribe(
///     context: LoadContext<Bool>, subscriber: SharedSubscriber<Bool>
///   ) -> SharedSubscription {
///     let listener = server.listen(name) { subscriber.yield($0) }
///     return SharedSubscription { listener.stop() }
///   }
/// }
/// ```
///
/// Two keys of one type with equal ``id`` stand for the same value.
public protocol SharedReaderKey<Value>: Sendable {
  /// The type of the shared value.
  associatedtype Value: Sendable
  /// The type of the identity; by default the key itself.
  associatedtype ID: Hashable = Self

  /// The identity of the value among those with the same type of key.
  var id: ID { get }

  /// Loads the stored value.
  ///
  /// - Parameters:
  ///   - context: The reason for loading.
  ///   - continuation: A continuation to be resumed once, now or later.
  func load(context: LoadContext<Value>, continuation: LoadContinuation<Value>)

  /// Subscribes to changes that other code makes to the stored value.
  ///
  /// - Parameters:
  ///   - context: The reason for loading the value.
  ///   - subscriber: The receiver of new values. Don't call it while holding a lock that loading or saving needs.
  /// - Returns: The subscription, which ends when no property refers to the value.
  func subscribe(
    context: LoadContext<Value>, subscriber: SharedSubscriber<Value>
  ) -> SharedSubscription

  /// The value, if it stays in memory while no property refers to it, so that its default need not be computed.
  var _keptValue: Value? { get }
}

extension SharedReaderKey {
  public var _keptValue: Value? { nil }
}

extension SharedReaderKey where ID == Self {
  /// The key itself.
  public var id: Self { self }
}

/// A key of a shared value that is read from and written to storage.
public protocol SharedKey<Value>: SharedReaderKey {
  /// Stores a value. Called after each change, for one change at a time.
  ///
  /// - Parameters:
  ///   - value: The new value.
  ///   - context: The reason for saving.
  ///   - continuation: A continuation to be resumed once, now or later.
  func save(_ value: Value, context: SaveContext, continuation: SaveContinuation)
}

// MARK: - Defaults

/// A key with a default value.
///
/// ```swift
/// extension SharedKey where Self == AppStorageKey<Bool>.Default {
///   static var isLoud: Self { Self[.appStorage("isLoud"), default: true] }
/// }
/// @Shared(.isLoud) var isLoud
/// ```
public struct _SharedKeyDefault<Base: SharedReaderKey>: SharedReaderKey {
  let base: Base
  private let makeDefault: @Sendable () -> Base.Value

  /// The default value.
  public var initialValue: Base.Value { makeDefault() }

  public var id: Base.ID { base.id }

  public func load(context: LoadContext<Base.Value>, continuation: LoadContinuation<Base.Value>) {
    base.load(context: context, continuation: continuation)
  }

  public func subscribe(
    context: LoadContext<Base.Value>, subscriber: SharedSubscriber<Base.Value>
  ) -> SharedSubscription {
    base.subscribe(context: context, subscriber: subscriber)
  }

  /// Returns the reference for the key. If storage has no value, the value is `initialValue`.
  func reference(
    at location: IssueLocation, initialValue: () -> Base.Value
  ) -> SharedReference<Base.Value> {
    SharedScope.current.reference(
      base, namedKey: self, initialValue: initialValue, at: location)
  }

  /// Returns `key` with a default value that applies if storage has no value.
  public static subscript(
    key: Base, default value: @autoclosure @escaping @Sendable () -> Base.Value
  ) -> Self {
    Self(base: key, makeDefault: value)
  }
}

extension _SharedKeyDefault: SharedKey where Base: SharedKey {
  public func save(_ value: Base.Value, context: SaveContext, continuation: SaveContinuation) {
    base.save(value, context: context, continuation: continuation)
  }
}

extension _SharedKeyDefault: CustomStringConvertible {
  public var description: String {
    "\(typeName(Base.self, keepsArguments: true)).Default"
      + "[\(String(reflecting: base)), default: \(String(reflecting: initialValue))]"
  }
}

extension SharedReaderKey {
  /// This type of key with a default value.
  public typealias Default = _SharedKeyDefault<Self>
}

// MARK: - Loading and saving

/// The reason for loading a value.
public enum LoadContext<Value> {
  /// A property was created with this value, which applies if storage has none.
  case initialValue(Value)
  /// The program called `load()`.
  case userInitiated

  /// The value that the property was created with, if its creation is the reason for loading.
  public var initialValue: Value? {
    guard case .initialValue(let value) = self else { return nil }
    return value
  }
}

extension LoadContext: Sendable where Value: Sendable {}
extension LoadContext: Equatable where Value: Equatable {}
extension LoadContext: Hashable where Value: Hashable {}

/// The reason for saving a value.
public enum SaveContext: Hashable, Sendable {
  /// `withLock` changed the value. A key may collect several changes before it saves them.
  case didSet
  /// The program called `save()`.
  case userInitiated
}

/// A continuation that a key resumes once with the value it loaded.
///
/// A continuation that is released without being resumed is reported as an issue, and counts as resumed with the
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
    callback: @escaping @Sendable (Result<Value?, any Error>) -> Void,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    self.init(
      description(),
      at: IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column),
      callback: callback)
  }

  /// Creates a continuation whose misuse is reported at `location`.
  init(
    _ description: @autoclosure @escaping @Sendable () -> String, at location: IssueLocation,
    callback: @escaping @Sendable (Result<Value?, any Error>) -> Void
  ) {
    once = OnceContinuation(description, location, valueIfLeaked: nil, callback)
  }

  /// Resumes with the stored value.
  public func resume(returning value: Value) { resume(with: .success(value)) }

  /// Resumes with the property's initial value, because storage has none.
  public func resumeReturningInitialValue() { resume(with: .success(nil)) }

  /// Resumes with an error, which becomes the property's `loadError`.
  public func resume(throwing error: any Error) { resume(with: .failure(error)) }

  /// Resumes with a value, with `nil` if storage has none, or with an error.
  public func resume(with result: Result<Value?, any Error>) { once.resume(with: result) }
}

/// A continuation that a key resumes once, after a value is saved.
///
/// A continuation that is released without being resumed is reported as an issue, and counts as resumed.
public struct SaveContinuation: Sendable {
  private let once: OnceContinuation<Void>

  /// Creates a continuation.
  ///
  /// - Parameters:
  ///   - description: The name of the key, for messages.
  ///   - callback: Called once, when the value has been saved or saving has failed.
  public init(
    _ description: @autoclosure @escaping @Sendable () -> String = "",
    callback: @escaping @Sendable (Result<Void, any Error>) -> Void,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    self.init(
      description(),
      at: IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column),
      callback: callback)
  }

  /// Creates a continuation whose misuse is reported at `location`.
  init(
    _ description: @autoclosure @escaping @Sendable () -> String, at location: IssueLocation,
    callback: @escaping @Sendable (Result<Void, any Error>) -> Void
  ) {
    once = OnceContinuation(description, location, valueIfLeaked: (), callback)
  }

  /// Resumes after the value was saved.
  public func resume() { resume(with: .success(())) }

  /// Resumes with an error, which becomes the property's `saveError`.
  public func resume(throwing error: any Error) { resume(with: .failure(error)) }

  /// Resumes with success after the value was saved, or with an error.
  public func resume(with result: Result<Void, any Error>) { once.resume(with: result) }
}

/// A callback that is called exactly once.
private final class OnceContinuation<Value: Sendable>: Sendable {
  private let callback: Mutex<(@Sendable (Result<Value, any Error>) -> Void)?>
  private let description: @Sendable () -> String
  private let location: IssueLocation
  private let valueIfLeaked: Value

  init(
    _ description: @escaping @Sendable () -> String, _ location: IssueLocation,
    valueIfLeaked: Value,
    _ callback: @escaping @Sendable (Result<Value, any Error>) -> Void
  ) {
    self.callback = Mutex(callback)
    self.description = description
    self.location = location
    self.valueIfLeaked = valueIfLeaked
  }

  private var name: String {
    let description = description()
    return description.isEmpty ? "A shared key" : "'\(description)'"
  }

  func resume(with result: Result<Value, any Error>) {
    guard let callback = callback.withLock({ $0.take() }) else {
      return location.report("\(name) resumed a continuation that was already resumed.")
    }
    callback(result)
  }

  deinit {
    guard let callback = callback.withLock({ $0.take() }) else { return }
    location.report("\(name) released a continuation without resuming it.")
    callback(.success(valueIfLeaked))
  }
}

// MARK: - Subscriptions

/// A receiver of changes that other code makes in a key's storage.
public struct SharedSubscriber<Value: Sendable>: Sendable {
  private let callback: @Sendable (Result<Value?, any Error>) -> Void
  private let onLoading: (@Sendable (Bool) -> Void)?

  /// Creates a subscriber.
  ///
  /// - Parameters:
  ///   - callback: Called with each value, with `nil` if storage has none anymore, and with errors.
  ///   - onLoading: Called when storage begins or finishes loading.
  public init(
    callback: @escaping @Sendable (Result<Value?, any Error>) -> Void,
    onLoading: (@Sendable (Bool) -> Void)? = nil
  ) {
    self.callback = callback
    self.onLoading = onLoading
  }

  /// Replaces the value.
  public func yield(_ value: Value) { yield(with: .success(value)) }

  /// Restores the property's initial value, because storage has none anymore.
  public func yieldReturningInitialValue() { yield(with: .success(nil)) }

  /// Sets the property's `loadError`.
  public func yield(throwing error: any Error) { yield(with: .failure(error)) }

  /// Replaces the value, restores the initial one if storage has none anymore (`nil`), or sets the `loadError`.
  public func yield(with result: Result<Value?, any Error>) { callback(result) }

  /// Sets whether storage is loading: the property's `isLoading`.
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
