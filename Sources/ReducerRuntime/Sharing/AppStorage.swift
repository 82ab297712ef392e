import FoundationEssentials
import Synchronization

/// Where an app keeps its small settings: what `.appStorage` values are read from and written to.
///
/// The app gives one, first thing in `main`:
///
/// ```swift
/// prepareDependencies { $0.defaultAppStorage = settingsFile }
/// ```
public protocol AppStorage: Sendable {
  /// What is kept under `key`, `nil` where nothing is.
  func value(forKey key: String) -> AppStorageValue?
  /// Keeps `value` under `key`, or nothing where it is `nil`.
  func setValue(_ value: AppStorageValue?, forKey key: String)
}

/// What an ``AppStorage`` can keep.
public enum AppStorageValue: Hashable, Sendable {
  case bool(Bool)
  case integer(Int)
  case double(Double)
  case string(String)
  case data(Data)
}

/// A type whose values an ``AppStorage`` can keep.
public protocol AppStorageConvertible: Sendable {
  /// - Returns: `nil` where `appStorageValue` is of another type.
  init?(appStorageValue: AppStorageValue)
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

/// An ``AppStorage`` that lasts as long as the program.
public final class InMemoryAppStorage: AppStorage {
  private let values = Mutex<[String: AppStorageValue]>([:])

  public init() {}

  public func value(forKey key: String) -> AppStorageValue? { values.withLock { $0[key] } }

  public func setValue(_ value: AppStorageValue?, forKey key: String) {
    values.withLock { $0[key] = value }
  }
}

extension AppStorage where Self == InMemoryAppStorage {
  /// Settings that are kept nowhere, new ones at each call: `$0.defaultAppStorage = .inMemory`.
  public static var inMemory: Self { Self() }
}

extension DependencyValues {
  /// Where `.appStorage` values are kept; in memory, until the app says otherwise.
  public var defaultAppStorage: any AppStorage {
    get { self[AppStorageDependency.self] }
    set { self[AppStorageDependency.self] = newValue }
  }

  private enum AppStorageDependency: DependencyKey {
    static var liveValue: any AppStorage { SharedScope.current.appStorage }
    static var testValue: any AppStorage { SharedScope.current.appStorage }
  }
}
