import Models

/// Which lines of a leaderboard are wanted.
public enum LeaderboardStretch: Sendable {
  /// The page behind a line, or the first.
  case after(Standing.Cursor?)
  /// The page that ends above a line, or the last.
  case before(Standing.Cursor?)
  /// A page's lines above a line, and as many from it on.
  case around(Standing.Cursor)

  var cursor: Standing.Cursor? {
    switch self {
    case .after(let cursor), .before(let cursor): cursor
    case .around(let cursor): cursor
    }
  }
}
