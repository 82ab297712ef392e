/// An interval workout: a number of rounds of work and rest. The last round has no rest.
///
/// It is the short description of a ``Routine`` of one timed exercise, and the form in which earlier versions of the
/// program store it.
///
/// ```swift
/// let tabata = IntervalPlan(work: .seconds(20), rest: .seconds(10), rounds: 8)!
/// tabata.title                            // "8 rounds of 0:20, 0:10 rest"
/// tabata.routine(of: "squat")?.text       // "8x(squat 20s, rest 10s)"
/// ```
public struct IntervalPlan: Hashable, Sendable {
  public let work: Duration
  public let rest: Duration
  public let rounds: Int

  /// - Parameters:
  ///   - work: The time of work in a round; positive.
  ///   - rest: The rest after it; zero for none.
  ///   - rounds: The number of rounds, 1 to 100.
  /// - Returns: `nil` for invalid values.
  public init?(work: Duration, rest: Duration, rounds: Int) {
    guard work > .zero, rest >= .zero, (1...100).contains(rounds) else { return nil }
    self.work = work
    self.rest = rest
    self.rounds = rounds
  }

  /// Returns the routine of an exercise; `nil` for times that aren't whole seconds or exceed a day.
  ///
  /// - Parameter name: The name of the exercise or of the challenge. What no exercise's name can contain is left out.
  public func routine(of name: String) -> Routine? {
    let step = Routine.Block.step(Routine.Step(Routine.plainExerciseName(name), .time(work)))
    let hasRest = rest > .zero && rounds > 1
    return try? Routine([
      .group(Routine.Group(.times(rounds), hasRest ? [step, .rest(rest)] : [step]))
    ])
  }
}

extension Routine {
  /// The intervals, if the routine consists of rounds of one timed exercise and a rest.
  public var intervals: IntervalPlan? {
    guard
      blocks.count == 1, case .group(let group) = blocks[0],
      case .times(let rounds) = group.repetition,
      case .step(let step) = group.blocks[0], case .time(let work) = step.target,
      step.sets == 1, step.load == nil, step.rest == nil
    else { return nil }
    switch group.blocks.dropFirst().first {
    case nil:
      return IntervalPlan(work: work, rest: .zero, rounds: rounds)
    case .rest(let rest) where group.blocks.count == 2:
      return IntervalPlan(work: work, rest: rest, rounds: rounds)
    default:
      return nil
    }
  }
}

extension IntervalPlan {
  /// Parses `20/10 x8`: seconds of work and of rest, and the number of rounds. `60 x10` has no rest.
  ///
  /// - Returns: `nil` for any other text.
  public init?(text: String) {
    let words = text.split(separator: " ")
    guard words.count == 2, words[1].first == "x", let rounds = Int(words[1].dropFirst()) else {
      return nil
    }
    let seconds = words[0].split(separator: "/", omittingEmptySubsequences: false).map {
      Int64($0).flatMap { (0...86_400).contains($0) ? $0 : nil }
    }
    guard
      (1...2).contains(seconds.count), let work = seconds[0], let rest = seconds.last ?? nil,
      let plan = IntervalPlan(
        work: .seconds(work), rest: .seconds(seconds.count == 2 ? rest : 0), rounds: rounds)
    else { return nil }
    self = plan
  }

  /// The description on screen: `8 rounds of 0:20, 0:10 rest`.
  public var title: String { hasRest ? "\(roundsText), \(rest.minutesText) rest" : roundsText }

  /// The description for a narrow column: `8 rounds of 0:20/0:10`.
  public var shortTitle: String { hasRest ? "\(roundsText)/\(rest.minutesText)" : roundsText }

  private var roundsText: String {
    "\(rounds) \(rounds == 1 ? "round" : "rounds") of \(work.minutesText)"
  }

  /// Whether there is a rest between two rounds.
  private var hasRest: Bool { rest > .zero && rounds > 1 }

  /// The plan in the format of ``init(text:)``.
  public var text: String {
    let (work, rest) = (work.components.seconds, rest.components.seconds)
    return rest > 0 ? "\(work)/\(rest) x\(rounds)" : "\(work) x\(rounds)"
  }
}
