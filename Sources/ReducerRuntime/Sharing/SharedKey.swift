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
  associatedtype Value: Sendable
  associatedtype ID: Hashable = Self

  /// The identity of the value among those with the same type of key.
  var id: ID { get }

  /// Loads the stored value.
  ///
  /// - Parameters:
  ///   - context: The reason why it is loaded.
  ///   - continuation: A continuation to be resumed once, now or later.
  func load(context: LoadContext<Value>, continuation: LoadContinuation<Value>)

  /// Subscribes to changes of the stored value by others.
  ///
  /// - Parameters:
  ///   - context: The reason why the value is loaded.
  ///   - subscriber: The receiver of new values. Don't call it while holding a lock that loading or
  ///     saving needs.
  /// - Returns: The subscription, which the value holds as long as a property refers to it.
  func subscribe(
    context: LoadContext<Value>, subscriber: SharedSubscriber<Value>
  ) -> SharedSubscription
}

extension SharedReaderKey where ID == Self {
  public var id: Self { self }
}

/// A key of a shared value that is read from and written to storage.
public protocol SharedKey<Value>: SharedReaderKey {
  /// Stores a value. Called after each change, for one change at a time.
  ///
  /// - Parameters:
  ///   - value: The new value.
  ///   - context: The reason why it is stored.
  ///   - continuation: A continuation to be resumed once, now or later.
  func save(_ value: Value, context: SaveContext, continuation: SaveContinuation)
}
