import FoundationEssentials
import Models
import Resources
import ServerAPI
import Sodium

/// The page for a screen on the wall: the races of a group, and its best results in each challenge.
struct WallPage {
  /// The maximum number of people in each table.
  static let maxRowCount = 10

  var group: Group
  var races: [WallRace] = []
  var boards: [Board]

  /// A challenge with its two tables.
  struct Board {
    var challenge: Challenge
    var week: [BoardLine]
    var allTime: [BoardLine]
  }

  /// The page as a document.
  ///
  /// Its links are relative, because a proxy can serve it below another path.
  var html: Markup {
    let name = PersonName.displayable(group.name)
    let head: Markup = """
      <script src="../wall.js" defer></script>
      <noscript><meta http-equiv="refresh" content="60"></noscript>

      """
    let body: Markup = """
      <header>
      <h1><bdi>\(name)</bdi></h1>
      <p id="status" role="status"></p>
      </header>
      <aside id="races" aria-label="Races"\(races.isEmpty ? " hidden" : "")>
      \(races.map(\.html))</aside>
      <main class="\(layout)">
      \(boards.isEmpty ? Self.noBoards : "\(boards.map(\.html))")
      </main>

      """
    return .page("\(name): leaderboards", styleSheet: "../wall.css", head: head, body)
  }

  /// The CSS class that selects the layout for the number of boards.
  private var layout: Markup {
    switch boards.count {
    case 0: "boards-0"
    case 1: "boards-1"
    case 2: "boards-2"
    case 3: "boards-3"
    case 4: "boards-4"
    default: "boards-many"
    }
  }

  private static let noBoards: Markup = """
    <p>No results yet. The first published workout appears here by itself.</p>
    """

  /// The page for a link that is not valid.
  static let unknownLink = Markup.page(
    "Unknown link", styleSheet: "../wall.css",
    """
    <main class="boards-0">
    <h1>This link is not valid</h1>
    <p>A newer link may have replaced it. Ask an owner of the group for the current one.</p>
    </main>

    """)
}

extension Markup {
  /// Returns a page.
  ///
  /// - Parameters:
  ///   - styleSheet: The relative path of the style sheet.
  ///   - head: More elements of the head.
  static func page(_ title: Markup, styleSheet: Markup, head: Markup = "", _ body: Markup) -> Markup
  {
    """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <title>\(title)</title>
    <link rel="stylesheet" href="\(styleSheet)">
    \(head)</head>
    <body>
    \(body)</body>
    </html>

    """
  }
}

extension WallPage.Board {
  fileprivate var html: Markup {
    let id = "board-\(challenge.id.rawValue)"
    return """
      <section aria-labelledby="\(id)">
      <h2 id="\(id)">\(challenge.name)</h2>
      \(table("This week", week))
      \(table("All time", allTime))
      </section>

      """
  }

  private func table(_ caption: Markup, _ lines: [BoardLine]) -> Markup {
    guard !lines.isEmpty else {
      return """
        <table>
        <caption>\(caption)</caption>
        <tbody><tr class="empty"><td>No results</td></tr></tbody>
        </table>
        """
    }
    var ranking = CompetitionRanking()
    let rows = lines.map { row($0, rank: ranking.nextRank(for: $0.score.rankKey)) }
    return """
      <table>
      <caption>\(caption)</caption>
      <thead><tr><th scope="col">Rank</th><th scope="col">Name</th><th scope="col">Result</th></tr></thead>
      <tbody>
      \(rows)</tbody>
      </table>
      """
  }

  private func row(_ line: BoardLine, rank: Int) -> Markup {
    let name = PersonName.displayable(line.name)
    let mark: Markup =
      switch line.provenance {
      case .live: ""
      case .manual: #"<span class="mark">typed</span> "#
      case .imported: #"<span class="mark">imported</span> "#
      }
    let start: Markup = rank == 1 ? #"<tr class="first">"# : "<tr>"
    return """
      \(start)<td>\(rank)</td><th scope="row"><bdi>\(name)</bdi></th><td>\(mark)\(challenge.shortText(line.score))</td></tr>

      """
  }
}

