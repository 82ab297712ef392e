/// Names a value that many share, and knows what it begins with.
///
/// Two keys of one type with equal ``id`` stand for the same value.
public protocol SharedReaderKey<Value>: Sendable {
  associatedtype Value: Sendable
  associatedtype ID: Hashable & Sendable

  /// Tells the value from others of the same kind of key.
  var id: ID { get }

  /// The value as it was kept, `nil` where nothing was.
  func load() -> Value?
}

/// Names a value that many share and change, and keeps it.
public protocol SharedKey<Value>: SharedReaderKey {
  /// Keeps `value`. Called after each change, one call after the other.
  func save(_ value: Value)
}

/// A key with the value to begin with.
///
/// ```swift
/// extension SharedKey where Self == AppStorageKey<Bool>.Default {
///   static var isLoud: Self { Self[.appStorage("isLoud"), default: true] }
/// }
/// @Shared(.isLoud) var isLoud
/// ```
public struct _SharedKeyDefault<Base: SharedReaderKey>: SharedReaderKey {
  let base: Base
  let defaultValue: @Sendable () -> Base.Value

  public var id: Base.ID { base.id }
  public func load() -> Base.Value? { base.load() }

  /// `key`, with what to begin with where nothing was kept.
  public static subscript(
    key: Base, default value: @autoclosure @escaping @Sendable () -> Base.Value
  ) -> Self {
    Self(base: key, defaultValue: value)
  }
}

extension _SharedKeyDefault: SharedKey where Base: SharedKey {
  public func save(_ value: Base.Value) { base.save(value) }
}

extension SharedReaderKey {
  /// This key with a value to begin with.
  public typealias Default = _SharedKeyDefault<Self>
}
