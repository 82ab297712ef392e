import FoundationEssentials
import HTTPClient
import Models
import ReducerRuntime
import ServerAPI

/// An event that a server sends while a connection is open.
public enum ServerEvent: Hashable, Sendable {
  /// The connection is open. Later changes are sent as events.
  case opened
  case boardChanged(Challenge.ID)
  case journalChanged
  /// A room of the group was opened, or has changed except for its reps.
  case raceChanged(Race.ID)
  /// Reps in the race that the connection follows.
  case reps([RepBatch])
}

extension ServerConnection {
  /// Receives the events of the group and the member until the connection ends or the task is cancelled.
  ///
  /// - Parameters:
  ///   - race: The race whose reps are received too, if any.
  ///   - uptime: Returns a monotonic time.
  ///   - receive: Called on the main actor. It must not block.
  /// - Throws: ``ServerError``, which is ``ServerError/misbehaving(host:_:)`` if the server exceeds the limits, and
  ///   `CancellationError`.
  public func receiveEvents(
    of race: Race.ID? = nil, uptime: @escaping @Sendable () -> Duration = Outbox.uptime,
    _ receive: @escaping @MainActor (ServerEvent) -> Void
  ) async throws {
    let query = race.map { [(name: "race", value: $0.uuidString.lowercased())] } ?? []
    var request = try request(.get, "events", query: query, accept: "text/event-stream")
    request.maxResponseSize = 64 << 10
    request.timeout = nil
    // The server sends a comment every 20 s.
    request.silenceTimeout = .seconds(60)
    let parser = await EventParser(uptime: uptime, isRace: race != nil, receive)
    do {
      let response = try checked(
        try await transport.readLines(request) { line in parser.receive(line) })
      guard response.headers["content-type"]?.hasPrefix("text/event-stream") == true else {
        throw invalid("the response is not a stream of events")
      }
    } catch let error as HTTPError where error.reason == .tooLarge {
      throw ServerError.misbehaving(host: server.host, "it sends events without a pause")
    } catch let error as HTTPError {
      throw ServerError(error, host: server.host)
    }
  }
}

extension ServerConnection {
  /// Receives events, and reconnects whenever the connection ends, until the task is cancelled.
  ///
  /// - Parameters:
  ///   - race: The race whose reps are received too, if any.
  ///   - clock: The clock for the pauses between connections.
  ///   - random: The generator of these pauses.
  ///   - receive: Called with each event, and whether an earlier connection was lost.
  /// - Throws: ``ServerError`` if the server refuses access, and `CancellationError`.
  nonisolated func keepReceivingEvents(
    of race: Race.ID? = nil, _ clock: any Clock<Duration>, _ random: WithRandomNumberGenerator,
    _ receive: @escaping @MainActor (ServerEvent, _ isReconnected: Bool) -> Void
  ) async throws {
    var backoff = Backoff()
    var isReconnected = false
    while true {
      let wasOpened = LockIsolated(false)
      var requested: Duration?
      do {
        try await receiveEvents(of: race) { [isReconnected] event in
          if event == .opened { wasOpened.setValue(true) }
          receive(event, isReconnected)
        }
      } catch let error as ServerError where error.isTemporary {
        if case .refused(let refusal) = error { requested = refusal.retryAfter }
      }
      isReconnected = true
      if wasOpened.value { backoff.reset() }
      let delay = random { backoff.delay(atLeast: requested, using: &$0) }
      try await clock.sleep(for: delay)
    }
  }
}

/// A reader of server-sent events, line by line.
@MainActor
final class EventParser {
  private let uptime: () -> Duration
  private let receive: @MainActor (ServerEvent) -> Void
  /// The number of received bytes that exceed ``maxBytesPerSecond``, at the time of the last line.
  private var excess = 0.0
  private var lastLineAt: Duration
  private var isOpen = false
  private var event = ""
  private var data = ""

  /// The maximum size of the data of an event in bytes.
  private static let maxDataSize = 64 << 10

  /// The number of bytes that a server may send every second. A club where 100 workouts end within a second needs 6 KB,
  /// and a race of 20 people with two reps a second another 6 KB.
  private let maxBytesPerSecond: Double
  /// The number of bytes that a server may send at once. Processing them delays input and ticks. After a break of the
  /// network, the reps of a race arrive at once; a server keeps 256 KB of them.
  private let maxBurst: Double

  init(
    uptime: @escaping () -> Duration, isRace: Bool = false,
    _ receive: @escaping @MainActor (ServerEvent) -> Void
  ) {
    self.uptime = uptime
    maxBytesPerSecond = (isRace ? 16 : 8) * 1024
    maxBurst = (isRace ? 272 : 16) * 1024
    self.receive = receive
    lastLineAt = uptime()
  }

  /// Reads a line without its line break.
  ///
  /// - Returns: Whether the server has stayed within the limits.
  func receive(_ line: String) -> Bool {
    let now = uptime()
    let allowance = (now - lastLineAt) / .seconds(1) * maxBytesPerSecond
    excess = max(0, excess - allowance) + Double(line.utf8.count + 1)
    lastLineAt = now
    guard excess <= maxBurst else { return false }
    read(line)
    return true
  }

  private func read(_ line: String) {
    if !isOpen {
      isOpen = true
      receive(.opened)
    }
    if line.isEmpty {
      if let event = completeEvent { receive(event) }
      (event, data) = ("", "")
    } else if let value = line.value(of: "event") {
      event = value
    } else if let value = line.value(of: "data"),
      data.utf8.count + value.utf8.count <= Self.maxDataSize
    {
      data += value
    }
  }

  /// The event in the lines since the last empty line; `nil` for an event that this version does not know.
  private var completeEvent: ServerEvent? {
    switch event {
    case "journal": return .journalChanged
    case "board":
      let board = try? APICoding.value(BoardEvent.self, from: Data(data.utf8))
      return board.map { .boardChanged(Challenge.ID(rawValue: $0.challenge)) }
    case "race":
      let race = try? APICoding.value(RaceEvent.self, from: Data(data.utf8))
      return race.map { .raceChanged($0.race) }
    case "reps":
      let reps = try? APICoding.value(RaceRepsEvent.self, from: Data(data.utf8))
      return reps.map { .reps($0.racers.map { RepBatch($0) }) }
    default: return nil
    }
  }
}

extension String {
  /// The value of a field in a line such as `data: {}`.
  fileprivate func value(of field: String) -> String? {
    guard hasPrefix("\(field):") else { return nil }
    let value = dropFirst(field.utf8.count + 1)
    return String(value.hasPrefix(" ") ? value.dropFirst() : value)
  }
}
