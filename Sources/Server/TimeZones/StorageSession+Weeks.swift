import FoundationEssentials
import Models

extension StorageSession {
  /// Changes the name and the rules of a group, as in ``update(_:week:)``, with weeks in its time zone.
  ///
  /// - Returns: False if the group does not exist.
  /// - Throws: ``StorageError``, also if the time zone cannot be read.
  public func update(_ group: Group) throws -> Bool {
    let rules = try TimeZones().rules(group.timeZone)
    return try update(group) { rules.week(of: $0, startingOn: group.weekStart) }
  }
}
