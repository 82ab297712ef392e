import Files
import Glibc
import Models

extension UnfinishedStore {
  /// Removes the heartbeats of killed programs that nothing can use any more: those of workouts that this database does
  /// not offer again, and those of databases that were deleted.
  ///
  /// - Complexity: O(n) in the programs' shared memory.
  public func removeAbandonedHeartbeats() {
    let own = realPath(connection.path)
    HeartbeatPage.removeAbandoned { id, database in
      if database == own { return (try? contains(id)) == false }
      // The folder of a database on a disk that is not mounted is not there, either.
      return access(database, F_OK) != 0 && errno == ENOENT
        && database.parentPath.map { access($0, F_OK) == 0 } == true
    }
  }

  /// Whether there is an unfinished workout of that name.
  ///
  /// - Throws: ``DatabaseError``.
  func contains(_ id: Workout.ID) throws -> Bool {
    try connection.first("SELECT 1 FROM unfinished WHERE id = ?", .uuid(id)) { _ in true } ?? false
  }
}
