import FoundationEssentials
import Models
import Scripting

/// The workouts of a gym over ten years, oldest first. The same arguments give the same workouts.
///
/// Every person has at least one workout, if there are as many workouts as people. People who joined early have the
/// most. The last eighth of the workouts is in the last week and spread evenly over all people, so that the
/// leaderboard of one week is long, too.
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
  ///   - count: The number of workouts.
  ///   - people: The number of people.
  ///   - end: The end of the period of the workouts.
  init(count: Int, people: Int, end: Date, challenges: [Challenge], seed: UInt64) {
    self.count = count
    self.people = people
    self.end = end
    random = SeededGenerator(seed: seed)
    // Each challenge is less popular than the previous one.
    let weights = challenges.indices.map { 1 / Double($0 + 2) }
    let sum = weights.reduce(0, +)
    var cumulative = 0.0
    self.challenges = zip(challenges, weights).map { challenge, weight in
      cumulative += weight / sum
      return (challenge, cumulative)
    }
  }

  /// Returns the number of the next person, from 0, and the workout.
  mutating func next() -> (person: Int, draft: WorkoutDraft)? {
    guard index < count else { return nil }
    defer { index += 1 }
    let person = nextPerson()
    let fraction = random.fraction()
    let challenge =
      challenges.first { fraction < $0.until }?.challenge
      ?? challenges[challenges.count - 1].challenge
    var draft = WorkoutDraft(
      id: nextID(), challenge: challenge.id, startedAt: nextDate(), duration: .zero)
    perform(challenge, person: person, &draft)
    return (person, draft)
  }

  private var isInLastWeek: Bool { index >= count - count / 8 }

  private mutating func nextPerson() -> Int {
    let interval = Swift.max(1, count * 7 / 8 / people)
    if !isInLastWeek, index % interval == 0, index / interval < people { return index / interval }
    let joined = isInLastWeek ? people : Swift.min(people, index / interval + 1)
    let fraction = random.fraction()
    return Int((isInLastWeek ? fraction : fraction * fraction * fraction) * Double(joined))
  }

  private mutating func nextID() -> UUID {
    let words = (random.next(), random.next())
    return withUnsafeBytes(of: words) { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
  }

  /// Returns a date in whole seconds, no earlier than 6:00, and most often in the evening.
  private mutating func nextDate() -> Date {
    let lastWeekCount = count / 8
    let before = Swift.max(1, count - lastWeekCount)
    let start =
      isInLastWeek
      ? end.timeIntervalSince1970 - Self.week
        + Double(index - before) / Double(Swift.max(1, lastWeekCount)) * Self.week
      : end.timeIntervalSince1970 - Self.years * 365.25 * 86_400
        + Double(index) / Double(before) * (Self.years * 365.25 * 86_400 - Self.week)
    let day = (start / 86_400).rounded(.down) * 86_400
    let hour = Swift.max(random.fraction(), random.fraction()) * 14 + 6
    // No workout is after the end, regardless of the hour.
    return Date(
      timeIntervalSince1970: Swift.min(
        (day + hour * 3600).rounded(), end.timeIntervalSince1970 - 3600))
  }

  /// Returns a person's strength from 0 to 1, which is the same in all of their workouts.
  private func strength(of person: Int) -> Double {
    var generator = SeededGenerator(seed: UInt64(person))
    return (generator.fraction() + generator.fraction()) / 2
  }

  private mutating func perform(
    _ challenge: Challenge, person: Int, _ draft: inout WorkoutDraft
  ) {
    let performance = strength(of: person) * 0.8 + random.fraction() * 0.2
    switch challenge.scoring {
    case .reps(let limit):
      let intervals = challenge.routine.intervals
      let seconds = (intervals.map { $0.work * $0.rounds } ?? limit) / .seconds(1)
      let maxReps = Swift.min(120, seconds / 1.1)
      draft.log = log(
        reps: Swift.max(1, Int(maxReps * (0.15 + 0.85 * performance))),
        in: seconds * (0.8 + 0.2 * performance), intervals)
      // Some people continue for a moment after the time limit.
      draft.duration = Swift.max(limit, draft.log.duration)
    case .time(let goal):
      // One workout in eight is not finished.
      let reps = random.isOne(in: 8) ? Swift.max(1, goal * random.int(20...99) / 100) : goal
      let seconds = Double(reps) * (4.5 - 3 * performance)
      draft.log = log(reps: reps, in: seconds)
      draft.duration = draft.log.duration + .milliseconds(random.int(0...900))
    case .hold:
      draft.duration = .milliseconds(Int(20_000 + performance * 220_000) + random.int(0...999))
    }
  }

  /// Returns a log with the given number of reps and seconds of work; the times between reps grow.
  private mutating func log(
    reps: Int, in seconds: Double, _ intervals: Intervals? = nil
  ) -> WorkoutLog {
    var log = WorkoutLog()
    var last = 0
    for rep in 1...reps {
      let fraction = Double(rep) / Double(reps)
      let even = seconds * 1000 * fraction * (0.75 + 0.25 * fraction)
      last = Swift.max(last + 1, Int(even) + random.int(0...150))
      let instant = Duration.milliseconds(last)
      let rests = intervals.map { $0.rest * Swift.min(Int(instant / $0.work), $0.rounds - 1) }
      log.append(.press, at: instant + (rests ?? .zero))
    }
    return log
  }
}

extension SeededGenerator {
  /// Returns a random number from 0 up to but not including 1.
  package mutating func fraction() -> Double { Double(next() >> 11) / 9_007_199_254_740_992 }

  /// Returns a random number from `range`. Faster than the standard library's method, with the same numbers in every
  /// version.
  package mutating func int(_ range: ClosedRange<Int>) -> Int {
    range.lowerBound + Int(fraction() * Double(range.count))
  }

  /// Returns true with a probability of one in `chances`.
  package mutating func isOne(in chances: Int) -> Bool { int(1...chances) == 1 }
}
