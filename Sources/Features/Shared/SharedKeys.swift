import Models
import ReducerRuntime

extension SharedReaderKey where Self == InMemoryKey<Settings>.Default {
  /// The person's choices in force. ``SettingsEditor`` changes them and has the file keep them.
  public static var settings: Self { Self[.inMemory("settings"), default: Settings()] }
}

extension SharedReaderKey where Self == InMemoryKey<Catalogue>.Default {
  /// The challenges that come with the program, and those that people made. ``Workouts`` changes it.
  public static var catalogue: Self { Self[.inMemory("catalogue"), default: .standard] }
}

extension SharedReaderKey where Self == InMemoryKey<Bool>.Default {
  /// Whether the terminal has room for the page of what is selected beside its list. ``AppTab`` changes it.
  static var showsPages: Self { Self[.inMemory("showsPages"), default: false] }

  /// Whether the terminal has room for sparklines in the catalogue. ``AppTab`` changes it.
  static var showsSparklines: Self { Self[.inMemory("showsSparklines"), default: false] }
}

extension SharedReaderKey where Self == InMemoryKey<Failure?> {
  /// The reason why the last use of a feature could not be recorded, if it could not.
  public static var usageFailure: Self { .inMemory("usageFailure") }
}

extension SharedReaderKey where Self == InMemoryKey<Rest?> {
  /// The rest after a set, if one is taken. ``RestTimer`` changes it.
  public static var rest: Self { .inMemory("rest") }
}

extension Shared where Value: Equatable {
  /// Replaces the value, if it is another: an equal one is no news to those who observe it.
  func set(_ value: Value) {
    guard value != wrappedValue else { return }
    withLock { $0 = value }
  }
}
