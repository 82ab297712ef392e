/// Rounds of work and rest in words. The last round has no rest.
///
/// ```swift
/// Routine("8x(squat 20s, rest 10s)")?.intervals?.title     // "8 rounds of 0:20, 0:10 rest"
/// ```
public struct Intervals: Hashable, Sendable {
  public let work: Duration
  /// The rest after it; zero for none.
  public let rest: Duration
  public let rounds: Int

  /// The description on screen: `8 rounds of 0:20, 0:10 rest`.
  public var title: String { hasRest ? "\(roundsText), \(rest.minutesText) rest" : roundsText }

  /// The description for a narrow column: `8 rounds of 0:20/0:10`.
  public var shortTitle: String { hasRest ? "\(roundsText)/\(rest.minutesText)" : roundsText }

  private var roundsText: String {
    "\(rounds) \(rounds == 1 ? "round" : "rounds") of \(work.minutesText)"
  }

  private var hasRest: Bool { rest > .zero && rounds > 1 }
}

extension Routine {
  /// The intervals, if the routine consists of rounds of one timed exercise and a rest.
  public var intervals: Intervals? {
    guard
      blocks.count == 1, case .group(let group) = blocks[0],
      case .times(let rounds) = group.repetition,
      case .step(let step) = group.blocks[0], case .time(let work) = step.target,
      step.sets == 1, step.load == nil, step.rest == nil
    else { return nil }
    switch group.blocks.dropFirst().first {
    case nil:
      return Intervals(work: work, rest: .zero, rounds: rounds)
    case .rest(let rest) where group.blocks.count == 2:
      return Intervals(work: work, rest: rest, rounds: rounds)
    default:
      return nil
    }
  }
}
