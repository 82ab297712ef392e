import FoundationEssentials
import Models
import Scripting

/// Workouts as a gym would see them in ten years, oldest first: always the same ones for the same numbers.
///
/// Everybody comes at least once, if there are as many workouts as people. People who came early have done the most,
/// and the last eighth is a week of contests: everybody's, so that the leaderboard of one week is long, too.
struct SeedWorkouts: Sequence, IteratorProtocol {
  let count: Int
  let people: Int
  private let end: Date
  private let challenges: [(challenge: Challenge, until: Double)]
  private var random: SeededGenerator
  private var index = 0

  private static let years = 10.0
  private static let week = 7 * 86_400.0

  /// - Parameters:
  ///   - count: How many workouts.
  ///   - people: How many people do them.
  ///   - end: The moment before which all of it happened.
  init(count: Int, people: Int, end: Date, challenges: [Challenge], seed: UInt64) {
    self.count = count
    self.people = people
    self.end = end
    random = SeededGenerator(seed: seed)
    // Each is done less often than the one before.
    let weights = challenges.indices.map { 1 / Double($0 + 2) }
    let sum = weights.reduce(0, +)
    var reached = 0.0
    self.challenges = zip(challenges, weights).map { challenge, weight in
      reached += weight / sum
      return (challenge, reached)
    }
  }

  /// Who does the next workout, as a number from 0, and what is done.
  mutating func next() -> (person: Int, draft: WorkoutDraft)? {
    guard index < count else { return nil }
    defer { index += 1 }
    let person = nextPerson()
    let share = random.share()
    let challenge =
      challenges.first { share < $0.until }?.challenge ?? challenges[challenges.count - 1].challenge
    var draft = WorkoutDraft(
      id: nextID(), challenge: challenge.id, startedAt: nextDate(), duration: .zero)
    perform(challenge.scoring, person: person, &draft)
    return (person, draft)
  }

  private var isContest: Bool { index >= count - count / 8 }

  private mutating func nextPerson() -> Int {
    let every = Swift.max(1, count * 7 / 8 / people)
    if !isContest, index % every == 0, index / every < people { return index / every }
    let known = isContest ? people : Swift.min(people, index / every + 1)
    let share = random.share()
    return Int((isContest ? share : share * share * share) * Double(known))
  }

  private mutating func nextID() -> UUID {
    let words = (random.next(), random.next())
    return withUnsafeBytes(of: words) { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
  }

  /// On a whole second, from early in the morning on, and the more so at the hours after work.
  private mutating func nextDate() -> Date {
    let contest = count / 8
    let before = Swift.max(1, count - contest)
    let start =
      isContest
      ? end.timeIntervalSince1970 - Self.week
        + Double(index - before) / Double(Swift.max(1, contest)) * Self.week
      : end.timeIntervalSince1970 - Self.years * 365.25 * 86_400
        + Double(index) / Double(before) * (Self.years * 365.25 * 86_400 - Self.week)
    let day = (start / 86_400).rounded(.down) * 86_400
    let hour = Swift.max(random.share(), random.share()) * 14 + 6
    // None is later than the end, whichever hour it is.
    return Date(
      timeIntervalSince1970: Swift.min(
        (day + hour * 3600).rounded(), end.timeIntervalSince1970 - 3600))
  }

  /// Returns how strong a person is, from 0 to 1: the same in all of their workouts.
  private func strength(of person: Int) -> Double {
    var own = SeededGenerator(seed: UInt64(person))
    return (own.share() + own.share()) / 2
  }

  private mutating func perform(
    _ scoring: Challenge.Scoring, person: Int, _ draft: inout WorkoutDraft
  ) {
    let form = strength(of: person) * 0.8 + random.share() * 0.2
    switch scoring {
    case .reps(let limit):
      let seconds = limit / .seconds(1)
      let most = Swift.min(120, seconds / 1.1)
      draft.log = log(
        reps: Swift.max(1, Int(most * (0.15 + 0.85 * form))), in: seconds * (0.8 + 0.2 * form))
      // Some go on for a moment when the time is over.
      draft.duration = Swift.max(limit, draft.log.last ?? .zero)
    case .time(let goal):
      // One in eight gives up.
      let reps = random.isOne(in: 8) ? Swift.max(1, goal * random.int(20...99) / 100) : goal
      let seconds = Double(reps) * (4.5 - 3 * form)
      draft.log = log(reps: reps, in: seconds)
      draft.duration = (draft.log.last ?? .zero) + .milliseconds(random.int(0...900))
    case .hold:
      draft.duration = .milliseconds(Int(20_000 + form * 220_000) + random.int(0...999))
    }
  }

  /// So many reps in so many seconds, the later the slower.
  private mutating func log(reps: Int, in seconds: Double) -> RepLog {
    var milliseconds: [UInt32] = []
    milliseconds.reserveCapacity(reps)
    var last: UInt32 = 0
    for rep in 1...reps {
      let share = Double(rep) / Double(reps)
      let even = seconds * 1000 * share * (0.75 + 0.25 * share)
      last = Swift.max(last + 1, UInt32(even) + UInt32(random.int(0...150)))
      milliseconds.append(last)
    }
    guard let log = RepLog(milliseconds: milliseconds) else { fatalError("the instants rise") }
    return log
  }
}

extension SeededGenerator {
  /// A number from 0 up to 1.
  package mutating func share() -> Double { Double(next() >> 11) / 9_007_199_254_740_992 }

  /// A number from `range`; with less arithmetic than the standard library's, and the same on every version of it.
  package mutating func int(_ range: ClosedRange<Int>) -> Int {
    range.lowerBound + Int(share() * Double(range.count))
  }

  /// Whether one of so many chances came true.
  package mutating func isOne(in chances: Int) -> Bool { int(1...chances) == 1 }
}
