import FoundationEssentials
import Models

extension TimeZones {
  /// Returns the week of a time in a group.
  ///
  /// - Throws: ``StorageError`` if the group's time zone cannot be read.
  func week(of date: Date, in group: Group) throws -> Week {
    try rules(group.timeZone).week(of: date, startingOn: group.weekStart)
  }
}
