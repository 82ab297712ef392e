import FoundationEssentials

/// The server's clock: `GET /v1/clock`.
public struct ServerTime: Hashable, Sendable, Codable {
  /// Microseconds since 1970, on a clock that all servers of a group share. It need not be right.
  public var microseconds: Int64

  public init(microseconds: Int64) { self.microseconds = microseconds }

  private enum CodingKeys: String, CodingKey { case microseconds = "time_us" }
}

/// A room in which members of a group race: `GET /v1/races/{race}`.
///
/// Instants of the room are milliseconds since 1970 on the server's clock; those of reps are milliseconds since the start.
public struct RaceRoom: Hashable, Sendable, Codable, Identifiable {
  /// The maximum number of racers.
  public static let maxRacerCount = 20
  /// The time from the decision to start until the start, so that every program can count down.
  public static let countdown = Duration.seconds(5)

  public var id: UUID
  public var challenge: String
  /// The member who opened the room and may start the race.
  public var host: Int64
  /// The requesting member.
  public var you: Int64
  public var openedAt: Int64
  /// The start for which the race was scheduled, if it was.
  public var scheduledAt: Int64?
  /// The start, once it is decided.
  public var startsAt: Int64?
  /// Whether the race is over: every racer has finished, stopped or left, or its time has passed.
  public var isOver: Bool
  /// The racers, in the order in which they joined.
  public var racers: [Racer]

  public init(
    id: UUID, challenge: String, host: Int64, you: Int64, openedAt: Int64,
    scheduledAt: Int64? = nil, startsAt: Int64? = nil, isOver: Bool = false, racers: [Racer] = []
  ) {
    self.id = id
    self.challenge = challenge
    self.host = host
    self.you = you
    self.openedAt = openedAt
    self.scheduledAt = scheduledAt
    self.startsAt = startsAt
    self.isOver = isOver
    self.racers = racers
  }

  /// A member in the room.
  public struct Racer: Hashable, Sendable, Codable {
    public var member: Int64
    public var name: String
    public var isReady: Bool
    public var state: RacerState
    /// The instants of the reps so far.
    public var instants: [UInt32]
    /// The time of the last batch.
    public var elapsed: UInt32
    /// The result, once the racer's log has arrived.
    public var result: RaceResult?

    public init(
      member: Int64, name: String, isReady: Bool = false, state: RacerState = .waiting,
      instants: [UInt32] = [], elapsed: UInt32 = 0, result: RaceResult? = nil
    ) {
      self.member = member
      self.name = name
      self.isReady = isReady
      self.state = state
      self.instants = instants
      self.elapsed = elapsed
      self.result = result
    }

    private enum CodingKeys: String, CodingKey {
      case member, name, state, instants, result
      case isReady = "is_ready"
      case elapsed = "elapsed_ms"
    }
  }

  private enum CodingKeys: String, CodingKey {
    case id, challenge, host, you, racers
    case openedAt = "opened_at_ms"
    case scheduledAt = "scheduled_at_ms"
    case startsAt = "starts_at_ms"
    case isOver = "is_over"
  }
}

/// The state of a racer.
public enum RacerState: String, Hashable, Sendable, Codable, CaseIterable {
  /// In the room, before the start.
  case waiting
  case racing
  /// The workout has ended by itself or was ended, and will be submitted.
  case finished
  /// The workout was discarded.
  case stopped
  /// The racer left the room.
  case left
}

/// The result of a racer, computed from the log.
public struct RaceResult: Hashable, Sendable, Codable {
  public var workout: UUID
  public var reps: Int
  public var durationMilliseconds: Int64
  /// Whether the challenge was completed.
  public var isComplete: Bool
  /// The place, shared by equal results; `nil` if the log was refused.
  public var rank: Int?
  /// Whether the log has other reps than the live stream.
  public var isDifferent: Bool
  /// The reason why the log was refused, if it was.
  public var refusal: String?

