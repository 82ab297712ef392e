import FoundationEssentials
import ServerAPI
import Synchronization

/// A hub that informs the open event streams about changes.
final class EventHub: Sendable {
  /// The receiver of a stream.
  enum Reader: Hashable {
    /// The devices of a member.
    case member(Int64, in: Group.ID)
    /// The wall pages of a group.
    case wall(Group.ID)
  }

  /// An open stream. Its response owns the stream.
  private struct Entry {
    let reader: Reader
    /// The race whose reps the stream sends, if any.
    let race: UUID?
    weak var stream: EventStream?
  }

  private struct State {
    /// The streams, oldest first. Some may have ended.
    var entries: [Entry] = []
    var isEnded = false
    /// The instant up to which the ends of races are published.
    var raceTime: Int64?
  }

  private let maxCount: Int
  private let maxCountPerMember: Int
  private let state = Mutex(State())

  /// Creates a hub without streams.
  ///
  /// - Parameters:
  ///   - maxCount: The maximum number of streams, less than that of connections, so that requests can still connect.
  ///   - maxCountPerMember: The maximum number of streams for the devices of one member. The wall pages of a group,
  ///     which a whole club may open, may have eight times as many.
  init(maxCount: Int = 2048, maxCountPerMember: Int = 32) {
    self.maxCount = maxCount
    self.maxCountPerMember = maxCountPerMember
  }

  /// Opens a stream. If its reader has too many streams, the oldest one ends: its connection may have been lost.
  ///
  /// - Parameters:
  ///   - race: The race whose reps the stream sends, if any. The streams of wall pages send those of all races.
  ///   - hasAccess: Returns whether the reader may receive more events.
  /// - Throws: ``RequestError`` if the server has too many streams or is stopping.
  /// - Complexity: O(n) in the streams.
  func open(
    for reader: Reader, race: UUID? = nil, hasAccess: @escaping @Sendable () -> Bool
  ) throws -> EventStream {
    let stream = EventStream(hasAccess: hasAccess)
    let oldest = try state.withLock { state -> EventStream? in
      state.entries.removeAll { $0.stream == nil }
      guard !state.isEnded else { throw RequestError(503, "the server is stopping") }
      let own = state.entries.indices.filter { state.entries[$0].reader == reader }
      var oldest: EventStream?
      let maxOwnCount = reader.member == nil ? 8 * maxCountPerMember : maxCountPerMember
      if own.count >= maxOwnCount {
        oldest = state.entries.remove(at: own[0]).stream
      } else if state.entries.count >= maxCount {
        throw RequestError(503, "the server has too many event streams; try again later")
      }
      state.entries.append(Entry(reader: reader, race: race, stream: stream))
      return oldest
    }
    oldest?.end()
    return stream
  }

  /// Adds a change to the streams that it concerns.
  ///
  /// - Complexity: O(n) in the streams.
  func publish(_ change: StorageChange) {
    switch change {
    case .board(let group, let challenge):
      for stream in streams(where: { $0.reader.group == group }) { stream.add(.board(challenge)) }
    case .journal(let member):
      for stream in streams(where: { $0.reader.member == member }) { stream.add(.journal) }
    case .race(let group, let race):
      for stream in streams(where: { $0.reader.group == group }) { stream.add(.race(race)) }
    case .reps(let group, let event):
      let text = "event: reps\ndata: \(event.json)\n\n"
      for stream in streams(where: { $0.race == event.race || $0.reader == .wall(group) }) {
        stream.add(text)
      }
    case .access(let group):
      for stream in streams(where: { $0.reader.group == group }) { stream.requireAccess() }
    }
  }

  /// Publishes the ends of races between the last call and an instant, for the groups with streams.
  ///
  /// - Parameter changes: Returns the changes for the races of a group that are over in a range of instants.
  func publishEnds(
    until now: Int64, _ changes: (Group.ID, Range<Int64>) throws -> [StorageChange]
  ) rethrows {
    let (groups, start) = state.withLock {
      (Set($0.entries.map(\.reader.group)), $0.raceTime ?? now)
    }
    for change in try groups.flatMap({ try changes($0, min(start, now)..<now) }) { publish(change) }
    state.withLock { $0.raceTime = now }
  }

  /// Sends a comment on each stream, and checks the reader's access, which another process may have revoked.
  func keepAlive() {
    for stream in streams(where: { _ in true }) {
      stream.requireAccess()
      stream.keepAlive()
    }
  }

  /// Ends all streams. No more can be opened.
  func end() {
    state.withLock { $0.isEnded = true }
    for stream in streams(where: { _ in true }) { stream.end() }
  }

  private func streams(where isConcerned: (Entry) -> Bool) -> [EventStream] {
    state.withLock { state in
      state.entries.compactMap { isConcerned($0) ? $0.stream : nil }
    }
  }
}

extension EventHub.Reader {
  fileprivate var group: Group.ID {
    switch self {
    case .member(_, in: let group), .wall(let group): group
    }
  }

  fileprivate var member: Int64? {
    if case .member(let member, in: _) = self { member } else { nil }
  }
}

// MARK: - Routes

extension Service {
  static let eventRoutes: [Route] = [
    Route(
      .get, "/v1/events",
      .init(
        "sends an event for each change",
        query: [.init(name: "race", summary: "The ID of a race whose reps are sent, too.")],
        returns: .media("text/event-stream"),
        others: [404: "The group has no such race."])
    ) { service, request, _ in
      let device = try service.device(request)
      let token = request.token?.hash
      let race = try service.watchedRace(request, from: device)
      return try service.stream(
        to: .member(device.member, in: device.group.id), race: race,
        while: { session in try token.flatMap { try session.device(with: $0) } != nil })
    }
  ]

  /// Returns the response that sends a stream of events.
  ///
  /// - Parameters:
  ///   - race: The race whose reps the stream sends, if any.
  ///   - hasAccess: Returns whether the reader may receive more events. Called regularly, and whenever the access of
  ///     members or devices changes.
  func stream(
    to reader: EventHub.Reader, race: UUID? = nil,
    while hasAccess: @escaping @Sendable (StorageSession) throws -> Bool
  ) throws -> Response {
    // The stream reads the storage while it is open.
    guard hasStorage else { throw StorageNeeded() }
    var response = Response(
      status: 200,
      headers: [
        ("Content-Type", "text/event-stream"),
        // Disables buffering in nginx.
        ("X-Accel-Buffering", "no"),
      ])
    response.events = try events.open(for: reader, race: race) { [storage, report] in
      do {
        return try storage.withSession(hasAccess)
      } catch {
        // Streams stay open while the data cannot be reached; otherwise all readers would reconnect at the same time.
        report(error as? StorageError ?? StorageError("unexpected error: \(error)"))
        return true
      }
    }
    return response
  }
}
