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
  }

  static let routes: [Route] =
    [
      Route(.get, "/v1/health") { service, _, _ in
        _ = try service.storage.withSession { try $0.groups().count }
        return try Response(["status": "ok"])
      }
    ] + accountRoutes + groupRoutes + boardRoutes

  /// Returns the response to a request. It never fails: errors are responses.
  public func respond(to request: Request) -> Response {
    do {
      return try response(to: request)
    } catch let error as RequestError {
      return .failure(error.status, error.sentence)
    } catch let error as StorageError {
      report(error)
      return .failure(503, "the server cannot reach its data; try again later")
    } catch {
      report(StorageError("unexpected error: \(error)"))
      return .failure(500, "the server failed; try again later")
    }
  }

  private func response(to request: Request) throws -> Response {
    var allowed: [String] = []
    for route in Self.routes {
      guard let parameters = route.parameters(of: request.path) else { continue }
      if route.method == request.method { return try route.respond(self, request, parameters) }
      allowed.append(route.method.rawValue)
    }
    guard allowed.isEmpty else {
      var response = Response.failure(405, "this path supports \(allowed.joined(separator: ", "))")
      response.headers.append(("Allow", allowed.joined(separator: ", ")))
      return response
    }
    throw RequestError(404, "there is no such path")
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
