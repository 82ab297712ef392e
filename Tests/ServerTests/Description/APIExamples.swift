import FoundationEssentials
import ServerAPI
import Testing

@testable import Server

/// Requests that cause each response of every route.
struct APIExamples {
  /// A request to a route, and its response.
  struct Exchange: Codable {
    var route: String
    var request: String
    var status: Int
    var media: String?
    var response: String
  }

  private let server: TestServer
  private let owner: TestDevice
  private let ann: TestDevice

  init() throws {
    server = try TestServer()
    try server.storage.withSession { try $0.setURL("https://club.example") }
    owner = try server.join("Ola", isOwner: true)
    ann = try server.join("Ann")
  }

  /// Sends the requests.
  func run() throws -> [Exchange] {
    let examples =
      try accounts() + groups() + boards() + journal() + wall() + open()
      + races()
    return try examples + Service.routes.flatMap(failures)
  }

  private func races() throws -> [Exchange] {
    let opening = RaceOpening(id: UUID(), challenge: "pushups-2min")
    let unknown = RaceOpening(id: UUID(), challenge: "none")
    let (path, entry) = ("/v1/races/\(opening.id)", RaceEntry(isReady: true))
    let batch = RaceBatch(position: 0, instants: [900], elapsed: 1000, state: .racing)
    let before = [
      try send(ann, .get, "/v1/clock"), try send(ann, .post, "/v1/races", opening),
      try send(owner, .post, "/v1/races", opening), try send(ann, .post, "/v1/races", unknown),
      try send(ann, .post, "/v1/races", ["x": "y"]), try send(ann, .get, "/v1/races"),
      try send(ann, .get, path), try send(ann, .get, "/v1/races/x"),
      try send(ann, .post, path + "/racers", entry),
      try send(ann, .post, path + "/racers", ["x": "y"]),
      try send(ann, .post, "/v1/races/x/racers", entry),
      try send(owner, .post, path + "/start"), try send(ann, .post, "/v1/races/x/start"),
      try send(ann, .post, path + "/reps", batch), try send(owner, .post, path + "/reps", batch),
      try send(ann, .post, "/v1/races/x/reps", batch),
      try send(ann, .post, path + "/reps", ["x": "y"]),
      try send(ann, .get, "/v1/events", query: ["race": "\(opening.id)"]),
      try send(ann, .get, "/v1/events", query: ["race": "x"]),
      try send(ann, .get, "/v1/events", query: ["race": "\(unknown.id)"]),
      try send(ann, .post, path + "/start"),
    ]
    let late = RaceOpening(id: UUID(), challenge: "pushups-2min")
    _ = try send(ann, .post, "/v1/races", late)
    server.now += 5
    let during = [
      try send(ann, .post, path + "/reps", batch), try send(owner, .post, path + "/racers", entry),
      try send(ann, .get, path), try send(ann, .delete, path + "/racers"),
      try send(ann, .delete, "/v1/races/x/racers"),
    ]
    server.now += 3600
    return before + during + [try send(ann, .post, "/v1/races/\(late.id)/start")]
  }

  private func open() throws -> [Exchange] {
    [
      try send(nil, .get, "/v1/health"), try send(nil, .get, "/metrics"),
      try send(nil, .get, "/v1/openapi.json"), try send(ann, .get, "/v1/events"),
    ]
  }

  private func wall() throws -> [Exchange] {
    let secret = Secret()
    let group = try #require(Group.ID(rawValue: "club"))
    _ = try server.storage.withSession { try $0.setWallSecret(secret.hash, of: group) }
    func unchanged(_ path: String) throws -> Exchange {
      let tag = try #require(try server.send(.get, path).header("ETag"))
      return try send(nil, .get, path, headers: ["If-None-Match": tag])
    }
    return [
      try send(nil, .get, "/wall/\(secret.text)"), try send(nil, .get, "/wall/x"),
      try send(nil, .get, "/wall/\(secret.text)/events"), try send(nil, .get, "/wall/x/events"),
      try send(nil, .get, "/wall.css"), try unchanged("/wall.css"),
      try send(nil, .get, "/wall.js"), try unchanged("/wall.js"), try unchanged("/join.js"),
      try send(nil, .get, "/races/pushups-2min/0f1e2d3c"), try send(nil, .get, "/races/x/y"),
    ]
  }

