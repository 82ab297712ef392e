import FoundationEssentials

/// A store of small settings, which `.appStorage` values are read from and written to.
///
/// The app sets one at the start of `main`:
///
/// ```swift
/// prepareDependencies { $0.defaultAppStorage = settingsFile }
/// ```
public protocol AppStorage: Sendable {
  /// Returns the value for `key`, or `nil` if there is none.
  func value(forKey key: String) -> AppStorageValue?
  /// Sets the value for `key`, or removes it if `value` is `nil`.
  func setValue(_ value: AppStorageValue?, forKey key: String)
  /// Calls `onChange` after each change of the value for `key`, without holding a lock. By default it is never called.
  func subscribe(
    forKey key: String, _ onChange: @escaping @Sendable () -> Void
  ) -> SharedSubscription
}

extension AppStorage {
  public func subscribe(
    forKey key: String, _ onChange: @escaping @Sendable () -> Void
  ) -> SharedSubscription {
    SharedSubscription {}
  }
}

/// A value that an ``AppStorage`` can store.
public enum AppStorageValue: Hashable, Sendable {
  case bool(Bool)
  case integer(Int)
  case double(Double)
  case string(String)
  case data(Data)
}

/// A type whose values an ``AppStorage`` can store.
public protocol AppStorageConvertible: Sendable {
  /// Creates a value, or returns `nil` if `appStorageValue` is of another type.
  init?(appStorageValue: AppStorageValue)
  /// The value as an ``AppStorage`` stores it.
  var appStorageValue: AppStorageValue { get }
}

extension Bool: AppStorageConvertible {
  public init?(appStorageValue: AppStorageValue) {
    guard case .bool(let value) = appStorageValue else { return nil }
    self = value
  }
  public var appStorageValue: AppStorageValue { .bool(self) }
}

extension Int: AppStorageConvertible {
  public init?(appStorageValue: AppStorageValue) {
    guard case .integer(let value) = appStorageValue else { return nil }
    self = value
  }
  public var appStorageValue: AppStorageValue { .integer(self) }
}

extension Double: AppStorageConvertible {
  public init?(appStorageValue: AppStorageValue) {
    switch appStorageValue {
    case .double(let value): self = value
    case .integer(let value): self = Double(value)
    default: return nil
    }
  }
  public var appStorageValue: AppStorageValue { .double(self) }
}

extension String: AppStorageConvertible {
  public init?(appStorageValue: AppStorageValue) {
    guard case .string(let value) = appStorageValue else { return nil }
    self = value
  }
  public var appStorageValue: AppStorageValue { .string(self) }
}

extension Data: AppStorageConvertible {
  public init?(appStorageValue: AppStorageValue) {
    guard case .data(let value) = appStorageValue else { return nil }
    self = value
  }
  public var appStorageValue: AppStorageValue { .data(self) }
}

extension Date: AppStorageConvertible {
  public init?(appStorageValue: AppStorageValue) {
    guard let seconds = Double(appStorageValue: appStorageValue) else { return nil }
    self.init(timeIntervalSinceReferenceDate: seconds)
  }
  public var appStorageValue: AppStorageValue { .double(timeIntervalSinceReferenceDate) }
}

extension URL: AppStorageConvertible {
  public init?(appStorageValue: AppStorageValue) {
    guard let text = String(appStorageValue: appStorageValue) else { return nil }
    self.init(string: text)
  }
  public var appStorageValue: AppStorageValue { .string(absoluteString) }
}

extension DependencyValues {
  /// The storage of `.appStorage` values; in memory by default.
  public var defaultAppStorage: any AppStorage {
    get { self[AppStorageDependency.self] }
    set { self[AppStorageDependency.self] = newValue }
  }

  private enum AppStorageDependency: DependencyKey {
    static var liveValue: any AppStorage { SharedScope.current.appStorage }
    static var testValue: any AppStorage { SharedScope.current.appStorage }
  }
}
