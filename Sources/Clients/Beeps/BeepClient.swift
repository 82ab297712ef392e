import ReducerRuntime

/// Makes the sounds of a workout, for somebody who does not look at the screen.
///
/// ```swift
/// return .run { _ in await beeps.play(.countdown) }
/// ```
@DependencyClient
public struct BeepClient: Sendable {
  /// Makes a sound. Returns when it has been made, or at once where there is nothing to make it with.
  public var play: @Sendable (_ beep: Beep) async -> Void
}

/// What a sound says; each is told from the others by its number of strokes.
public enum Beep: Int, CaseIterable, Sendable {
  /// A second of the count-down.
  case countdown = 1
  /// Work begins.
  case start
  /// Rest begins.
  case rest
  /// The workout is over.
  case end

  /// How often the bell is struck.
  public var strokes: Int { rawValue }
}

extension BeepClient: TestDependencyKey {
  public static let testValue = BeepClient()
}

extension DependencyValues {
  /// Makes the sounds of a workout.
  public var beeps: BeepClient {
    get { self[BeepClient.self] }
    set { self[BeepClient.self] = newValue }
  }
}
