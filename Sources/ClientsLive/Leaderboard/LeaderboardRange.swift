import Models

/// A range of entries on a leaderboard.
public enum LeaderboardRange: Sendable {
  /// The page after an entry, or the first one.
  case after(Standing.Cursor?)
  /// The page that ends before an entry, or the last one.
  case before(Standing.Cursor?)
  /// A page before an entry, and a page starting with it.
  case around(Standing.Cursor)

  var cursor: Standing.Cursor? {
    switch self {
    case .after(let cursor), .before(let cursor): cursor
    case .around(let cursor): cursor
    }
  }
}
