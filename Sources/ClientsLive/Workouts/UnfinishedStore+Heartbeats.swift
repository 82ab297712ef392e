import Files
import Glibc
import Models

extension UnfinishedStore {
  /// Removes the heartbeats of ended processes that are of no use: those of workouts that this database no longer
  /// has, and those of deleted databases.
  ///
  /// - Complexity: O(n) in the pages of shared memory.
  public func removeAbandonedHeartbeats() {
    let own = realPath(connection.path)
    HeartbeatPage.removeAbandoned { id, database in
      if database == own { return (try? contains(id)) == false }
      // If the database is on a disk that is not mounted, its folder is missing, too.
      return access(database, F_OK) != 0 && errno == ENOENT
        && database.parentPath.map { access($0, F_OK) == 0 } == true
    }
  }

  /// Returns whether the database has an unfinished workout with the given ID.
  ///
  /// - Throws: ``DatabaseError``.
  func contains(_ id: Workout.ID) throws -> Bool {
    try connection.first("SELECT 1 FROM unfinished WHERE id = ?", .uuid(id)) { _ in true } ?? false
  }
}
