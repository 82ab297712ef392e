import FoundationEssentials

/// A live race of members of a group, as of the last news from the group's server.
public struct Race: Identifiable, Hashable, Sendable {
  public let id: UUID
  public let challenge: Challenge.ID
  /// The racer who may start the race.
  public var host: Racer.ID
  /// The member who uses this program.
  public let you: Racer.ID
  /// The start on the server's clock, in time since 1970; `nil` until it is decided.
  public var start: Duration?
  /// Whether the start was scheduled when the room was opened.
  public var isScheduled: Bool
  /// Whether no more reps will come.
  public var isOver: Bool
  /// The racers, in the order in which they joined.
  public var racers: [Racer]
  /// The link that invites members; `nil` for a race that is shown without its server.
  public var link: RaceLink?

  /// The maximum number of racers.
  public static let maxRacerCount = 20

  public init(
    id: UUID, challenge: Challenge.ID, host: Racer.ID, you: Racer.ID, start: Duration? = nil,
    isScheduled: Bool = false, isOver: Bool = false, racers: [Racer] = []
  ) {
    self.id = id
    self.challenge = challenge
    self.host = host
    self.you = you
    self.start = start
    self.isScheduled = isScheduled
    self.isOver = isOver
    self.racers = racers
  }

  public var isHost: Bool { host == you }

  /// Whether members can still join: the start is neither decided nor, if it was scheduled, past.
  public var isOpen: Bool {
    !isOver && racers.allSatisfy { $0.phase == .waiting || $0.phase == .left }
      && (start == nil || isScheduled)
  }

  /// The racer who uses this program; `nil` for a spectator.
  public var yourself: Racer? { racers.first { $0.id == you && $0.phase != .left } }

  /// Whether others have opened the race, and the person can join it.
  public var isWaitingForYou: Bool { isOpen && racers.contains { $0.id != you } }

  /// The others who wait in the room: `Ada is waiting`, `3 racers are waiting`.
  public var waitingText: String {
    let others = present.filter { $0.id != you }
    return others.count == 1
      ? "\(others[0].name) is waiting" : "\(others.count) racers are waiting"
  }

  /// The racers who have not left.
  public var present: [Racer] { racers.filter { $0.phase != .left } }
}

/// A racer in a ``Race``.
public struct Racer: Identifiable, Hashable, Sendable {
  public typealias ID = Int64

  public let id: ID
  public var name: String
  public var isReady: Bool
  public var phase: Phase
  /// The instants of the reps since the start.
  public var reps: RepLog
  /// The time since the start of the last news.
  public var elapsed: Duration
  /// The result, which the server has computed from the log.
  public var result: Result?

  public enum Phase: String, Hashable, Sendable, CaseIterable {
    /// Before the start.
    case waiting
    case racing
    case finished
    /// The workout was discarded.
    case stopped
    case left
  }

  /// A result.
  public struct Result: Hashable, Sendable {
    public var workout: Workout.ID
    public var score: Score
    /// The place; `nil` if the log was refused.
    public var place: Int?
    /// Whether the log has other reps than the live stream.
    public var isDifferent: Bool
    /// The reason why the server refused the log.
    public var refusal: String?

    public init(
      workout: Workout.ID, score: Score, place: Int?, isDifferent: Bool = false,
      refusal: String? = nil
    ) {
      self.workout = workout
      self.score = score
      self.place = place
      self.isDifferent = isDifferent
      self.refusal = refusal
    }
  }

  public init(
    id: ID, name: String, isReady: Bool = false, phase: Phase = .waiting, reps: RepLog = RepLog(),
    elapsed: Duration = .zero, result: Result? = nil
  ) {
    self.id = id
    self.name = name
    self.isReady = isReady
    self.phase = phase
    self.reps = reps
    self.elapsed = elapsed
    self.result = result
  }
}

/// Reps that a racer's program sends to the server, or that the server passes on.
public struct RepBatch: Hashable, Sendable {
  public let racer: Racer.ID
  /// The number of reps before the batch. Later ones are dropped, so that an undone rep disappears.
  public var position: Int
  /// The instants after the position in milliseconds, in ascending order.
  public var instants: [UInt32]
  /// The time since the start.
  public var elapsed: Duration
  public var phase: Racer.Phase

  /// The maximum number of instants.
  public static let maxCount = 200

  public init(
    racer: Racer.ID, position: Int, instants: [UInt32], elapsed: Duration, phase: Racer.Phase
  ) {
    self.racer = racer
    self.position = position
    self.instants = instants
    self.elapsed = elapsed
    self.phase = phase
  }

  /// Creates the batch that makes a server with the first `known` of the reps in `sent` know `reps`.
  ///
  /// - Complexity: O(n) in the reps.
  public init(
    of racer: Racer.ID, from sent: RepLog, known: Int, to reps: RepLog, elapsed: Duration,
    phase: Racer.Phase
  ) {
    let same = zip(sent.milliseconds.prefix(known), reps.milliseconds).prefix { $0 == $1 }.count
    self.init(
      racer: racer, position: same,
      instants: Array(reps.milliseconds.dropFirst(same).prefix(Self.maxCount)), elapsed: elapsed,
      phase: phase)
  }
}

