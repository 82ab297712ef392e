/// A key of a shared value that can be read from storage.
///
/// Two keys of one type with equal ``id`` stand for the same value.
public protocol SharedReaderKey<Value>: Sendable {
  associatedtype Value: Sendable
  associatedtype ID: Hashable & Sendable

  /// Identifies the value among those with the same type of key.
  var id: ID { get }

  /// Returns the stored value, or `nil` if there is none.
  func load() -> Value?
}

/// A key of a shared value that can be read from and written to storage.
public protocol SharedKey<Value>: SharedReaderKey {
  /// Stores `value`. Called after each change, serially.
  func save(_ value: Value)
}

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
  let defaultValue: @Sendable () -> Base.Value

  public var id: Base.ID { base.id }
  public func load() -> Base.Value? { base.load() }

  /// Returns `key` with a default value for when nothing is stored.
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
  /// This type of key with a default value.
  public typealias Default = _SharedKeyDefault<Self>
}
