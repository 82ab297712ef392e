import ReducerRuntime

/// A client that plays the sounds of a workout, which can be followed without looking at the screen.
///
/// ```swift
/// return .run { _ in await beeps.play(.countdown) }
/// ```
@DependencyClient
public struct BeepClient: Sendable {
  /// Plays a sound. Returns when it has been played, or immediately if there is no output for it.
  public var play: @Sendable (_ beep: Beep) async -> Void
}

/// A sound, which is identified by its number of beeps.
public enum Beep: Int, CaseIterable, Sendable {
  /// A second of the countdown.
  case countdown = 1
  /// Work begins.
  case start
  /// Rest begins.
  case rest
  /// The workout is over.
  case end

  /// The number of beeps.
  public var beepCount: Int { rawValue }
}

extension BeepClient: TestDependencyKey {
  public static let testValue = BeepClient()
}

extension DependencyValues {
  /// The client that plays the sounds of a workout.
  public var beeps: BeepClient {
    get { self[BeepClient.self] }
    set { self[BeepClient.self] = newValue }
  }
}
