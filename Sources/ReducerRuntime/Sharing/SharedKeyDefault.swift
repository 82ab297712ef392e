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

  /// Returns the reference for the key, with `initialValue` as the value if storage has none.
  func reference(initialValue: () -> Base.Value) -> SharedReference<Base.Value> {
    SharedScope.current.reference(base, namedKey: self, initialValue: initialValue)
  }

  /// Returns `key` with a default value for when nothing is stored.
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
    "\(Base.self).Default[\(String(reflecting: base)), default: \(String(reflecting: initialValue))]"
  }
}

extension SharedReaderKey {
  /// This type of key with a default value.
  public typealias Default = _SharedKeyDefault<Self>
}
