import FoundationEssentials
import Models
import ServerAPI
import Synchronization
import SystemTestSupport
import Testing

@testable import Server

/// Tests of the changes that a storage reports.
struct StorageChangeTests {
  @Test(arguments: TestStorage.all)
  func `a result that changes a leaderboard is reported once`(
    kind: TestStorage
  ) async throws {
    let server = try TestServer(kind)
    let ann = try server.join("Ann")
    let recorder = ChangeRecorder(server.storage)
    let workout = SubmittedWorkout.pushUps(30, on: server)
    _ = try ann.submit(workout, .pushUps(31, on: server))
    #expect(try await recorder.take() == [.board(.club, "pushups-2min")])
    _ = try ann.submit(workout, .pushUps(29, on: server))
    #expect(try await recorder.take() == [])
  }

  @Test(arguments: TestStorage.all)
  func `a change is reported when other sessions can see it`(kind: TestStorage) async throws {
    let server = try TestServer(kind)
    let ann = try server.join("Ann")
    let board = Board(group: .club, challenge: "pushups-2min", week: nil)
    let counts = Mutex<[Int]>([])
    let reader = Mutex<Storage?>(server.storage)
    server.storage.observeChanges { change in
      guard change == .board(.club, "pushups-2min") else { return }
      let storage = reader.withLock { $0 }
      let count = try? storage?.withSession { try $0.peopleCount(on: board) }
      counts.withLock { $0.append(count ?? -1) }
    }
    let recorder = ChangeRecorder(server.storage)
    _ = try ann.submit(.pushUps(30, on: server))
    _ = try await recorder.take()
    #expect(counts.withLock { $0 } == [1])
    reader.withLock { $0 = nil }
  }

  @Test(arguments: TestStorage.all)
  func `a member who leaves is reported as changes of leaderboards and of access`(
    kind: TestStorage
  ) async throws {
    let server = try TestServer(kind)
    let ann = try server.join("Ann")
    _ = try ann.submit(.pushUps(30, on: server))
    let recorder = ChangeRecorder(server.storage)
    _ = try ann.send(.delete, "/v1/account")
    #expect(try await Set(recorder.take()) == [.access(.club), .board(.club, "pushups-2min")])
  }

  @Test(arguments: TestStorage.all)
  func `a withdrawn best changes the leaderboard`(kind: TestStorage) async throws {
    let server = try TestServer(kind)
    let ann = try server.join("Ann")
    let (best, other) = (
      SubmittedWorkout.pushUps(31, on: server), SubmittedWorkout.pushUps(30, on: server)
    )
    _ = try ann.submit(best, other)
    let recorder = ChangeRecorder(server.storage)
    #expect(try ann.send(.delete, "/v1/workouts/\(other.id)").status == 204)
    #expect(try await recorder.take() == [])
    #expect(try ann.send(.delete, "/v1/workouts/\(best.id)").status == 204)
    #expect(try await recorder.take() == [.board(.club, "pushups-2min")])
  }

  @Test(arguments: TestStorage.all)
  func `a new rule of a group changes its leaderboards`(kind: TestStorage) async throws {
    let server = try TestServer(kind)
    _ = try server.join("Ann").submit(.pushUps(31, on: server))
    let recorder = ChangeRecorder(server.storage)
    func update(_ change: (inout Group) -> Void) throws {
      try server.storage.withSession { session in
        var group = try #require(try session.group(.club))
        change(&group)
        _ = try session.update(group) {
          Week(of: DayStart.midnight.day(at: $0), startingOn: .sunday)
        }
      }
    }
    try update { $0.name = "Our club" }
    #expect(try await recorder.take() == [.access(.club)])
    try update { $0.weekStart = .sunday }
    #expect(try await Set(recorder.take()) == [.access(.club), .board(.club, "pushups-2min")])
  }

  @Test(arguments: TestStorage.all)
  func `a new role is reported as a change of access`(
    kind: TestStorage
  ) async throws {
    let server = try TestServer(kind)
    let member = try server.memberID(of: try server.join("Ann"))
    let recorder = ChangeRecorder(server.storage)
    func setOwner(_ member: Int64) throws -> Bool {
      try server.storage.withSession { try $0.setOwner(true, member: member) }
    }
    #expect(try setOwner(member))
    #expect(try !setOwner(member + 1))
    #expect(try await recorder.take() == [.access(.club)])
    _ = try server.join("Ben")
    #expect(try await recorder.take() == [])
  }

  @Test(arguments: TestStorage.all)
  func `new entries and a new key change a journal`(kind: TestStorage) async throws {
    let server = try TestServer(kind)
    let ann = try server.join("Ann")
    let recorder = ChangeRecorder(server.storage)
    let upload = JournalUpload(
      key: UUID(), entries: [JournalEntry(id: UUID(), data: Data([1]))])
    _ = try ann.send(.post, "/v1/journal", upload)
    let member = try #require(try ann.get("/v1/members", as: [Member].self).first).id
    #expect(try await recorder.take() == [.journal(member: member)])
    _ = try ann.send(.post, "/v1/journal", upload)
    #expect(try await recorder.take() == [])
    let end = try ann.get("/v1/journal", as: JournalPage.self).next
    let change = JournalKeyChange(key: UUID(), replaces: upload.key, after: end)
    #expect(try ann.send(.post, "/v1/journal/key", change).status == 204)
    #expect(try await recorder.take() == [.journal(member: member)])
  }

