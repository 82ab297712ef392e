import FoundationEssentials
import Models
import PostgreSQL
import ServerAPI
import Synchronization
import SystemTestSupport
import Testing

@testable import Server

/// A service with a group called "club", its own storage, and a clock that the test sets.
final class TestServer {
  let storage: Storage
  var service: Service
  private let clock = TestClock()
  private let kind: TestStorage
  private let folder: TestFolder

  init(
    _ kind: TestStorage = .sqlite, in folder: TestFolder = TestFolder(), limits: RateLimits? = nil,
    clock virtual: VirtualClock = VirtualClock(),
    log: @escaping @Sendable (RequestRecord) -> Void = { _ in }
  ) throws {
    self.kind = kind
    self.folder = folder
    storage = try kind.make(in: folder)
    service = Service(
      storage: storage, limits: limits,
      now: { [clock, folder] in
        // The service retains the folder of its database.
        withExtendedLifetime(folder) { clock.now }
      }, clock: { virtual.now },
      log: log, report: { [clock] in clock.report($0) })
    try addGroup("club")
  }

  /// The wall clock.
  var now: Date {
    get { clock.now }
    set { clock.now = newValue }
  }

  /// The errors that the service reported.
  var errors: [StorageError] { clock.errors }

  /// Returns another storage with the same database, like the storage of another process.
  func reopenStorage() throws -> Storage { try kind.make(in: folder) }

  /// The connections of the storage to PostgreSQL.
  var pool: Pool {
    get throws { try #require(storage.database as? PostgreSQLDatabase).pool }
  }

  /// The schema of the storage in PostgreSQL.
  var schema: TestSchema {
    get throws { try TestSchema(in: folder) }
  }

  func addGroup(_ name: String) throws {
    let id = try #require(Group.ID(rawValue: name))
    _ = try storage.withSession { try $0.createGroup(Group(id: id, name: "The \(name)")) }
  }

  /// Changes the name and the rules of the group called "club".
  func update(_ change: (inout Group) -> Void) throws {
    let id = try #require(Group.ID(rawValue: "club"))
    try storage.withSession { session in
      var group = try #require(try session.group(id))
      change(&group)
      #expect(try session.update(group))
    }
  }

  /// Returns the secret of an operator's invitation that expires in a week, for a new member or another device of an
  /// existing one.
  func invite(_ name: String, to group: String = "club", isOwner: Bool = false) throws -> Secret {
    let secret = Secret()
    let group = try #require(Group.ID(rawValue: group))
    let member = try #require(PersonName(name))
    try storage.withSession { session in
      let known = try session.members(of: group).first { $0.name.lowercased() == member.key }
      let invitation = Invitation(
        secret: secret.hash, group: group, member: member, memberID: known?.id, isOwner: isOwner,
        now: now)
      #expect(try session.add(invitation))
    }
    return secret
  }

  /// Returns a device of a new member, or another device of an existing one.
  func join(
    _ name: String, group: String = "club", device: String = "laptop", isOwner: Bool = false
  ) throws -> TestDevice {
    let invite = try invite(name, to: group, isOwner: isOwner)
    return try join(with: invite.text, device: device)
  }

  /// Returns a device that joined with the secret of an invitation.
  func join(with invite: String, device: String = "laptop") throws -> TestDevice {
    let request = JoinRequest(invite: invite, device: device)
    let response = try send(.post, "/v1/join", request)
    let joined = try APICoding.value(JoinResponse.self, from: response.body)
    return TestDevice(server: self, token: joined.token)
  }

  /// Returns the number of a device's member.
  func memberID(of device: TestDevice) throws -> Int64 {
    let secret = try #require(Secret(device.token))
    return try #require(try storage.withSession { try $0.device(with: secret.hash) }).member
  }

  func send(
    _ method: Request.Method, _ path: String, _ body: (any Encodable)? = nil,
    query: [String: String] = [:], headers: [String: String] = [:]
  ) throws -> Response {
    service.respond(
      to: Request(
        method, path, query: { query[$0] }, header: { headers[$0] },
        body: try body.map { try APICoding.data($0) } ?? Data()))
  }
}

extension Group.ID {
  /// The group that each ``TestServer`` has.
  static var club: Self {
    guard let club = Self(rawValue: "club") else { fatalError("\"club\" is not a valid ID") }
    return club
  }
}

/// A device with a token.
struct TestDevice {
  let server: TestServer
  let token: String

