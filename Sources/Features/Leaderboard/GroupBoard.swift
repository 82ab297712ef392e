import FoundationEssentials
import Models

extension Leaderboard {
  /// The state of a group's leaderboard, besides its entries.
  public struct GroupBoard: Equatable, Identifiable, Sendable {
    public internal(set) var group: JoinedGroup
    /// The cursors of the pages before entries, by the first entry of a loaded page.
    var starts: [Standing.ID: String] = [:]
    /// The cursors of the pages after entries, by the last entry of a loaded page.
    var ends: [Standing.ID: String] = [:]
    /// The time at which the server returned the entries; `nil` if none are shown.
    var loadedAt: Date?
    /// The age of the entries in words, if they may be out of date.
    var age: String?
    /// The reason why the entries may be out of date, as a sentence.
    var offlineReason: String?
    /// Whether changes are watched.
    var isWatching = false
    /// Whether a reload after a change is scheduled.
    var isReloadScheduled = false
    /// Whether the leaderboard has changed while a page was being loaded.
    var hasMissedChange = false
    /// Whether workouts of the challenge are published; `nil` until that is known.
    public internal(set) var publication: Publication?
    /// Whether the question before publishing, or before the end of it, is shown.
    public internal(set) var isAskingToPublish = false

    init(_ group: JoinedGroup) { self.group = group }

    public var id: JoinedGroup.ID { group.id }

    /// Removes everything about the shown entries.
    mutating func clear() {
      starts = [:]
      ends = [:]
      loadedAt = nil
      age = nil
      offlineReason = nil
      publication = nil
      isAskingToPublish = false
    }
  }
}

extension Leaderboard.State {
  /// The group after the shown one; `nil` for this machine, which follows the last group.
  var nextGroup: JoinedGroup? {
    guard let shown = group, let index = groups.firstIndex(where: { $0.id == shown.id }) else {
      return groups.first
    }
    return groups.dropFirst(index + 1).first
  }

  /// Whether there are entries before the loaded ones.
  var hasPreviousPages: Bool {
    guard let group else { return offset > 0 }
    return entries.first.map { group.starts[$0.id] != nil } ?? false
  }

  /// Returns the part of a group's leaderboard that a request loads, if any.
  func range(of request: Leaderboard.Request) -> GroupPage.Range? {
    switch request {
    case .refresh:
      guard let selected, selection > 0 || hasPreviousPages else { return .first }
      return .around(selected.id)
    case .firstPage: return .first
    case .lastPage: return .last
    case .nextPage: return entries.last.flatMap { group?.ends[$0.id] }.map { .after($0) }
    case .previousPage: return entries.first.flatMap { group?.starts[$0.id] }.map { .before($0) }
    case .yourPlace: return yourStanding.map { .around($0.id) }
    case .race: return nil
    }
  }

  /// Returns the number of entries to remove at the top of the window: of a group, only whole pages, because cursors
  /// lead back from their first entries only.
  func removableCount(atTop excess: Int) -> Int {
    guard let group, excess > 0 else { return excess }
    return entries.indices.dropFirst(excess).first { group.starts[entries[$0].id] != nil } ?? 0
  }

  /// Returns the number of entries to remove at the end of the window: of a group, only whole pages.
  func removableCount(atEnd excess: Int) -> Int {
    guard let group, excess > 0 else { return excess }
    let last = entries.indices.dropLast(excess).last { group.ends[entries[$0].id] != nil }
    return last.map { entries.count - 1 - $0 } ?? 0
  }
}