// MARK: - Routes

extension Service {
  static let wallRoutes: [Route] = [
    Route(
      .get, "/wall/{secret}",
      .init(
        "returns a page with the leaderboards, for a screen on the wall", access: .anyone,
        returns: .media("text/html; charset=utf-8"),
        others: [404: "A page for an invalid link."])
    ) { service, _, parameters in
      guard let group = try service.group(withWall: parameters) else {
        return page(WallPage.unknownLink, status: 404)
      }
      return page(try service.wallPage(of: group).html, status: 200)
    },
    Route(
      .get, "/wall/{secret}/events",
      .init(
        "sends an event for each change of the page", access: .anyone,
        returns: .media("text/event-stream"))
    ) { service, _, parameters in
      guard let group = try service.group(withWall: parameters) else {
        throw RequestError(404, "this link is not valid")
      }
      let secret = wallSecret(parameters).hash
      return try service.stream(
        to: .wall(group.id),
        while: { try $0.group(withWallSecret: secret) != nil })
    },
    fileRoute(
      "/wall.css", "returns the style sheet of the page", "text/css", ladder_wall_style),
    fileRoute("/wall.js", "returns the script of the page", "text/javascript", ladder_wall_script),
  ]

  /// Returns the group whose wall page the path identifies, if any. Text that cannot be a secret is looked up in the
  /// same way, as a random secret.
  private func group(withWall parameters: Route.Parameters) throws -> Group? {
    let secret = Self.wallSecret(parameters).hash
    return try storage.withSession { try $0.group(withWallSecret: secret) }
  }

  private static func wallSecret(_ parameters: Route.Parameters) -> Secret {
    Secret(parameters["secret"] ?? "") ?? Secret()
  }

  private func wallPage(of group: Group) throws -> WallPage {
    let week = try timeZones.week(of: now(), in: group)
    let races = try wallRaces(of: group)
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
      return WallPage(group: group, races: races, boards: boards)
    }
  }

  /// Returns the races that wait, run or have just finished.
  private func wallRaces(of group: Group) throws -> [WallRace] {
    let now = raceTime
    let rooms = try storage.withSession {
      try $0.races(of: group.id, endingAfter: now - WallRace.displayTime, withInstants: true)
    }.map { $0.room(for: 0, at: now) }.filter { !$0.isOver || $0.startsAt != nil }
    return rooms.prefix(WallRace.maxCount).compactMap { room in
      catalogue[Challenge.ID(rawValue: room.challenge)].map {
        WallRace(challenge: $0, room: room)
      }
    }
  }

  static func page(_ html: Markup, status: Int) -> Response {
    Response(
      status: status, headers: [("Content-Type", "text/html; charset=utf-8")] + pageHeaders,
      body: Data(html.text.utf8))
  }

  /// The headers that restrict a page to its own resources and keep its link secret.
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

  /// Returns the route of an embedded file, which a browser revalidates with its `ETag`.
  static func fileRoute(
    _ path: String, _ summary: String, _ type: String,
    _ file: @escaping @Sendable () -> ladder_resource
  ) -> Route {
    let type = "\(type); charset=utf-8"
    return Route(
      .get, path,
      .init(
        summary, access: .anyone, returns: .media(type),
        others: [304: "The file still has the `ETag` in `If-None-Match`."])
    ) { _, request, _ in
      let file = file()
      let body = Data(bytes: file.bytes, count: file.count)
      let tag = "\"\(Data(Sodium.hash(Array(body)).prefix(15)).base64EncodedString())\""
      let headers = [("Content-Type", type), ("ETag", tag), ("Cache-Control", "public, no-cache")]
      if request.header("If-None-Match") == tag { return Response(status: 304, headers: headers) }
      return Response(status: 200, headers: headers, body: body)
    }
  }
}