  @Test(arguments: TestStorage.all)
  func `a removed device is reported as a change of access`(
    kind: TestStorage
  ) async throws {
    let server = try TestServer(kind)
    let ann = try server.join("Ann")
    let ben = try server.join("Ben")
    let recorder = ChangeRecorder(server.storage)
    let device = try #require(try ann.get("/v1/account", as: Account.self).devices.first)
    #expect(try ben.send(.delete, "/v1/account/devices/\(device.id)").status == 404)
    #expect(try await recorder.take() == [])
    #expect(try ann.send(.delete, "/v1/account/devices/\(device.id)").status == 204)
    #expect(try await recorder.take() == [.access(.club)])
  }

  @Test(arguments: TestStorage.all)
  func `a new secret of a wall page replaces the old one and is reported as a change of access`(
    kind: TestStorage
  ) async throws {
    let server = try TestServer(kind)
    let recorder = ChangeRecorder(server.storage)
    let (old, new, unknown) = (Secret().hash, Secret().hash, Secret().hash)
    try server.storage.withSession { session in
      #expect(try session.setWallSecret(old, of: .club))
      #expect(try session.group(withWallSecret: old)?.id == .club)
      #expect(try session.setWallSecret(new, of: .club))
      #expect(try session.group(withWallSecret: old) == nil)
      #expect(try session.group(withWallSecret: new)?.id == .club)
      #expect(try session.group(withWallSecret: unknown) == nil)
      let other = try #require(Group.ID(rawValue: "other"))
      #expect(try !session.setWallSecret(unknown, of: other))
    }
    #expect(try await recorder.take() == [.access(.club), .access(.club)])
  }

  @Test(arguments: TestStorage.all)
  func `only challenges with entries are listed`(
    kind: TestStorage
  ) async throws {
    let server = try TestServer(kind)
    try server.addGroup("office")
    let ann = try server.join("Ann")
    func challenges() throws -> [Challenge.ID] {
      try server.storage.withSession { try $0.challengesWithEntries(in: .club) }
    }
    #expect(try challenges() == [])
    _ = try server.join("Ola", group: "office").submit(.pushUps(30, on: server))
    #expect(try challenges() == [])
    _ = try ann.submit(.pushUps(30, on: server))
    #expect(try challenges() == ["pushups-2min"])
    _ = try ann.send(.delete, "/v1/account")
    #expect(try challenges() == [])
  }
}

/// Records the changes of a storage.
private final class ChangeRecorder: Sendable {
  private let storage: Storage
  private let changes = Mutex<[StorageChange]>([])

  init(_ storage: Storage) {
    self.storage = storage
    storage.observeChanges { [weak self] change in
      self?.changes.withLock { $0.append(change) }
    }
  }

  /// Returns the changes since the last call.
  ///
  /// A storage may report changes later, but in order. So the method makes one more change, and waits for its report.
  func take() async throws -> [StorageChange] {
    let last = try #require(Group.ID(rawValue: "last"))
    try storage.withSession { session in
      _ = try session.createGroup(Group(id: last, name: "Last"))
      #expect(try session.setWallSecret(Secret().hash, of: last))
    }
    while true {
      let taken = changes.withLock { changes -> [StorageChange]? in
        guard changes.last == .access(last) else { return nil }
        defer { changes = [] }
        return changes.dropLast()
      }
      if let taken { return taken }
      await Task.yield()
    }
  }
}

/// Tests of changes that one server makes and another server reports.
@Suite(.needsPostgreSQL)
struct PostgreSQLChangeTests {
  @Test func `a change is reported once by each of two servers`() async throws {
    let server = try TestServer(.postgreSQL)
    let ann = try server.join("Ann")
    let other = try server.reopenStorage()
    var (own, others) = (Changes(server.storage), Changes(other))
    _ = try ann.submit(.pushUps(30, on: server))
    #expect(await others.next() == .board(.club, "pushups-2min"))
    #expect(await own.next() == .board(.club, "pushups-2min"))
    // If the first change were reported twice, the second report would come before the next change.
    try other.withSession { _ = try $0.setWallSecret(Secret().hash, of: .club) }
    #expect(await own.next() == .access(.club))
    #expect(await others.next() == .access(.club))
  }

  @Test func `changes of another database are not reported`() async throws {
    let server = try TestServer(.postgreSQL)
    let other = try TestServer(.postgreSQL)
    var changes = Changes(other.storage)
    try server.storage.withSession { _ = try $0.setWallSecret(Secret().hash, of: .club) }
    _ = try other.join("Ann").submit(.pushUps(30, on: other))
    #expect(await changes.next() == .board(.club, "pushups-2min"))
  }

  @Test func `all leaderboards and races are reported after a lost connection`() async throws {
    let server = try TestServer(.postgreSQL)
    let ann = try server.join("Ann")
    _ = try ann.submit(.pushUps(30, on: server))
    let race = try ann.openRace().id
    var changes = Changes(server.storage)
    // The application name of this test's listener is the test's schema.
    try server.schema.connect().run(
      """
      SELECT pg_terminate_backend(pid, 3600000) FROM pg_stat_activity
      WHERE query = 'LISTEN ladder' AND application_name = current_setting('search_path')
      """)
    #expect(await changes.next() == .access(.club))
    #expect(await changes.next() == .board(.club, "pushups-2min"))
    #expect(await changes.next() == .race(.club, race))
  }
}

/// The changes that a storage reports, in order.
private struct Changes {
  private var iterator: AsyncStream<StorageChange>.Iterator

  init(_ storage: Storage) {
    let (stream, continuation) = AsyncStream<StorageChange>.makeStream()
    storage.observeChanges { continuation.yield($0) }
    iterator = stream.makeAsyncIterator()
  }

  mutating func next() async -> StorageChange? { await iterator.next() }
}
