import FoundationEssentials
import Models
import Resources
import ServerAPI
import Sodium

extension Service {
  static let wallRoutes: [Route] = [
    Route(
      .get, "/wall/{secret}",
      .init(
        "shows the leaderboards on a page for a screen on the wall", access: .anyone,
        returns: .media("text/html; charset=utf-8"),
        others: [404: "A page that says that the link is not valid."])
    ) { service, _, parameters in
      guard let group = try service.group(withWall: parameters) else {
        return page(WallPage.unknownLink, status: 404)
      }
      return page(try service.wallPage(of: group).html, status: 200)
    },
    Route(
      .get, "/wall/{secret}/events",
      .init(
        "sends what has changed on the page, as it happens", access: .anyone,
        returns: .media("text/event-stream"))
    ) { service, _, parameters in
      guard let group = try service.group(withWall: parameters) else {
        throw RequestError(404, "this link is not valid")
      }
      let secret = wallSecret(parameters).hash
      return try service.stream(
        to: .wall(group.id), while: { try $0.group(withWallSecret: secret) != nil })
    },
    Route(
      .get, "/wall.css",
      .init(
        "returns the style sheet of the page", access: .anyone,
        returns: .media("text/css; charset=utf-8"),
        others: [304: "The `ETag` is that of `If-None-Match`."])
    ) { _, request, _ in
      resource(ladder_wall_style(), "text/css; charset=utf-8", for: request)
    },
    Route(
      .get, "/wall.js",
      .init(
        "returns the script of the page", access: .anyone,
        returns: .media("text/javascript; charset=utf-8"),
        others: [304: "The `ETag` is that of `If-None-Match`."])
    ) { _, request, _ in
      resource(ladder_wall_script(), "text/javascript; charset=utf-8", for: request)
    },
  ]

  /// Returns the group whose wall page a path names, if any. A text that cannot be a secret takes the same way as others.
  private func group(withWall parameters: Route.Parameters) throws -> Group? {
    let secret = Self.wallSecret(parameters).hash
    return try storage.withSession { try $0.group(withWallSecret: secret) }
  }

  private static func wallSecret(_ parameters: Route.Parameters) -> Secret {
    Secret(parameters["secret"] ?? "") ?? Secret()
  }

  private func wallPage(of group: Group) throws -> WallPage {
    let week = try timeZones.week(of: now(), in: group)
    return try storage.withSession { session in
      let ids = Set(try session.challengesWithEntries(in: group.id))
      let boards = try catalogue.challenges.filter { ids.contains($0.id) }.map { challenge in
        func lines(in week: Week?) throws -> [BoardLine] {
          let board = Board(group: group.id, challenge: challenge.id, week: week)
          return Array(try session.lines(of: board, after: nil).prefix(WallPage.maxRowCount))
        }
        return WallPage.Board(
          challenge: challenge, week: try lines(in: week), allTime: try lines(in: nil))
      }
      return WallPage(group: group, boards: boards)
    }
  }

  private static func page(_ html: HTML, status: Int) -> Response {
    Response(
      status: status, headers: [("Content-Type", "text/html; charset=utf-8")] + pageHeaders,
      body: Data(html.text.utf8))
  }

  /// The headers that limit a page to its own resources and keep its link to itself.
  private static let pageHeaders = [
    (
      name: "Content-Security-Policy",
      value: """
      default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; \
      base-uri 'none'; form-action 'none'; frame-ancestors 'none'
      """
    ),
    (name: "X-Frame-Options", value: "DENY"),
    (name: "Referrer-Policy", value: "no-referrer"),
  ]

  private static func resource(
    _ file: ladder_resource, _ type: String, for request: Request
  ) -> Response {
    let body = Data(bytes: file.bytes, count: file.count)
    let tag = "\"\(Data(Sodium.hash(Array(body)).prefix(15)).base64EncodedString())\""
    let headers = [("Content-Type", type), ("ETag", tag), ("Cache-Control", "public, no-cache")]
    if request.header("If-None-Match") == tag { return Response(status: 304, headers: headers) }
    return Response(status: 200, headers: headers, body: body)
  }
}
