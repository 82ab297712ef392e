import FoundationEssentials
import Models
import ServerAPI

/// A session with a ``Storage``. Each method is one transaction.
///
/// All methods throw ``StorageError`` if the database fails; nothing has changed then.
public protocol StorageSession {
  // MARK: - Settings

  /// Returns the server's address in links, if it was set.
  func url() throws -> String?
  /// Sets the server's address in links.
  func setURL(_ url: String) throws

  // MARK: - Groups and invitations

  /// Creates a group.
  ///
  /// - Returns: False if there is a group with this ID.
  func createGroup(_ group: Group) throws -> Bool
  /// Returns all groups by their IDs.
  func groups() throws -> [Group]
  /// Returns the group with an ID, if any.
  func group(_ id: Group.ID) throws -> Group?
  /// Changes the name and the rules of a group.
  ///
  /// If its time zone, week start or counting rule changes, its leaderboards are computed again from the recorded
  /// workouts. Workouts that do not count are kept for another change of the rule.
  ///
  /// - Parameter week: Returns the week of a workout that started at a time.
  /// - Returns: False if the group does not exist.
  /// - Complexity: O(n log n) in the workouts of the group if the leaderboards change, else O(1).
  func update(_ group: Group, week: (Date) -> Week) throws -> Bool
  /// Sets the secret of a group's wall page, which replaces the one before.
  ///
  /// - Returns: False if the group does not exist.
  func setWallSecret(_ secret: SecretHash, of group: Group.ID) throws -> Bool
  /// Returns the group whose wall page has a secret, if any.
  func group(withWallSecret secret: SecretHash) throws -> Group?
  /// Records an invitation.
  ///
  /// - Returns: False if the group does not exist.
  func add(_ invitation: Invitation) throws -> Bool

  // MARK: - Accounts

  /// Uses up an invitation and gives its member a device.
  ///
  /// A member whose name is already in the group gets another device. The same token can use the same invitation again,
  /// because the response, or the connection during the commit, may have been lost.
  func redeem(
    _ secret: SecretHash, deviceName: String, token: SecretHash, now: Date
  ) throws -> Redemption
  /// Returns the device with a token, if any.
  func device(with token: SecretHash) throws -> AuthenticatedDevice?
  /// Returns the device with an ID, if any.
  func device(_ id: Int64) throws -> AuthenticatedDevice?
  /// Returns a member's devices, oldest first.
  func devices(of member: Int64) throws -> [StoredDevice]
  /// Removes one of a member's devices, and the unused invitations with the member's name, which the device could know.
  ///
  /// - Returns: False if the member has no such device.
  func removeDevice(_ device: Int64, of member: Int64) throws -> Bool
  /// Returns the members of a group by their names.
  func members(of group: Group.ID) throws -> [Member]
  /// Makes a member an owner of the group, or not.
  ///
  /// - Returns: False if the member does not exist.
  func setOwner(_ isOwner: Bool, member: Int64) throws -> Bool
  /// Removes a member with all devices, workouts and journal entries, and the unused invitations with that name.
  func removeMember(_ member: Int64) throws

  // MARK: - Workouts and leaderboards

  /// Records workouts in the member's group, and each as the member's best where it is better.
  ///
  /// - Returns: For each workout whether it is new. A known workout changes nothing.
  func record(_ workouts: [ScoredWorkout], by member: Int64, in group: Group.ID) throws -> [Bool]
  /// Deletes a member's workout. Where it was the member's best, the best of the others that count replaces it.
  ///
  /// - Returns: False if the member has no such workout in the group.
  /// - Complexity: O(log n), and O(w) in the member's workouts of the challenge.
  func withdraw(_ workout: UUID, by member: Int64, in group: Group.ID) throws -> Bool
  /// Returns the challenges in which a group has entries, in no particular order.
  func challengesWithEntries(in group: Group.ID) throws -> [Challenge.ID]
  /// Returns the version of a leaderboard, which changes whenever an entry does; 0 if it is empty.
  ///
  /// - Complexity: O(log n).
  func version(of board: Board) throws -> Int64
  /// Returns entries in order: better scores first, then earlier ones, then by ``BoardLine/member``.
  ///
  /// - Parameter position: The entry after which to start; `nil` for the top.
  /// - Complexity: O(log n) in the people on the leaderboard.
  func lines(of board: Board, after position: BoardPosition?, limit: Int) throws -> [BoardLine]
  /// Returns the entries just before a position, in order.
  ///
  /// - Complexity: O(log n) in the people on the leaderboard.
  func lines(of board: Board, before position: BoardPosition, limit: Int) throws -> [BoardLine]
  /// Returns the number of people on a leaderboard.
  ///
  /// - Complexity: O(1).
  func peopleCount(on board: Board) throws -> Int
  /// Returns the number of people with a better score than a rank key.
  ///
  /// - Complexity: O(1).
  func peopleCount(above rankKey: Int64, on board: Board) throws -> Int
  /// Returns the number of people with the same score as an entry who are before it.
  ///
  /// - Complexity: O(t) in the result.
  func tieCount(before position: BoardPosition, on board: Board) throws -> Int
  /// Returns a member's entry, if any.
  func line(of member: Int64, on board: Board) throws -> BoardLine?
  /// Returns the size of a leaderboard and a member's place on it.
  ///
  /// - Complexity: O(log n) in the people on the leaderboard.
  func standing(of member: Int64, on board: Board) throws -> BoardStanding
  /// Returns the results of ``lines(of:after:limit:)`` and ``standing(of:on:)`` in one round trip to the database.
  ///
  /// - Complexity: O(log n) in the people on the leaderboard.
  func lines(
    of board: Board, after position: BoardPosition?, limit: Int, withStandingOf member: Int64
  ) throws -> (lines: [BoardLine], standing: BoardStanding)
  /// Returns a workout of a group, if it exists.
  func workout(_ id: UUID, in group: Group.ID) throws -> SubmittedWorkout?

  // MARK: - Journals

  /// Adds entries to the end of a member's journal, which gets the key if it has none.
  ///
  /// An entry whose ID is in the journal already, or earlier in `entries`, changes nothing. Positions follow the order
  /// of commits: a reader never misses an entry that is committed later.
  ///
  /// - Parameter maxSize: The maximum sum of ``JournalEntry/storedSize`` in the journal.
  func append(
    _ entries: [JournalEntry], toJournalOf member: Int64, key: UUID, maxSize: Int64
  ) throws -> JournalAppendResult
  /// Returns the part of a member's journal after a place.
  ///
  /// - Parameters:
  ///   - place: The place; `nil` or a place with the count 0 for the beginning.
  ///   - maxCount: The maximum number of entries.
  ///   - maxSize: The size of data in bytes after which the part ends with the current entry.
  /// - Returns: `nil` if the journal does not have the place.
  func journal(
    of member: Int64, after place: JournalPosition?, maxCount: Int, maxSize: Int
  ) throws -> JournalSlice?
  /// Deletes all entries of a member's journal and sets a new key.
  ///
  /// If the journal has the new key already, nothing changes, because the request was repeated.
  ///
  /// - Parameters:
  ///   - oldKey: The key that the journal must have.
  ///   - end: The place at which the journal must end.
  func changeJournalKey(
    of member: Int64, from oldKey: UUID, to key: UUID, at end: JournalPosition
  ) throws -> JournalKeyChangeResult
}