  private func accounts() throws -> [Exchange] {
    let invite = JoinRequest(invite: try server.invite("Cleo").text, device: "laptop")
    let leaving = try server.join("Dora")
    let device = try ann.get("/v1/account", as: Account.self).devices[0].id
    let second = try server.join("Ann", device: "phone")
    let fay = try server.join("Gil", device: "full")
    let links = try (1...17).map { _ in try send(fay, .post, "/v1/account/devices") }
    let (one, two) = (try server.invite("Hal"), try server.invite("Hal"))
    _ = try server.join(with: one.text)
    let taken = JoinRequest(invite: two.text, device: "laptop")
    return [
      links[16], try send(nil, .post, "/v1/join", taken),
      try send(nil, .post, "/v1/join", invite), try send(nil, .post, "/v1/join", invite),
      try send(nil, .post, "/v1/join", JoinRequest(invite: "x", device: "laptop")),
      try send(
        nil, .post, "/v1/join", JoinRequest(invite: "x", device: "laptop", token: Secret().text)),
      try send(nil, .post, "/v1/join", ["device": "laptop"]),
      try send(ann, .post, "/v1/account/devices"),
      try send(ann, .get, "/v1/account"), try send(leaving, .delete, "/v1/account"),
      try send(ann, .post, "/v1/account/devices/\(device)", DeviceChange(name: "desk")),
      try send(ann, .post, "/v1/account/devices/\(device)", ["x": "y"]),
      try send(ann, .post, "/v1/account/devices/x", DeviceChange(name: "desk")),
      try send(second, .delete, "/v1/account/devices/\(device + 1_000)"),
      try send(ann, .delete, "/v1/account/devices/\(device + 2)"),
    ]
  }

  private func groups() throws -> [Exchange] {
    _ = try server.join("Eva")
    let members = try owner.get("/v1/members", as: [Member].self)
    let own = try #require(members.first { $0.name == "Ola" }).id
    let other = try #require(members.first { $0.name == "Eva" }).id
    let (invitation, path) = (try server.invite("Ida"), "/v1/members/\(other)")
    _ = invitation
    let open = try owner.get("/v1/invitations", as: [OpenInvitation].self)
    let link = try #require(open.first { $0.name == "Ida" }).id
    let workout = SubmittedWorkout.pushUps(31, on: server)
    _ = try ann.submit(workout)
    let result = "/v1/results/\(workout.id)"
    let administration = [
      try send(owner, .post, "/v1/invitations", InvitationRequest(name: "Ann")),
      try send(owner, .get, "/v1/invitations"),
      try send(owner, .delete, "/v1/invitations/\(link)"),
      try send(owner, .delete, "/v1/invitations/x"),
      try send(owner, .get, path), try send(owner, .get, "/v1/members/x"),
      try send(owner, .post, path, MemberChange(name: "Eve", isOwner: false)),
      try send(owner, .post, path, MemberChange(name: "Ann")),
      try send(owner, .post, path, ["name": 1]),
      try send(owner, .post, "/v1/members/x", MemberChange()),
      try send(owner, .delete, result), try send(owner, .delete, "/v1/results/x"),
      try send(owner, .get, "/v1/removals"),
      try send(owner, .post, result + "/restore"), try send(owner, .post, "/v1/results/x/restore"),
      try send(owner, .post, "/v1/group", GroupChange(name: "Our club")),
      try send(owner, .post, "/v1/group", GroupChange(weekStart: "x")),
    ]
    return try administration + restorations(of: other) + [
      try send(ann, .get, "/v1/members"),
      try send(owner, .post, "/v1/invitations", InvitationRequest(name: "Fay")),
      try send(owner, .post, "/v1/invitations", ["x": "y"]),
      try send(owner, .delete, "/v1/members/\(other)"),
      try send(owner, .delete, "/v1/members/\(own)"),
      try send(owner, .delete, "/v1/members/x"),
    ]
  }