extension Racer {
  /// Adds a batch.
  ///
  /// - Returns: False if reps before it are missing, or its instants aren't ascending; nothing has changed.
  public mutating func add(_ batch: RepBatch) -> Bool {
    guard
      batch.position <= reps.count,
      let log = RepLog(milliseconds: reps.milliseconds.prefix(batch.position) + batch.instants)
    else { return false }
    reps = log
    elapsed = max(elapsed, batch.elapsed)
    phase = batch.phase
    return true
  }
}

// MARK: - The server's clock

/// An estimate of the difference between a server's clock and this program's, from exchanges with the server.
///
/// The server read its clock between the sending of a request and the arrival of the response. The exchange with the
/// shortest round trip determines the difference, with an uncertainty of half of this round trip.
public struct ServerClock: Hashable, Sendable {
  private struct Sample: Hashable {
    /// The server's time minus this program's.
    let offset: Duration
    let uncertainty: Duration
  }

  /// The last exchanges, oldest first.
  private var samples: [Sample] = []

  /// The number of exchanges after which the oldest one is forgotten, because clocks drift.
  private static let maxCount = 20

  public init() {}

  /// Records an exchange.
  ///
  /// - Parameters:
  ///   - sent: The time on this program's clock at which the request was sent.
  ///   - received: The time at which the response arrived.
  ///   - time: The server's time in the response.
  public mutating func record(sent: Duration, received: Duration, time: Duration) {
    guard received >= sent else { return }
    let uncertainty = (received - sent) / 2
    samples.append(Sample(offset: time - sent - uncertainty, uncertainty: uncertainty))
    if samples.count > Self.maxCount { samples.removeFirst() }
  }

  private var best: Sample? { samples.min { $0.uncertainty < $1.uncertainty } }

  /// The maximum error; `nil` before the first exchange.
  public var uncertainty: Duration? { best?.uncertainty }

  /// Returns the time on this program's clock at a time of the server's.
  public func localTime(at time: Duration) -> Duration? { best.map { time - $0.offset } }
}

// MARK: - Places

/// A racer during a race, as shown to another one.
public struct RaceStanding: Identifiable, Hashable, Sendable {
  public let id: Racer.ID
  public var name: String
  public var reps: Int
  public var phase: Racer.Phase
  /// The time at which the racer ended, or reached the reps of a challenge for time.
  public var end: Duration?
  /// The whole seconds without news from the racer's program, if there are several.
  public var silence: Int?

  public init(
    id: Racer.ID, name: String, reps: Int, phase: Racer.Phase, end: Duration? = nil,
    silence: Int? = nil
  ) {
    self.id = id
    self.name = name
    self.reps = reps
    self.phase = phase
    self.end = end
    self.silence = silence
  }

  /// Creates the standing of a racer at an instant of the race.
  ///
  /// - Parameter goal: The reps of a challenge for time.
  public init(_ racer: Racer, at instant: Duration, goal: Int?, silence: Int? = nil) {
    let reps = racer.reps.count(through: instant)
    let goalTime = goal.flatMap { reps >= $0 ? racer.reps[$0 - 1] : nil }
    let hasEnded = racer.phase != .racing && racer.phase != .waiting && instant >= racer.elapsed
    self.init(
      id: racer.id, name: racer.name, reps: reps, phase: hasEnded ? racer.phase : .racing,
      end: goalTime ?? (hasEnded ? racer.elapsed : nil), silence: silence)
  }
}

/// The standings of a race in order, with their places.
public struct RaceOrder: Hashable, Sendable {
  public let standings: [RaceStanding]
  /// The places of the standings, which equal standings share.
  public let places: [Int]

  /// Orders standings: by time if they have reached a goal, by the time of a hold, otherwise by reps. Rounds are ordered by
  /// all their reps.
  public init(_ standings: [RaceStanding], by scoring: Challenge.Scoring) {
    let keyed = standings.enumerated().map {
      ($0.element, Self.key($0.element, scoring), $0.offset)
    }
    let sorted = keyed.sorted { ($0.1.0, $0.1.1, $0.2) < ($1.1.0, $1.1.1, $1.2) }
    self.standings = sorted.map(\.0)
    var places: [Int] = []
    for (index, standing) in sorted.enumerated() {
      places.append(index > 0 && sorted[index - 1].1 == standing.1 ? places[index - 1] : index + 1)
    }
    self.places = places
  }

  /// Returns a key that is smaller for a better standing.
  private static func key(_ standing: RaceStanding, _ scoring: Challenge.Scoring) -> (Int, Duration)
  {
    if let goal = scoring.repGoal {
      return standing.reps >= goal ? (-goal, standing.end ?? .zero) : (-standing.reps, .zero)
    }
    if !scoring.countsReps {
      // Those who still hold are level, and before all others.
      return standing.phase == .racing ? (-1, .zero) : (0, .zero - (standing.end ?? .zero))
    }
    return (-standing.reps, .zero)
  }

  /// Returns the index of an standing.
  public func index(of racer: Racer.ID) -> Int? { standings.firstIndex { $0.id == racer } }
}
