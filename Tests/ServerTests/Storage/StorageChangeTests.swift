import Models
import ServerAPI
import Synchronization
import SystemTestSupport
import Testing

@testable import Server

/// Tests of the changes that a storage reports.
struct StorageChangeTests {
  @Test func `a result that changes a leaderboard is reported once`() throws {
    let server = try TestServer()
    let ann = try server.join("Ann")
    let recorder = ChangeRecorder(server.storage)
    let workout = SubmittedWorkout.pushUps(30, on: server)
    _ = try ann.submit(workout, .pushUps(31, on: server))
    #expect(recorder.take() == [.board(.club, "pushups-2min")])
    _ = try ann.submit(workout, .pushUps(29, on: server))
    #expect(recorder.take() == [])
  }

  @Test func `a change is reported when other sessions can see it`() throws {
    let folder = TestFolder()
    let storage = try SQLiteStorage(folder: folder.path)
    let server = try TestServer(storage)
    let ann = try server.join("Ann")
    let other = try SQLiteStorage(folder: folder.path)
    let board = Board(group: .club, challenge: "pushups-2min", week: nil)
    let seen = Mutex<[Int]>([])
    storage.observeChanges { _ in
      let count = try? other.withSession { try $0.peopleCount(on: board) }
      seen.withLock { $0.append(count ?? -1) }
    }
    _ = try ann.submit(.pushUps(30, on: server))
    #expect(seen.withLock { $0 } == [1])
  }

  @Test func `a member who leaves changes the leaderboards and the access`() throws {
    let server = try TestServer()
    let ann = try server.join("Ann")
    _ = try ann.submit(.pushUps(30, on: server))
    let recorder = ChangeRecorder(server.storage)
    _ = try ann.send(.delete, "/v1/account")
    #expect(recorder.take() == [.access(.club), .board(.club, "pushups-2min")])
  }

  @Test func `a device that is removed changes the access`() throws {
    let server = try TestServer()
    let ann = try server.join("Ann")
    let ben = try server.join("Ben")
    let recorder = ChangeRecorder(server.storage)
    let device = try #require(try ann.get("/v1/account", as: Account.self).devices.first)
    #expect(try ben.send(.delete, "/v1/account/devices/\(device.id)").status == 404)
    #expect(recorder.take() == [])
    #expect(try ann.send(.delete, "/v1/account/devices/\(device.id)").status == 204)
    #expect(recorder.take() == [.access(.club)])
  }

  @Test func `a new secret of a wall page replaces the old one and changes the access`() throws {
    let server = try TestServer()
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
    #expect(recorder.take() == [.access(.club), .access(.club)])
  }

  @Test func `only challenges with entries are listed`() throws {
    let server = try TestServer()
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
final class ChangeRecorder: Sendable {
  private let changes = Mutex<[StorageChange]>([])

  init(_ storage: any Storage) {
    storage.observeChanges { [self] change in changes.withLock { $0.append(change) } }
  }

  /// Returns the changes since the last call.
  func take() -> [StorageChange] {
    changes.withLock { changes in
      defer { changes = [] }
      return changes
    }
  }
}
