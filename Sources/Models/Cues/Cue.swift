/// A moment of a workout that is announced by a sound or a spoken text, so that it can be followed without looking at
/// the screen.
///
/// The raw value is its name in the settings file, after ``CueSettings/prefix``.
public enum Cue: String, CaseIterable, Sendable {
  /// A second of a countdown: before the start, or three, two, one before each change.
  case countdown
  /// Work begins.
  case work
  /// Rest begins.
  case rest
  /// The workout is over.
  case end
  /// Half of the time or of the reps is done.
  case half
  /// Ten seconds are left.
  case ten
  /// A number of reps is done.
  case reps
  /// A name is spoken: what begins, and what is next.
  case say

  /// The number of times that the bell rings; 0 for speech.
  public var bellCount: Int {
    switch self {
    case .say: 0
    case .countdown, .half, .ten, .reps: 1
    case .work: 2
    case .rest: 3
    case .end: 4
    }
  }

  /// The fewest reps of a goal that has a half.
  static let minGoalWithHalf = 20

  /// Returns the cue for a rep.
  ///
  /// - Parameters:
  ///   - reps: The number of reps including it.
  ///   - goal: The number of reps with which the set ends, if any.
  ///   - interval: The number of reps from one cue to the next; 0 for no cues.
  public static func forRep(_ reps: Int, of goal: Int?, every interval: Int) -> Cue? {
    if let goal, goal >= minGoalWithHalf, reps == (goal + 1) / 2 { return .half }
    return interval > 0 && reps > 0 && reps % interval == 0 ? .reps : nil
  }
}