  public init(
    workout: UUID, reps: Int, durationMilliseconds: Int64, isComplete: Bool, rank: Int?,
    isDifferent: Bool = false, refusal: String? = nil
  ) {
    self.workout = workout
    self.reps = reps
    self.durationMilliseconds = durationMilliseconds
    self.isComplete = isComplete
    self.rank = rank
    self.isDifferent = isDifferent
    self.refusal = refusal
  }

  private enum CodingKeys: String, CodingKey {
    case workout, reps, rank, refusal
    case durationMilliseconds = "duration_ms"
    case isComplete = "is_complete"
    case isDifferent = "is_different"
  }
}

/// The rooms of the member's group that are open, running or ended within the last hour: `GET /v1/races`.
public struct RaceList: Hashable, Sendable, Codable {
  /// The rooms, the latest first, without the instants of reps.
  public var races: [RaceRoom]

  public init(races: [RaceRoom]) { self.races = races }
}

// MARK: - Requests

/// A request to open a room: `POST /v1/races`. The same request can be repeated. The sender becomes the first racer.
public struct RaceOpening: Hashable, Sendable, Codable {
  public var id: UUID
  public var challenge: String
  /// The time until the start in milliseconds; `nil` to start when everybody is ready, or when the host starts.
  public var startsIn: Int64?

  public init(id: UUID, challenge: String, startsIn: Int64? = nil) {
    self.id = id
    self.challenge = challenge
    self.startsIn = startsIn
  }

  private enum CodingKeys: String, CodingKey {
    case id, challenge
    case startsIn = "starts_in_ms"
  }
}

/// A request to join a room, or to be ready or not: `POST /v1/races/{race}/racers`.
public struct RaceEntry: Hashable, Sendable, Codable {
  public var isReady: Bool

  public init(isReady: Bool) { self.isReady = isReady }

  private enum CodingKeys: String, CodingKey { case isReady = "is_ready" }
}

/// Reps of the sender: `POST /v1/races/{race}/reps`. The same batch can be repeated.
public struct RaceBatch: Hashable, Sendable, Codable {
  /// The maximum number of instants in a batch.
  public static let maxCount = 200

  /// The number of reps before the batch. The server drops later ones, so that an undone rep disappears.
  public var position: Int
  /// The instants of the reps after the position, in order.
  public var instants: [UInt32]
  /// The time since the start.
  public var elapsed: UInt32
  /// ``RacerState/racing``, ``RacerState/finished`` or ``RacerState/stopped``.
  public var state: RacerState

  public init(position: Int, instants: [UInt32], elapsed: UInt32, state: RacerState) {
    self.position = position
    self.instants = instants
    self.elapsed = elapsed
    self.state = state
  }

  private enum CodingKeys: String, CodingKey {
    case position, instants, state
    case elapsed = "elapsed_ms"
  }
}

/// The response to a ``RaceBatch``.
public struct RaceBatchResult: Hashable, Sendable, Codable {
  /// The number of the sender's reps on the server. If it is less than the batch's position, reps are missing before it.
  public var count: Int

  public init(count: Int) { self.count = count }
}

// MARK: - Events

/// The data of an event `race` of `GET /v1/events`: a room was opened, or has changed except for its reps.
public struct RaceEvent: Hashable, Sendable, Codable {
  public var race: UUID

  public init(race: UUID) { self.race = race }
}

/// The data of an event `reps` of `GET /v1/events?race=ID`: the reps of some racers since the last event.
public struct RaceRepsEvent: Hashable, Sendable, Codable {
  public var race: UUID
  /// The changes. If a position exceeds the number of known reps, some were missed, and the room must be read again.
  public var racers: [Change]

  public init(race: UUID, racers: [Change]) {
    self.race = race
    self.racers = racers
  }

  /// The change of a racer.
  public struct Change: Hashable, Sendable, Codable {
    public var member: Int64
    public var batch: RaceBatch

    public init(member: Int64, batch: RaceBatch) {
      self.member = member
      self.batch = batch
    }
  }
}
