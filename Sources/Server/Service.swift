import FoundationEssentials
import Models
import ServerAPI

/// The API of a server: a function from requests to responses, without a network.
public struct Service: Sendable {
  let storage: Storage
  let catalogue: Catalogue
  /// The wall clock.
  let now: @Sendable () -> Date
  /// Called for an error of the storage, whose cause the sender of a request must not see.
  let report: @Sendable (StorageError) -> Void
  /// The clock of durations and limits.
  let clock: @Sendable () -> ContinuousClock.Instant
  /// The limits for the rate of requests, if any.
  let limits: RateLimits?
  /// Called for each response.
  let log: @Sendable (RequestRecord) -> Void
  /// The maximum size of a member's journal in bytes.
  var maxJournalSize: Int64 = 100 << 20
  let timeZones = TimeZones()
  let cache: ReadCache
  let events = EventHub()
  private let metrics = Metrics()

  /// Creates a service.
  public init(
    storage: Storage, catalogue: Catalogue = .standard,
    limits: RateLimits? = nil, now: @escaping @Sendable () -> Date = { Date() },
    clock: @escaping @Sendable () -> ContinuousClock.Instant = { .now },
    log: @escaping @Sendable (RequestRecord) -> Void = { _ in },
    report: @escaping @Sendable (StorageError) -> Void
  ) {
    self.storage = storage
    self.catalogue = catalogue
    self.limits = limits
    self.now = now
    self.clock = clock
    self.log = log
    self.report = report
    cache = ReadCache(storage)
    storage.observeChanges { [weak cache, weak events] change in
      // First, so that a reader who is told the change does not get a page from before it.
      cache?.forget(change)
      events?.publish(change)
    }
  }

  static let routes: [Route] =
    [
      Route(
        .get, "/v1/health",
        .init("checks that the data can be read", access: .anyone, returns: .json(Health.self))
      ) { service, _, _ in
        _ = try service.storage.withSession { try $0.groups().count }
        return try Response(Health(status: "ok"))
      },
      Route(
        .get, "/metrics",
        .init(
          "counts requests and their time by route and status, in the text format of Prometheus",
          access: .anyone, returns: .media("text/plain; version=0.0.4"))
      ) { service, _, _ in
        Response(
          status: 200, headers: [("Content-Type", "text/plain; version=0.0.4")],
          body: Data(service.metrics.text.utf8))
      },
      Route(
        .get, "/v1/openapi.json",
        .init(
          "describes the API in OpenAPI 3.1", access: .anyone, returns: .media("application/json"))
      ) { _, _, _ in
        Response(
          status: 200, headers: [("Content-Type", "application/json")],
          body: Data(try openAPIText.get().utf8))
      },
    ] + accountRoutes + groupRoutes + boardRoutes + journalRoutes + eventRoutes + wallRoutes
    + joinRoutes

  private static let openAPIText = Result { try OpenAPIDocument.text(for: routes) }

  /// Returns the response to a request. It never fails: errors are responses.
  public func respond(to request: Request) -> Response {
    let start = clock()
    let (route, parameters) = Self.route(of: request)
    var response = response(to: request, route, parameters)
    // Tokens and links must not be kept by a cache, nor JSON be shown as a page.
    if !response.headers.contains(where: { $0.name == "Cache-Control" }) {
      response.headers.append(("Cache-Control", "no-store"))
    }
    response.headers.append(("X-Content-Type-Options", "nosniff"))
    let record = RequestRecord(
      time: now(), method: request.method, route: route?.template, status: response.status,
      duration: clock() - start, requestBytes: request.body.count,
      responseBytes: response.body.count)
    metrics.record(record)
    log(record)
    return response
  }

  /// Returns the route of a request with the parameters in its path, if there is one.
  private static func route(of request: Request) -> (Route?, Route.Parameters) {
    for route in routes where route.method == request.method {
      if let parameters = route.parameters(of: request.path) { return (route, parameters) }
    }
    return (nil, [:])
  }

  private func response(
    to request: Request, _ route: Route?, _ parameters: Route.Parameters
  ) -> Response {
    do {
      // The routes that need a device count its requests.
      if route?.description.access ?? .anyone == .anyone || request.token == nil {
        try countRequestWithoutDevice(request)
      }
      guard !request.isAmbiguous else {
        throw RequestError(
          400, "the end of the body is not clear; send one Content-Length, or chunks")
      }
      guard !request.isTooLarge else {
        throw RequestError(413, "the body is too large; send at most 1 MB at a time")
      }
      guard let route else { return Self.noRoute(for: request) }
      return try route.respond(self, request, parameters)
    } catch let error as RequestError {
      return .failure(
        error.status, error.sentence, code: error.code, headers: error.headers)
    } catch let error as StorageError {
      report(error)
      return .failure(503, "the server cannot reach its data; try again later")
    } catch {
      report(StorageError("unexpected error: \(error)"))
      return .failure(500, "the server failed; try again later")
    }
  }

  /// Returns the response to a request without a route: the path exists for other methods, or not at all.
  private static func noRoute(for request: Request) -> Response {
    let methods = routes.filter { $0.parameters(of: request.path) != nil }.map(\.method.rawValue)
    guard !methods.isEmpty else { return .failure(404, "there is no such path") }
    let allowed = methods.joined(separator: ", ")
    var response = Response.failure(405, "this path supports \(allowed)")
    response.headers.append(("Allow", allowed))
    return response
  }

  /// Returns the device that sent a request.
  ///
  /// - Throws: ``RequestError`` with status 401 if its token is missing, unknown or revoked, and with status 429 if the
  ///   device sends too many requests.
  func device(_ request: Request) throws -> AuthenticatedDevice {
    try device(request, in: storage.epoch())
  }

  /// Returns the device that sent a request, as ``device(_:)`` does, in an epoch of the storage.
  func device(_ request: Request, in epoch: Int?) throws -> AuthenticatedDevice {
    let denial = RequestError(401, "this device has no access; join again with a new link")
    guard let token = request.token else { throw denial }
    let now = clock()
    guard let device = try cache.device(with: token.hash, in: epoch, at: now) else {
      try countRequestWithoutDevice(request)
      throw denial
    }
    try limits?.countRequest(of: device.id, at: now)
    return device
  }

  private func countRequestWithoutDevice(_ request: Request) throws {
    if let sender = request.sender { try limits?.countRequest(from: sender, at: clock()) }
  }
}
