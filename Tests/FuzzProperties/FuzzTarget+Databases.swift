import Clients
import ClientsLive
import SQLite
import Scripting
import SystemTestSupport

extension FuzzTarget {
  /// Checks that a database with a changed journal or write-ahead log is rejected with one line or can be used, and that
  /// it is rejected if the journal would make SQLite delete another file.
  @MainActor
  func checkCompanions(_ bytes: [UInt8]) async throws(PropertyViolation) {
    let kind = bytes.first ?? 0
    var files = try await value(
      of: kind & 1 == 0 ? DatabaseFiles.withLog : DatabaseFiles.withJournal)
    files.apply(bytes.dropFirst())
    if kind & 3 == 0 { files.updateLogChecksums() }
    let folder = TestFolder()
    folder.write(files.database, to: "ladder.db")
    folder.write(files.companion, to: "ladder.db" + files.companionEnding)
    let deletes = files.namesSuperJournal
    do {
      try Connection.open(in: DataFolder(path: folder.path)).close()
      try expect(!deletes, "a journal that names another file was played back")
      try await checkUse(of: folder)
    } catch let error as DatabaseError {
      try check(error.sentence)
    } catch let error as PropertyViolation {
      throw error
    } catch {
      throw PropertyViolation("\(error)")
    }
    for name in folder.contents {
      try expect(name.hasPrefix("ladder.db"), "an unexpected file: \(name)")
    }
  }

  /// Checks that a changed backup is rejected in one line and leaves the database unchanged, or is restored and can be
  /// used.
  @MainActor
  func checkBackup(_ bytes: [UInt8]) async throws(PropertyViolation) {
    let original = try await value(of: DatabaseFiles.alone)
    var changed = original
    changed.apply(bytes[...])
    let (folder, backupFolder) = (TestFolder(), TestFolder())
    folder.write(original.database, to: "ladder.db")
    backupFolder.write(changed.database, to: "backup.db")
    do {
      _ = try Backups(DataFolder(path: folder.path)).restore(from: backupFolder.path + "/backup.db")
      try await checkUse(of: folder)
    } catch let error as BackupError {
      try check(error.sentence)
      try expect(folder.bytes(of: "ladder.db") == original.database, "the database was changed")
      try expect(folder.contents == ["ladder.db"], "\(folder.contents)")
    } catch let error as PropertyViolation {
      throw error
    } catch {
      throw PropertyViolation("\(error)")
    }
    try expect(backupFolder.contents == ["backup.db"], "\(backupFolder.contents)")
    try expect(backupFolder.bytes(of: "backup.db") == changed.database, "the backup was changed")
  }

  /// Checks a database, and uses a copy of it.
  @MainActor
  private func checkUse(of folder: TestFolder) async throws(PropertyViolation) {
    let data = DataFolder(path: folder.path)
    for finding in Doctor(folder: data, settingsFile: nil).findings() {
      try check(finding.problem)
      try check(finding.remedy)
    }
    let screens =
      "db \(data.databasePath)\nas Ann\n" + (1...6).map { "press \($0)\nadvance 1s\n" }.joined()
    do {
      let stage = try VirtualStage(Script(parsing: screens, file: "screens"))
      try await stage.play()
      for line in stage.stage.frame.lines { try check(line) }
    } catch let error as ScriptError {
      try check(error.description)
    } catch let error as PropertyViolation {
      throw error
    } catch {
      throw PropertyViolation("\(error)")
    }
  }

  private func check(_ line: String) throws(PropertyViolation) {
    try expect(line.isOnlyText, line.debugDescription)
  }

  @MainActor
  private func value(
    of task: Task<DatabaseFiles, any Error>
  ) async throws(PropertyViolation) -> DatabaseFiles {
    do { return try await task.value } catch { throw PropertyViolation("\(error)") }
  }
}