  func send(
    _ method: Request.Method, _ path: String, _ body: (any Encodable)? = nil,
    query: [String: String] = [:], headers: [String: String] = [:]
  ) throws -> Response {
    try server.send(
      method, path, body, query: query,
      headers: headers.merging(["Authorization": "Bearer \(token)"]) { own, _ in own })
  }

  func get<Value: Decodable>(
    _ path: String, query: [String: String] = [:], as type: Value.Type = Value.self
  ) throws -> Value {
    try APICoding.value(type, from: try send(.get, path, query: query).body)
  }

  /// Publishes workouts.
  func submit(_ workouts: SubmittedWorkout...) throws -> [SubmissionResult.Outcome] {
    let response = try send(.post, "/v1/workouts", Submission(workouts: workouts))
    return try APICoding.value(SubmissionResult.self, from: response.body).results
  }
}

extension EventStream {
  /// Returns all text that would be sent now; `nil` if the stream has ended.
  var unreadText: String? {
    var text = ""
    while true {
      switch read(maxCount: 1024) {
      case .bytes(let bytes): text += String(decoding: bytes, as: UTF8.self)
      case .nothing: return text
      case .accessCheck: checkAccess(mayWait: true)
      case .end: return nil
      }
    }
  }
}

extension TestDevice {
  /// Opens an event stream and reads its beginning.
  func openStream() throws -> EventStream? {
    let stream = try send(.get, "/v1/events").events
    _ = stream?.unreadText
    return stream
  }
}

extension SubmittedWorkout {
  /// A workout of push-ups in two minutes with about one rep per second. As in real workouts, the instants are unique.
  ///
  /// - Parameters:
  ///   - ago: The time since its start, in seconds.
  static func pushUps(
    _ reps: Int, ago: Double = 3600, id: UUID = UUID(), on server: TestServer
  ) -> SubmittedWorkout {
    SubmittedWorkout(
      id: id, challenge: "pushups-2min", startedAt: server.now.addingTimeInterval(-ago), log: Data()
    )
    .with(
      withUnsafeBytes(of: id.uuid) { bytes in
        (0..<reps).map { UInt32($0 + 1) * 1000 + UInt32(bytes[$0 % 16]) }
      })
  }

  /// A copy whose log has the given reps and, after them, other events.
  ///
  /// - Parameter duration: In seconds.
  func with(
    _ milliseconds: [UInt32], skips: [UInt32] = [], duration: Double = 120,
    _ events: WorkoutLog.Event...
  ) -> SubmittedWorkout {
    var log = WorkoutLog(
      reps: RepLog(milliseconds: milliseconds) ?? RepLog(), skips: skips,
      duration: .seconds(duration))
    for event in events { log.append(event, at: .zero) }
    var copy = self
    copy.log = Data(log.bytes)
    return copy
  }
}

/// A monotonic clock that a test sets.
final class VirtualClock: Sendable {
  private let instant = Mutex(ContinuousClock.now)

  var now: ContinuousClock.Instant {
    get { instant.withLock { $0 } }
    set { instant.withLock { $0 = newValue } }
  }
}

/// A millisecond clock that a test sets.
final class MillisecondClock: Sendable {
  private let time = Mutex<Int64>(0)

  var now: Int64 {
    get { time.withLock { $0 } }
    set { time.withLock { $0 = newValue } }
  }
}

/// The clock of a test and the errors of its service.
private final class TestClock: Sendable {
  private let time = Mutex(Date(millisecondsSince1970: 1_772_348_400_000))  // 2026-03-01, a Sunday
  private let reported = Mutex<[StorageError]>([])

  var now: Date {
    get { time.withLock { $0 } }
    set { time.withLock { $0 = newValue } }
  }

  var errors: [StorageError] { reported.withLock { $0 } }

  func report(_ error: StorageError) { reported.withLock { $0.append(error) } }
}
