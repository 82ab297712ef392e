/// How much a set of a training plan is.
public enum SetAmount: Hashable, Sendable {
  /// So many reps, and where time is what counts, the time to do them in.
  case reps(Int, within: Duration? = nil)

  /// Held for so long, in whole seconds.
  case hold(seconds: Int)

  /// `13 reps`, `13 reps in 0:40`, `24 s`.
  public var text: String {
    switch self {
    case .reps(let reps, let time):
      reps.repsText + (time.map { " in \($0.minutesText)" } ?? "")
    case .hold(let seconds): "\(seconds) s"
    }
  }

  /// Without the word for reps: `13`, `13 in 0:40`, `24 s`.
  public var shortText: String {
    switch self {
    case .reps(let reps, let time): "\(reps)" + (time.map { " in \($0.minutesText)" } ?? "")
    case .hold: text
    }
  }
}
