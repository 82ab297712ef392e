import FoundationEssentials
import Models
import ReducerRuntime

/// A request to the leaderboard's source, stored so that a retry can repeat it.
enum LeaderboardRequest: Equatable, Sendable {
  /// Reload the shown entries.
  case refresh
  /// Replace the entries with the first page.
  case firstPage
  /// Load the page before the entries.
  case previousPage
  /// Load the page after the entries.
  case nextPage
  /// Replace the entries with the last page.
  case lastPage
  /// Replace the entries with those around your own.
  case yourPlace
  /// Load the workout of an entry, for a race.
  case race(Standing)
}

/// The loaded part of a leaderboard, which follows the selection.
public struct LeaderboardWindow: Equatable, Sendable {
  /// The loaded entries around the selection: up to about ``maxCount``, because only whole pages are removed.
  public internal(set) var entries: IdentifiedArrayOf<Standing> = []
  /// The index of the selection in ``entries``.
  public internal(set) var selection = 0
  /// Your own entry, even if it is not one of ``entries``.
  public internal(set) var yourStanding: Standing?
  public internal(set) var participantCount = 0
  /// The week that is shown; `nil` for all time.
  public internal(set) var week: Week?
  /// The score of the first place, if it was loaded.
  var topScore: Score?
  /// The earliest time at which a server returned one of the pages.
  var loadedAt: Date?
  /// The age of the entries in words, if they may be out of date.
  var age: String?
  /// The reason why the entries may be out of date, as a sentence.
  var offlineReason: String?
  /// For the first entry of each loaded page, the cursor to the page before it.
  private var starts: [Standing.ID: Standing.Cursor] = [:]
  /// For the last entry of each loaded page, the cursor to the page after it.
  private var ends: [Standing.ID: Standing.Cursor] = [:]

  /// The maximum number of loaded entries, which limits memory on long leaderboards.
  static let maxCount = 10 * LeaderboardPage.size

  var selected: Standing? { entries.indices.contains(selection) ? entries[selection] : nil }

  private var start: Standing.Cursor? { entries.first.flatMap { starts[$0.id] } }
  private var end: Standing.Cursor? { entries.last.flatMap { ends[$0.id] } }

  var hasPreviousPages: Bool { start != nil }
  var hasMorePages: Bool { end != nil }

  /// Returns the part of the leaderboard that a request loads; `nil` if there is nothing to load.
  func range(of request: LeaderboardRequest) -> LeaderboardRange? {
    switch request {
    case .refresh:
      // At the top, the reload begins with the first place, which may have a new entry.
      guard let selected, selection > 0 || hasPreviousPages else { return .after(nil) }
      return .around(selected)
    case .firstPage: return .after(nil)
    case .lastPage: return .before(nil)
    case .nextPage: return end.map { .after($0) }
    case .previousPage: return start.map { .before($0) }
    case .yourPlace: return yourStanding.map { .around($0) }
    case .race: return nil
    }
  }

  /// Adds a page to the entries, or replaces them with it. A refresh keeps the same person selected, even at another
  /// rank.
  mutating func insert(_ page: LeaderboardPage, for request: LeaderboardRequest) {
    var page = page
    var ids: Set<Standing.ID> = []
    // A server may send duplicates.
    page.standings.removeAll { !ids.insert($0.id).inserted }
    switch request {
    case .nextPage: append(page)
    case .previousPage: prepend(page)
    case .refresh: replace(with: page, selecting: selected?.id)
    case .lastPage: replace(with: page, selecting: page.standings.last?.id)
    case .yourPlace: replace(with: page, selecting: page.yourStanding?.id)
    case .firstPage, .race: replace(with: page, selecting: page.standings.first?.id)
    }
    if !hasPreviousPages { topScore = entries.first?.score }
    yourStanding = page.yourStanding
    participantCount = page.participantCount
    week = page.week
    selection = selection.clamped(in: entries.count)
  }

  private mutating func replace(with page: LeaderboardPage, selecting id: Standing.ID?) {
    entries = IdentifiedArray(uniqueElements: page.standings)
    (starts, ends, loadedAt) = ([:], [:], page.loadedAt)
    addCursors(of: page)
    if let id, let index = entries.index(id: id) { selection = index }
  }

  /// Appends a page. Whole pages at the top that exceed the maximum are removed, because only the first entry of a page
  /// has a cursor to the previous page.
  private mutating func append(_ page: LeaderboardPage) {
    let last = entries.last?.id
    for standing in page.standings { entries.updateOrAppend(standing) }
    addCursors(of: page)
    // A page without new entries counts as the last one, so that a faulty server can't cause endless loading.
    if let end = entries.last?.id { ends[end] = end == last ? nil : page.next }
    let excess = entries.count - Self.maxCount
    guard excess > 0 else { return }
    let count = entries.indices.dropFirst(excess).first { starts[entries[$0].id] != nil } ?? 0
    entries.removeSubrange(0..<count)
    selection = max(0, selection - count)
  }

  /// Prepends a page and removes whole pages at the end that exceed the maximum.
  private mutating func prepend(_ page: LeaderboardPage) {
    let (selected, first) = (selected?.id, entries.first?.id)
    // An entry that was already loaded may have moved up into this page; its old copy is dropped.
    let above = Set(page.standings.map(\.id))
    let below = entries.filter { !above.contains($0.id) }
    entries = IdentifiedArray(uniqueElements: page.standings + below)
    addCursors(of: page)
    if let start = entries.first?.id { starts[start] = start == first ? nil : page.previous }
    if let selected, let index = entries.index(id: selected) { selection = index }
    let excess = entries.count - Self.maxCount
    guard excess > 0 else { return }
    let last = entries.indices.dropLast(excess).last { ends[entries[$0].id] != nil }
    if let last { entries.removeSubrange(last + 1..<entries.count) }
  }

  private mutating func addCursors(of page: LeaderboardPage) {
    if let id = page.standings.first?.id { starts[id] = page.previous }
    if let id = page.standings.last?.id { ends[id] = page.next }
    loadedAt = [loadedAt, page.loadedAt].compactMap(\.self).min()
  }
}

// MARK: - Your place

extension LeaderboardWindow {
  /// The nearest entry above yours with a better score, if both are loaded.
  var nextAbove: Standing? {
    guard let yourStanding, let index = entries.index(id: yourStanding.id) else { return nil }
    return entries[..<index].last { $0.score.isBetter(than: yourStanding.score) }
  }

  /// The explanation of the marks of the loaded entries, if any has a mark.
  var marksText: String? { Workout.Provenance.legend(of: entries.map(\.provenance)) }
}
