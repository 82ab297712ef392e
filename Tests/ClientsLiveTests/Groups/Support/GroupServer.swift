import FoundationEssentials
import HTTPClient
import Models
import ServerAPI
import Synchronization
import SystemTestSupport
import Testing

@testable import ClientsLive
@testable import Server

extension DispatchLoop: SocketLoop {}

/// A server with a group called "club". The server's clock is a day ahead of the tests' workouts.
final class GroupServer: Sendable {
  let storage: Storage
  let service: Service
  /// The seconds by which the server's clock is later.
  let later = Recorded(0.0)
  private let folder = TestFolder()

  init() throws {
    storage = try Storage(folder: "\(folder.path)/server")
    service = Service(
      storage: storage, now: { [later] in .sunday + 86_400 + later.value },
      report: { Issue.record("\($0.sentence)") })
    let id = try #require(Group.ID(rawValue: "club"))
    _ = try storage.withSession {
      try $0.setURL("http://127.0.0.1:1")
      return try $0.createGroup(Group(id: id, name: "The club"))
    }
  }

  /// Sets the counting rule of the group.
  func count(_ rule: CountingRule) throws {
    let id = try #require(Group.ID(rawValue: "club"))
    try storage.withSession { session in
      var group = try #require(try session.group(id))
      group.counting = rule
      #expect(try session.update(group))
    }
  }

  /// Adds an invitation and returns its secret.
  func invite(_ name: String, isOwner: Bool = false) throws -> String {
    let secret = Secret()
    let group = try #require(Group.ID(rawValue: "club"))
    try storage.withSession { session in
      let known = try session.members(of: group).first { $0.name == name }
      let invitation = Invitation(
        secret: secret.hash, group: group, member: .sample(name), memberID: known?.id,
        isOwner: isOwner, now: .sunday + 86_400)
      _ = try session.add(invitation)
    }
    return secret.text
  }

  /// Adds a member and returns the account.
  func join(_ name: String, at address: ServerAddress = .example) throws -> StoredAccount {
    let request = JoinRequest(invite: try invite(name), device: "laptop")
    let response = service.respond(
      to: Request(.post, "/v1/join", body: try APICoding.data(request)))
    let joined = try APICoding.value(JoinResponse.self, from: response.body)
    return StoredAccount(
      id: JoinedGroup.ID(rawValue: "club"), server: address, token: joined.token,
      member: joined.member, groupID: joined.group.id, groupName: joined.group.name,
      person: .sample(name))
  }

  /// Returns the entries that a new member sees on a challenge's leaderboard.
  func entries(_ challenge: String = "pushups-2min") throws -> [BoardPage.Entry] {
    let response = respond(
      to: HTTPRequest(
        .get, "https://club.example/v1/boards/\(challenge)",
        headers: [("Authorization", "Bearer \(try join("Reader").token)")]))
    return try APICoding.value(BoardPage.self, from: response.body).entries
  }

  /// Returns whether the server has a workout.
  func has(_ workout: UUID) throws -> Bool {
    let group = try #require(Group.ID(rawValue: "club"))
    return try storage.withSession { try $0.workout(workout, in: group) } != nil
  }

  /// Answers a request without a network.
  func respond(to request: HTTPRequest) -> HTTPResponse {
    let parts = request.url.split(separator: "?", maxSplits: 1)
    let path = parts[0].drop { $0 != ":" }.dropFirst(3).drop { $0 != "/" }
    let pairs = (parts.count > 1 ? parts[1].split(separator: "&") : []).map {
      $0.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
    }
    let query = Dictionary(pairs.map { ($0[0], $0[1]) }) { first, _ in first }
    let headers = Dictionary(request.headers.map { ($0.name, $0.value) }) { first, _ in first }
    guard let method = Request.Method(rawValue: request.method.rawValue) else {
      return HTTPResponse(status: 405)
    }
    let response = service.respond(
      to: Request(
        method, String(path), query: { query[$0] }, header: { headers[$0] },
        body: request.body ?? Data()))
    return HTTPResponse(
      status: response.status,
      headers: Dictionary(response.headers.map { ($0.name.lowercased(), $0.value) }) { $1 },
      body: response.body)
  }

  /// A transport that passes each request to the service without a network.
  var transport: Transport { Transport(send: { self.respond(to: $0) }) }
}

extension ServerAddress {
  static let example = ServerAddress.sample("https://club.example")

  static func sample(_ text: String) -> ServerAddress {
    guard let address = ServerAddress(text) else { fatalError("\(text) is not an address") }
    return address
  }

  static func local(_ port: UInt16) -> ServerAddress { sample("http://127.0.0.1:\(port)") }
}

extension Transport {
  /// Returns a transport whose HTTP client runs on the main queue.
  static func network() -> Transport { Transport(HTTPClient(on: DispatchLoop())) }
}

extension HTTPServer {
  /// Starts a server on a free port. The server keeps idle connections open while a test does other work.
  static func start(_ service: Service) throws -> HTTPServer {
    var options = HTTPServer.Options()
    options.port = 0
    options.threads = 2
    options.idleTimeout = 86_400
    options.maxConnectionsPerAddress = 0
    return try HTTPServer(service, options)
  }
}
