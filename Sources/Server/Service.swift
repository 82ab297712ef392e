import FoundationEssentials
import Models
import ServerAPI
import Synchronization

/// The API of a server: a function from requests to responses, without a network.
public struct Service: Sendable {
  private(set) var storage: Storage
  let catalogue: Catalogue
  /// The wall clock.
  let now: @Sendable () -> Date
  /// Called for an error of the storage whose cause must not be sent to the client.
  let report: @Sendable (StorageError) -> Void
  /// The clock for durations and limits.
  let clock: @Sendable () -> ContinuousClock.Instant
  /// The rate limits, if any.
  let limits: RateLimits?
  /// Called for each response.
  let log: @Sendable (RequestRecord) -> Void
  /// The maximum size in bytes of a body with a valid token.
  var maxBody = 1 << 20
  /// The maximum size of a member's journal in bytes.
  var maxJournalSize: Int64 = 100 << 20
  let timeZones = TimeZones()
  private(set) var cache: ReadCache
  /// Whether the service can use the storage. Otherwise, requests that need the storage throw ``StorageNeeded``.
  private(set) var hasStorage = true
  let events = EventHub()
  /// The writers of reps, each for a part of the races, so that few streams are woken together.
  private let writers: [RaceWriter]
  let monitor = StorageMonitor()
  let budget = ByteBudget()
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
    writers = (0..<4).map { _ in RaceWriter(storage) }
    storage.observeChanges { [weak cache, weak events] change in
      // The cache comes first, so that a reader who is notified of the change does not get an earlier page.
      cache?.forget(change)
      events?.publish(change)
    }
  }

  static let routes: [Route] =
    [
      Route(
        .get, "/v1/health",
        .init(
          "returns whether the server can read its data, as checked every second", access: .anyone,
          returns: .json(Health.self))
      ) { service, _, _ in
        switch service.monitor.state(at: service.clock()) {
        case .readable: return try Response(Health(status: "ok"))
        case .unreachable: throw RequestError.unreachable
        case .blocked:
          throw RequestError(503, "the server is waiting for its data; try again later")
        }
      },
      Route(
        .get, "/metrics",
        .init(
          "returns counts and durations of requests by route and status, in Prometheus text format",
          access: .anyone, returns: .media("text/plain; version=0.0.4"))
      ) { service, request, _ in
        guard request.mayReadMetrics() else {
          throw RequestError(
            403, "only this machine can read the metrics; --public-metrics opens them to others")
        }
        return Response(
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
    ] + accountRoutes + groupRoutes + boardRoutes + journalRoutes + eventRoutes + raceRoutes
    + wallRoutes + joinRoutes

  /// The routes by the number of components in their paths.
  private static let routesByCount = Dictionary(grouping: routes, by: \.partCount)

  private static let openAPIText = Result { try OpenAPIDocument.text(for: routes) }

  // MARK: - Responses

  /// A copy that never waits for the storage. It shares the data in memory.
  var withoutStorage: Service {
    var copy = self
    copy.storage = storage.unread
    copy.cache = ReadCache(cache, copy.storage)
    copy.hasStorage = false
    return copy
  }

  /// Returns the response to a request. It never fails: errors are responses.
  public func respond(to request: Request) -> Response {
    // Only a service without storage throws.
    (try? self.response {
      let result = Mutex(try response(to: request))
      guard let later = result.withLock({ $0.later }) else { return result.withLock { $0 } }
      later { response in result.withLock { $0 = response } }
      for writer in writers { writer.flush() }
      return result.withLock { $0 }
    }) ?? .failure(.unreachable)
  }

  /// Returns the response to a request.
  ///
  /// - Throws: ``StorageNeeded`` if the service has no storage and the response isn't in memory.
  func response(to request: Request) throws(StorageNeeded) -> Response {
    let start = clock()
    let (route, parameters) = Self.route(of: request)
    var response = try self.response {
      let route = try checkHead(of: request, route)
      // Reading a large body takes time, so a worker does it.
      let maxSize = route.isDeferred ? ByteBudget.minCount : 0
      guard hasStorage || request.bodySize ?? .max <= maxSize else { throw StorageNeeded() }
      return try route.respond(self, request, parameters)
    }
    guard let later = response.later else {
      return finish(response, to: request, route, since: start)
    }
    // Safe: the request is not used by other threads, and is valid until the response is sent.
    nonisolated(unsafe) let request = request
    response.later = { send in
      later { send(finish($0, to: request, route, since: start)) }
    }
    return response
  }

  /// Returns the writer of a race's reps.
  func writer(of race: UUID) -> RaceWriter { writers[Int(race.uuid.15) % writers.count] }

  /// Returns the response to a request that no worker could handle in time.
  func overdueResponse(to request: Request) -> Response {
    finish(.failure(.busy), to: request, Self.route(of: request).0, since: clock())
  }

  /// A decision about a request whose body has not arrived.
  enum Admission {
    case refused(Response)
    /// - Parameter isKnown: Whether the request has a valid token.
    case accepted(maxSize: Int, isKnown: Bool, ByteBudget.Reservation)
  }

  /// Decides from the head of a request whether its body may be sent.
  ///
  /// - Throws: ``StorageNeeded`` if the service has no storage and the device isn't in memory.
  func admit(_ request: Request) throws(StorageNeeded) -> Admission {
    let start = clock()
    let route = Self.route(of: request).0
    do {
      let route = try checkHead(of: request, route)
      let maxSize = maxBody(of: route)
      guard request.bodySize ?? 0 <= maxSize else { throw RequestError(tooLargeFor: maxSize) }
      var owner = ByteBudget.Owner.address(request.sender())
      if !route.isPublic {
        _ = try device(request)
        if let token = request.token { owner = .device(token.hash) }
      }
      let size = request.bodySize ?? maxSize
      return .accepted(
        maxSize: size, isKnown: !route.isPublic, try budget.reserve(size, for: owner))
    } catch {
      return .refused(finish(try response(for: error), to: request, route, since: start))
    }
  }

  /// Checks the head of a request, counts the request if it has no device, and returns its route.
  ///
  /// - Throws: ``RequestError`` if its head is not valid.
  private func checkHead(of request: Request, _ route: Route?) throws -> Route {
    // Routes that need a device call `device(_:)`, which counts the request.
    if route?.isPublic ?? true || request.token == nil { try countRequestWithoutDevice(request) }
    guard !request.isMalformed else {
      throw RequestError(
        400,
        "the header is ambiguous; send one Host, and no blanks or NUL in the path and in header names"
      )
    }
    guard !request.isAmbiguous else {
      throw RequestError(
        400, "the length of the body is ambiguous; send one Content-Length, or chunks")
    }
    guard !request.isTooLarge else {
      throw RequestError(tooLargeFor: route.map { maxBody(of: $0) } ?? maxBody)
    }
    guard let route else { throw Self.noRoute(for: request) }
    return route
  }

  private func maxBody(of route: Route) -> Int {
    route.isPublic ? min(maxBody, ByteBudget.minCount) : maxBody
  }

  /// Returns the response that `body` returns, or the one for its error.
  func response(_ body: () throws -> Response) throws(StorageNeeded) -> Response {
    do { return try body() } catch { return try response(for: error) }
  }

  /// Returns the response for an error of a request.
  private func response(for error: any Error) throws(StorageNeeded) -> Response {
    switch error {
    case let error as StorageNeeded: throw error
    case let error as RequestError: return .failure(error)
    case let refusal as AccountRefusal:
      return .failure(RequestError(refusal.status, refusal.sentence))
    case let error as StorageError:
      report(error)
      return .failure(.unreachable)
    default:
      report(StorageError("unexpected error: \(error)"))
      return .failure(RequestError(500, "the server failed; try again later"))
    }
  }

  /// Completes a response and records it.
  private func finish(
    _ response: Response, to request: Request, _ route: Route?, since start: ContinuousClock.Instant
  ) -> Response {
    var response = response
    // Smaller bodies need no reservation: they are part of the cost of a connection.
    if response.body.count > 64 << 10 {
      let owner =
        request.token.map { .device($0.hash) } ?? ByteBudget.Owner.address(request.sender())
      do {
        response.reservation = try budget.reserve(response.body.count, for: owner)
      } catch {
        response = .failure(error)
      }
    }
    // Caches must not keep tokens and links, and browsers must not show JSON as a page.
    if !response.headers.contains(where: { $0.name == "Cache-Control" }) {
      response.headers.append(("Cache-Control", "no-store"))
    }
    if response.status != 304 { response.headers.append(("X-Content-Type-Options", "nosniff")) }
    if request.method == .head { response.events = nil }
    let record = RequestRecord(
      time: now(), method: request.method, route: route?.template, status: response.status,
      duration: clock() - start, requestBytes: request.body.count,
      responseBytes: response.body.count, joined: response.joined)
    metrics.record(record)
    log(record)
    return response
  }

  /// Returns the route for a request and the parameters in its path; `nil` for an unknown path or method.
  private static func route(of request: Request) -> (Route?, Route.Parameters) {
    let method = request.method == .head ? .get : request.method
    for route in routesByCount[request.path.count, default: []] where route.method == method {
      if let parameters = route.parameters(of: request.path) { return (route, parameters) }
    }
    return (nil, Route.Parameters())
  }

  /// Returns the error for a request without a route: an unknown path, or a method that the path does not support.
  private static func noRoute(for request: Request) -> RequestError {
    let methods = routes.filter { $0.parameters(of: request.path) != nil }.flatMap {
      $0.method == .get ? ["GET", "HEAD"] : [$0.method.rawValue]
    }
    guard !methods.isEmpty else { return RequestError(404, "there is no such path") }
    let allowed = methods.joined(separator: ", ")
    return RequestError(405, "this path supports \(allowed)", headers: [("Allow", allowed)])
  }

  // MARK: - Devices

  /// Returns the device that sent a request.
  ///
  /// - Throws: ``RequestError`` with status 401 if its token is missing, unknown or revoked, and with status 429 if the
  ///   member's devices send too many requests.
  func device(_ request: Request) throws -> AuthenticatedDevice {
    try device(request, in: storage.epoch())
  }

  /// Returns the device that sent a request, like ``device(_:)``, in an epoch of the storage.
  func device(_ request: Request, in epoch: Int?) throws -> AuthenticatedDevice {
    let denial = RequestError(401, "this device has no access; join again with a new link")
    guard let token = request.token else { throw denial }
    let now = clock()
    let device: AuthenticatedDevice?
    do {
      device = try cache.device(with: token.hash, in: epoch, at: now)
    } catch is StorageNeeded {
      throw StorageNeeded(isCounted: false)
    }
    guard let device else {
      try countRequestWithoutDevice(request)
      throw denial
    }
    if !request.isCounted { try limits?.countRequest(of: device.member, at: now) }
    return device
  }

  private func countRequestWithoutDevice(_ request: Request) throws {
    guard !request.isCounted, let sender = request.sender() else { return }
    try limits?.countRequest(from: sender, at: clock())
  }

  // MARK: - State of the storage

  /// Reads the storage for ``monitor``. Reports the first failure, changes by other processes, and the ends of races.
  ///
  /// - Parameter mayWait: False if all workers have been waiting for so long that none could read the storage.
  func checkStorage(mayWait: Bool) {
    guard mayWait else {
      monitor.end(.blocked)
      return
    }
    do {
      try storage.reportOthersChanges()
      try events.publishEnds(until: raceTime) { group, range in
        try storage.withSession { try $0.raceChanges(of: group, endingIn: range) }
      }
      monitor.end(.readable)
    } catch {
      let isFirst = monitor.end(.unreachable) != .unreachable
      if isFirst, let error = error as? StorageError { report(error) }
    }
  }
}
