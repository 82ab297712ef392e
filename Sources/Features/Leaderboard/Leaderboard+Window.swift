import Models
import ReducerRuntime

/// The lines that are kept of a leaderboard: a window that moves along it with the selection.
extension Leaderboard.State {
  /// Marks a line that is kept.
  func cursor(at index: Int) -> Standing.Cursor? {
    guard entries.indices.contains(index) else { return nil }
    return Standing.Cursor(
      challenge: challenge.id, week: week, standing: entries[index], position: offset + index + 1)
  }

  /// Puts the lines of a page in the place of those that are there.
  mutating func replace(with page: LeaderboardPage, selecting id: Standing.ID?) {
    entries = IdentifiedArray(uniqueElements: page.standings)
    offset = page.offset
    hasMorePages = page.next != nil
    if let id, let index = entries.index(id: id) { selection = index }
  }

  /// Adds the page behind the last line, and forgets as many at the top as are too many.
  mutating func append(_ page: LeaderboardPage) {
    for standing in page.standings { entries.updateOrAppend(standing) }
    hasMorePages = page.next != nil
    let surplus = max(0, entries.count - Leaderboard.windowSize)
    entries.removeSubrange(0..<surplus)
    offset += surplus
    selection = max(0, selection - surplus)
  }

  /// Adds the page above the first line, and forgets as many at the end as are too many.
  mutating func prepend(_ page: LeaderboardPage) {
    let selected = selected?.id
    // Who is on the page now has moved there from below.
    let above = Set(page.standings.map(\.id))
    let below = entries.filter { !above.contains($0.id) }
    entries = IdentifiedArray(uniqueElements: page.standings + below)
    offset = page.offset
    if let selected, let index = entries.index(id: selected) { selection = index }
    let surplus = max(0, entries.count - Leaderboard.windowSize)
    entries.removeSubrange(entries.count - surplus..<entries.count)
    hasMorePages = hasMorePages || surplus > 0
  }
}
