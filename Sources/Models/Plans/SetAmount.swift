/// The amount of work in a set of a training plan.
public enum SetAmount: Hashable, Sendable {
  /// A number of reps, and the time for them if the challenge is scored by time.
  case reps(Int, within: Duration? = nil)

  /// A time to hold, in whole seconds.
  case hold(seconds: Int)

  /// `13 reps`, `13 reps in 0:40`, `24 s`.
  public var text: String {
    switch self {
    case .reps(let reps, let time):
      reps.repsText + (time.map { " in \($0.minutesText)" } ?? "")
    case .hold(let seconds): "\(seconds) s"
    }
  }

  /// The amount without a word for reps: `13`, `13 in 0:40`, `24 s`.
  public var shortText: String {
    switch self {
    case .reps(let reps, let time): "\(reps)" + (time.map { " in \($0.minutesText)" } ?? "")
    case .hold: text
    }
  }
}
