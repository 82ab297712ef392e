import FoundationEssentials
import Models
import ServerAPI

/// The API of a server: a function from requests to responses, without a network.
public struct Service: Sendable {
  let storage: any Storage
  let catalogue: Catalogue
  /// The wall clock.
  let now: @Sendable () -> Date
  /// Called for an error of the storage, whose cause the sender of a request must not see.
  let report: @Sendable (StorageError) -> Void
  /// The maximum size of a member's journal in bytes.
  var maxJournalSize: Int64 = 100 << 20
  let timeZones = TimeZones()
  let events = EventHub()
  private let metrics = Metrics()

  /// Creates a service.
  public init(
    storage: any Storage, catalogue: Catalogue = .standard,
    now: @escaping @Sendable () -> Date = { Date() },
    report: @escaping @Sendable (StorageError) -> Void
  ) {
    self.storage = storage
    self.catalogue = catalogue
    self.now = now
    self.report = report
    storage.observeChanges { [weak events] in events?.publish($0) }
  }

  static let routes: [Route] =
    [
      Route(.get, "/v1/health") { service, _, _ in
        _ = try service.storage.withSession { try $0.groups().count }
        return try Response(["status": "ok"])
      },
      Route(.get, "/metrics") { service, _, _ in
        Response(
          status: 200, headers: [("Content-Type", "text/plain; version=0.0.4")],
          body: Data(service.metrics.text.utf8))
      },
    ] + accountRoutes + groupRoutes + boardRoutes + journalRoutes + eventRoutes

  /// Returns the response to a request. It never fails: errors are responses.
  public func respond(to request: Request) -> Response {
    let start = ContinuousClock.now
    let (route, parameters) = Self.route(of: request)
    var response = response(to: request, route, parameters)
    // Tokens and links must not be kept by a cache, nor JSON be shown as a page.
    if !response.headers.contains(where: { $0.name == "Cache-Control" }) {
      response.headers.append(("Cache-Control", "no-store"))
    }
    response.headers.append(("X-Content-Type-Options", "nosniff"))
    metrics.record(
      route: route.map { "\($0.method.rawValue) \($0.template)" } ?? "none",
      status: response.status, duration: .now - start)
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
    guard let route else { return Self.noRoute(for: request) }
    do {
      return try route.respond(self, request, parameters)
    } catch let error as RequestError {
      return .failure(error.status, error.sentence, code: error.code)
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
  /// - Throws: ``RequestError`` with status 401 if its token is missing, unknown or revoked.
  func device(_ request: Request) throws -> AuthenticatedDevice {
    guard
      let token = request.token,
      let device = try storage.withSession({ try $0.device(with: token.hash) })
    else { throw RequestError(401, "this device has no access; join again with a new link") }
    return device
  }
}
