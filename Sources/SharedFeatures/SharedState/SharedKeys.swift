import Models
import ReducerRuntime

extension SharedReaderKey where Self == InMemoryKey<Settings>.Default {
  /// The current settings. ``SettingsEditor`` changes and saves them.
  public static var settings: Self { Self[.inMemory("settings"), default: Settings()] }
}

extension SharedReaderKey where Self == InMemoryKey<Catalogue>.Default {
  /// The built-in and custom challenges. ``Workouts`` changes them.
  public static var catalogue: Self { Self[.inMemory("catalogue"), default: .standard] }
}

extension SharedReaderKey where Self == InMemoryKey<[GroupRace]>.Default {
  /// The open races in the person's groups, as they were seen last. ``Workouts`` changes them.
  public static var openRaces: Self { Self[.inMemory("openRaces"), default: []] }
}

extension SharedReaderKey where Self == InMemoryKey<Bool>.Default {
  /// Whether the terminal has room for the selected item's page beside a list. ``AppTab`` updates the value.
  public static var showsPages: Self { Self[.inMemory("showsPages"), default: false] }

  /// Whether the terminal has room for sparklines in the catalogue. ``AppTab`` updates the value.
  public static var showsSparklines: Self { Self[.inMemory("showsSparklines"), default: false] }
}

extension SharedReaderKey where Self == InMemoryKey<Failure?> {
  /// The error of the last attempt to record the use of a feature, if it failed.
  public static var usageFailure: Self { .inMemory("usageFailure") }
}

extension DependencyValues {
  /// The current day of the person, counted from 1970-01-01.
  public var today: Int64 {
    @SharedReader(.settings) var settings
    return settings.dayStart.day(at: date.now)
  }
}

extension Shared where Value: Equatable {
  /// Replaces the value if it differs, so that an equal value does not notify observers.
  public func set(_ value: Value) {
    guard value != wrappedValue else { return }
    withLock { $0 = value }
  }
}