  private func restorations(of member: Int64) throws -> [Exchange] {
    let path = "/v1/members/\(member)"
    let removed = try send(owner, .delete, path)
    _ = try server.join("Eve", device: "other")
    let taken = try send(owner, .post, path + "/restore")
    let other = try #require(
      try owner.get("/v1/members", as: [Member].self).first { $0.name == "Eve" }
    ).id
    _ = try send(owner, .post, "/v1/members/\(other)", MemberChange(name: "Jo"))
    return [
      removed, taken, try send(owner, .post, path + "/restore"),
      try send(owner, .post, "/v1/members/x/restore"),
    ]
  }

  private func boards() throws -> [Exchange] {
    let workout = SubmittedWorkout.pushUps(30, on: server)
    var refused = SubmittedWorkout.pushUps(30, on: server)
    refused.challenge = "none"
    let path = "/v1/boards/pushups-2min"
    let submitted = try send(
      ann, .post, "/v1/workouts", Submission(workouts: [workout, refused]))
    let tag = try #require(try ann.send(.get, path).header("ETag"))
    return [
      submitted, try send(ann, .post, "/v1/workouts", ["x": "y"]),
      try send(ann, .get, "/v1/workouts/\(workout.id)"), try send(ann, .get, "/v1/workouts/x"),
      try send(ann, .get, path), try send(ann, .get, path, headers: ["If-None-Match": tag]),
      try send(ann, .get, path, query: ["period": "x"]), try send(ann, .get, "/v1/boards/none"),
      try send(ann, .get, path + "/me"), try send(ann, .get, path + "/me", query: ["period": "x"]),
      try send(ann, .get, "/v1/boards/none/me"),
      try send(ann, .delete, "/v1/workouts/\(workout.id)"),
      try send(ann, .delete, "/v1/workouts/\(workout.id)"),
    ]
  }

  private func journal() throws -> [Exchange] {
    let (key, other) = (UUID(), UUID())
    let entry = JournalEntry(id: UUID(), data: Data([1, 2, 3]))
    let recorded = try send(
      ann, .post, "/v1/journal", JournalUpload(key: key, entries: [entry]))
    let end = try ann.get("/v1/journal", as: JournalPage.self).next
    return [
      recorded, try send(ann, .post, "/v1/journal", ["x": "y"]),
      try send(ann, .post, "/v1/journal", JournalUpload(key: other, entries: [])),
      try send(ann, .get, "/v1/journal"), try send(ann, .get, "/v1/journal", query: ["after": "x"]),
      try send(owner, .get, "/v1/journal", query: ["after": end]),
      try send(
        ann, .post, "/v1/journal/key", JournalKeyChange(key: UUID(), replaces: other, after: end)),
      try send(ann, .post, "/v1/journal/key", ["x": "y"]),
      try send(
        ann, .post, "/v1/journal/key", JournalKeyChange(key: other, replaces: key, after: end)),
    ]
  }

  /// Causes the errors that every route can have.
  private func failures(_ route: Route) throws -> [Exchange] {
    let parts = route.template.split(separator: "/").map { $0.hasPrefix("{") ? "x" : String($0) }
    let path = "/" + parts.joined(separator: "/")
    var exchanges: [Exchange] = []
    if route.description.access != .anyone {
      exchanges.append(try send(nil, route.method, path))
    }
    if route.description.access == .owner { exchanges.append(try send(ann, route.method, path)) }
    var large = Request(route.method, path)
    large.isTooLarge = true
    exchanges.append(exchange(large, server.service.respond(to: large)))
    var limited = Request(route.method, path)
    limited.sender = { NetworkPrefix("192.0.2.1") }
    exchanges.append(exchange(limited, Self.limited.respond(to: limited)))
    let unlucky = Request(
      route.method, path, header: { _ in "Bearer \(ann.token)" },
      body: try APICoding.data(JoinRequest(invite: Secret().text, device: "x")))
    exchanges.append(
      exchange(
        unlucky, Service(storage: Storage(BrokenDatabase()), report: { _ in }).respond(to: unlucky))
    )
    return exchanges
  }

  /// A service that has received too many requests from 192.0.2.1.
  private static let limited: Service = {
    let limits = RateLimits()
    let now = ContinuousClock.now
    if let sender = NetworkPrefix("192.0.2.1") {
      for _ in 0..<200 { try? limits.countRequest(from: sender, at: now) }
    }
    return Service(
      storage: Storage(BrokenDatabase()), limits: limits, clock: { now }, report: { _ in })
  }()

  private func send(
    _ device: TestDevice?, _ method: Request.Method, _ path: String,
    _ body: (any Encodable)? = nil, query: [String: String] = [:], headers: [String: String] = [:]
  ) throws -> Exchange {
    let authorization = device.map { ["Authorization": "Bearer \($0.token)"] } ?? [:]
    let all = headers.merging(authorization) { own, _ in own }
    let request = Request(
      method, path, query: { query[$0] }, header: { all[$0] },
      body: try body.map { try APICoding.data($0) } ?? Data())
    return exchange(request, server.service.respond(to: request))
  }

  private func exchange(_ request: Request, _ response: Response) -> Exchange {
    let route = Service.routes.first {
      $0.method == request.method && $0.parameters(of: request.path) != nil
    }
    return Exchange(
      route: route.map { "\($0.method.rawValue) \($0.template)" } ?? "none",
      request: String(decoding: request.body, as: UTF8.self), status: response.status,
      media: response.header("Content-Type"), response: response.text)
  }
}
