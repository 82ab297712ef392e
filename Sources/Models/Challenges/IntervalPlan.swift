/// An interval workout: a number of rounds of work and rest. The last round has no rest.
///
/// Tabata is 20 s of work and 10 s of rest, eight times; EMOM (every minute on the minute) is rounds of a minute's work
/// without a timed rest. Rounds start at fixed times, so the reps of each are computed from the log and aren't stored.
///
/// ```swift
/// let tabata = IntervalPlan(work: .seconds(20), rest: .seconds(10), rounds: 8)!
/// tabata.duration                       // 230 seconds
/// tabata.position(at: .seconds(25))       // round 1, resting, 5 seconds remaining
/// tabata.reps(in: workout.log)          // [14, 13, 13, 12, 12, 11, 11, 12]
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

  /// The time from the start of the first round to the end of the last.
  public var duration: Duration { round * rounds - rest }

  /// The time from the start of a round to the start of the next.
  private var round: Duration { work + rest }

  /// Returns the instant at which a round begins; the first round is 1.
  public func start(ofRound number: Int) -> Duration { round * (number - 1) }

  /// A position in a plan.
  public struct Position: Hashable, Sendable {
    /// The first is 1.
    public let round: Int
    public let isWork: Bool
    /// The remaining time of this work or rest.
    public let remaining: Duration
    /// The elapsed fraction of this work or rest, 0 to 1.
    public let fraction: Double
  }

  /// Returns the position at `instant` from the start; after the last round, its end.
  ///
  /// The instant at which work ends belongs to the rest, and vice versa.
  ///
  /// - Complexity: O(1), without allocation, since it is called on every tick.
  public func position(at instant: Duration) -> Position {
    let instant = min(max(.zero, instant), duration)
    let index = min(Int(instant.wholeMilliseconds / round.wholeMilliseconds), rounds - 1)
    let passed = instant - round * index
    let isWork = passed < work || index == rounds - 1
    let length = isWork ? work : rest
    let remaining = (isWork ? work : round) - passed
    return Position(
      round: index + 1, isWork: isWork, remaining: remaining, fraction: 1 - remaining / length)
  }

  /// Returns the reps of a round so far, including those in its rest.
  ///
  /// - Parameter number: The round; the first is 1.
  /// - Complexity: O(log m) for m reps, and no heap allocation.
  public func reps(ofRound number: Int, in log: RepLog) -> Int {
    let end = number >= rounds ? RepLog.maxInstant : end(ofRound: number)
    return log.count(through: end)
      - (number > 1 ? log.count(through: self.end(ofRound: number - 1)) : 0)
  }

  /// Returns the last millisecond of a round. A rep at the start of the next one belongs to that.
  private func end(ofRound number: Int) -> Duration { round * number - .milliseconds(1) }

  /// Returns the reps of each round, including those in its rest. A log that ended early has fewer rounds.
  ///
  /// - Complexity: O(n log m) for n rounds and m reps.
  public func reps(in log: RepLog) -> [Int] {
    guard let last = log.last else { return [] }
    return (1...position(at: last).round).map { reps(ofRound: $0, in: log) }
  }
}

extension IntervalPlan: Codable {
  /// `{"work": 20, "rest": 10, "rounds": 8}`, in seconds.
  private enum CodingKeys: String, CodingKey {
    case work, rest, rounds
  }

  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    let plan = IntervalPlan(
      work: .seconds(try values.decode(Int64.self, forKey: .work)),
      rest: .seconds(try values.decodeIfPresent(Int64.self, forKey: .rest) ?? 0),
      rounds: try values.decode(Int.self, forKey: .rounds))
    guard let plan else {
      throw DecodingError.dataCorruptedError(
        forKey: .rounds, in: values,
        debugDescription: "a plan has some work, no negative rest, and 1 to 100 rounds")
    }
    self = plan
  }

  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(work.components.seconds, forKey: .work)
    if rest > .zero { try values.encode(rest.components.seconds, forKey: .rest) }
    try values.encode(rounds, forKey: .rounds)
  }
}

extension IntervalPlan {
  /// Parses `20/10 x8`: seconds of work and of rest, and the number of rounds. `60 x10` has no rest.
  ///
  /// - Returns: `nil` for any other text, and for a plan of more than a day.
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
        work: .seconds(work), rest: .seconds(seconds.count == 2 ? rest : 0), rounds: rounds),
      plan.duration <= .seconds(86_400)
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
