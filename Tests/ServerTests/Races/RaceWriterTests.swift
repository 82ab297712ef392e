import FoundationEssentials
import ServerAPI
import Synchronization
import Testing

@testable import Server

/// Tests of the batches that are recorded together.
struct RaceWriterTests {
  /// The delayed calls and the results of batches.
  private final class Record: Sendable {
    let scheduled = Mutex<[(delay: Duration, action: @Sendable () -> Void)]>([])
    let results = Mutex<[String]>([])
  }

  private let server: TestServer
  private let racers: [TestDevice]
  private let race: UUID
  private let record = Record()

  init() throws {
    let server = try TestServer()
    self.server = server
    racers = try ["Ada", "Ben"].map { try server.join($0) }
    race = try server.startRace(racers[0], racers[1])
  }

  /// Creates a writer whose delayed calls this test makes.
  private func makeWriter(_ storage: Storage) -> RaceWriter {
    RaceWriter(storage) { [record] delay, action in
      record.scheduled.withLock { $0.append((delay, action)) }
    }
  }

  /// Makes the scheduled calls, and returns their delays.
  private func runScheduled() -> [Duration] {
    let calls = record.scheduled.withLock { calls in
      defer { calls = [] }
      return calls
    }
    for call in calls { call.action() }
    return calls.map(\.delay)
  }

  private func add(
    _ instants: [UInt32], at position: Int = 0, by racer: Int = 0, state: RacerState = .racing,
    to writer: RaceWriter
  ) throws {
    let secret = try #require(Secret(racers[racer].token))
    let device = try #require(try server.storage.withSession { try $0.device(with: secret.hash) })
    let batch = RaceBatch(
      position: position, instants: instants, elapsed: instants.last ?? 0, state: state)
    let access = device.access(to: race, at: server.now.millisecondsSince1970)
    let entry = RaceWriter.Entry(batch: batch, access: access) { [record] result in
      record.results.withLock {
        switch result {
        case .success(let result): $0.append("\(result.count)")
        case .failure(let error as RequestError): $0.append(error.sentence)
        case .failure(let error as StorageError): $0.append(error.sentence)
        case .failure(let error): $0.append("\(error)")
        }
      }
    }
    writer.add(entry)
  }

  private func nextResults() -> [String] {
    record.results.withLock { results in
      defer { results = [] }
      return results
    }
  }

  @Test func `a batch is recorded at once, and the following ones after an interval`() throws {
    let writer = makeWriter(server.storage)
    try add([900], to: writer)
    #expect(runScheduled() == [.zero])
    #expect(nextResults() == ["1"])
    try add([1800], at: 1, to: writer)
    try add([1000, 1900], by: 1, to: writer)
    #expect(nextResults() == [])
    #expect(runScheduled() == [RaceWriter.interval])
    #expect(nextResults() == ["2", "2"])
    #expect(try racers[0].race(race).racers.map(\.instants) == [[900, 1800], [1000, 1900]])
    // Nothing is scheduled while there are no batches.
    #expect(runScheduled() == [RaceWriter.interval])
    #expect(runScheduled() == [])
    try add([2700], at: 2, to: writer)
    #expect(runScheduled() == [.zero])
    #expect(nextResults() == ["3"])
  }

  @Test func `batches of a race that are recorded together are one transaction and one event`()
    throws
  {
    let counter = RequestCounter(server.storage.database)
    let writer = makeWriter(Storage(counter))
    let response = try racers[0].send(.get, "/v1/events", query: ["race": race.uuidString])
    let stream = try #require(response.events)
    _ = stream.unreadText
    try add([900], to: writer)
    try add([1800], at: 1, to: writer)
    try add([1000], by: 1, to: writer)
    _ = runScheduled()
    #expect(counter.count == 1)
    #expect(nextResults() == ["1", "2", "1"])
    let text = try #require(stream.unreadText)
    #expect(text.components(separatedBy: "event: reps").count == 2)
    #expect(text.components(separatedBy: "\"batch\"").count == 4)
  }

  @Test func `a batch that is refused does not affect the others`() throws {
    let writer = makeWriter(server.storage)
    _ = try racers[1].leave(race)
    try add([900], by: 1, to: writer)
    try add([900], to: writer)
    try add([2700], at: 5, to: writer)
    _ = runScheduled()
    #expect(nextResults() == ["1", "1", "you have left the race"])
    try add([1800], at: 1, state: .finished, to: writer)
    _ = runScheduled()
    #expect(nextResults() == ["2"])
    #expect(try racers[0].race(race).isOver)
  }

  @Test func `all batches fail if they cannot be recorded`() throws {
    let writer = makeWriter(Storage(BrokenDatabase()))
    try add([900], to: writer)
    try add([900], by: 1, to: writer)
    _ = runScheduled()
    #expect(nextResults() == ["the disk is full", "the disk is full"])
    #expect(try racers[0].race(race).racers.map(\.instants) == [[], []])
  }

  @Test func `many reps are several events, which fit into notifications of PostgreSQL`() throws {
    let events = Mutex<[RaceRepsEvent]>([])
    server.storage.observeChanges { change in
      if case .reps(_, let event) = change { events.withLock { $0.append(event) } }
    }
    let writer = makeWriter(server.storage)
    let instants = (0..<200).map { UInt32($0) + 59_000 }
    for number in 0..<5 {
      try add(instants.map { $0 + UInt32(number * 200) }, at: number * 200, to: writer)
    }
    _ = runScheduled()
    #expect(nextResults() == ["200", "400", "600", "800", "1000"])
    let all = events.withLock { $0 }
    #expect(all.flatMap(\.racers).count == 5)
    #expect(all.count == 3)
    #expect(all.allSatisfy { $0.json.utf8.count < 7000 })
  }
}
