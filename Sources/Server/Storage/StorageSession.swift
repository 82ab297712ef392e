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
  /// A member whose name is already in the group gets another device.
  func redeem(
    _ secret: SecretHash, deviceName: String, token: SecretHash, now: Date
  ) throws -> Redemption
  /// Returns the device with a token, if any.
  func device(with token: SecretHash) throws -> AuthenticatedDevice?
  /// Returns a member's devices, oldest first.
  func devices(of member: Int64) throws -> [StoredDevice]
  /// Removes one of a member's devices.
  ///
  /// - Returns: False if the member has no such device.
  func removeDevice(_ device: Int64, of member: Int64) throws -> Bool
  /// Returns the members of a group by their names.
  func members(of group: Group.ID) throws -> [Member]
  /// Removes a member with all devices and workouts.
  func removeMember(_ member: Int64) throws

  // MARK: - Workouts and leaderboards

  /// Records workouts in the member's group, and each as the member's best where it is better.
  ///
  /// - Returns: For each workout whether it is new. A known workout changes nothing.
  func record(_ workouts: [ScoredWorkout], by member: Int64, in group: Group.ID) throws -> [Bool]
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
  /// Returns a workout of a group, if it exists.
  func workout(_ id: UUID, in group: Group.ID) throws -> SubmittedWorkout?
}
