import Models
import ServerAPI

/// The page for a screen on the wall: the best of a group in each challenge.
struct WallPage {
  /// The number of people in each table.
  static let maxRowCount = 10

  var group: Group
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
  var html: HTML {
    let name = PersonName.displayable(group.name)
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="robots" content="noindex">
      <title>\(name): leaderboards</title>
      <link rel="stylesheet" href="../wall.css">
      <script src="../wall.js" defer></script>
      <noscript><meta http-equiv="refresh" content="60"></noscript>
      </head>
      <body>
      <header>
      <h1><bdi>\(name)</bdi></h1>
      <p id="status" role="status"></p>
      </header>
      <main class="\(layout)">
      \(boards.isEmpty ? Self.noBoards : "\(boards.map(\.html))")
      </main>
      </body>
      </html>

      """
  }

  /// The class of the style sheet's layout, by the number of boards.
  private var layout: HTML {
    switch boards.count {
    case 0: "boards-0"
    case 1: "boards-1"
    case 2: "boards-2"
    case 3: "boards-3"
    default: "boards-many"
    }
  }

  private static let noBoards: HTML = """
    <p>No results yet. The first published workout appears here by itself.</p>
    """

  /// The page for a link that is not valid.
  static let unknownLink: HTML = """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Unknown link</title>
    <link rel="stylesheet" href="../wall.css">
    </head>
    <body>
    <main class="boards-0">
    <h1>This link is not valid</h1>
    <p>A newer link may have replaced it. Ask an owner of the group for the current one.</p>
    </main>
    </body>
    </html>

    """
}

extension WallPage.Board {
  fileprivate var html: HTML {
    let id = "board-\(challenge.id.rawValue)"
    return """
      <section aria-labelledby="\(id)">
      <h2 id="\(id)">\(challenge.name)</h2>
      \(table("This week", week))
      \(table("All time", allTime))
      </section>

      """
  }

  private func table(_ caption: HTML, _ lines: [BoardLine]) -> HTML {
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

  private func row(_ line: BoardLine, rank: Int) -> HTML {
    let name = PersonName.displayable(line.name)
    let mark: HTML = line.provenance == .manual ? #" <span class="mark">typed</span>"# : ""
    let start: HTML = rank == 1 ? #"<tr class="first">"# : "<tr>"
    return """
      \(start)<td>\(rank)</td><th scope="row"><bdi>\(name)</bdi>\(mark)</th><td>\(challenge.shortText(line.score))</td></tr>

      """
  }
}
