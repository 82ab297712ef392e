import Models

/// A committed change of a ``Storage``.
public enum StorageChange: Hashable, Sendable {
  /// An entry on a challenge's leaderboards, of all time or of a week.
  case board(Group.ID, Challenge.ID)
  /// A member's journal.
  case journal(member: Int64)
  /// The name, the rules, the devices, the members or the wall link of a group: some may have lost their access.
  case access(Group.ID)
}
