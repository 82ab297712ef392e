import FoundationEssentials
import Glibc
import Models
import SQLite
import SystemTestSupport
import Testing

@testable import ClientsLive

/// Tests of the data that remains after the program was killed.
///
/// The short form kills the program immediately after an observed event, the long form also after a random delay.
@Suite(.serialized, .checkOnly)
struct KillTests {
  private let folder = TestFolder()

  /// Waits for a random time in the long form.
  private func pass(upTo milliseconds: Int, _ random: inout Random, _ ann: Trainee) {
    let time = Int.random(in: 0...milliseconds, using: &random)
    if TestSize.current == .torture { ann.watch(milliseconds: time) }
  }

  @Test(arguments: TestSize.seeds(test: 5, check: 5, torture: 400))
  func `a killed workout keeps each rep that was stored`(seed: UInt64) throws {
    var random = Random(state: seed)
    let ann = try Trainee(in: folder)
    try ann.start()
    var stored = 0
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      try ann.press(Int.random(in: 1...5, using: &random))
      if Bool.random(using: &random) { try ann.waitUntilShown() }
      pass(upTo: 700, &random, ann)
      if Int.random(in: 0..<3, using: &random) == 0 {
        try ann.waitUntilStored()
        stored = ann.pressCount
      }
    }
    // Kill during reps, while saving, or while quitting.
    let ending = seed % 3
    if ending > 0 { ann.terminal.session.type("s") }
    if ending == 2 { try ann.terminal.type("", until: "Saved") }
    if ending == 2 { ann.terminal.session.type("q") }
    pass(upTo: ending == 0 ? 300 : 30, &random, ann)
    ann.kill()

    let contents = try StoredWorkouts(folder, "seed \(seed)")
    let all = contents.saved + contents.unfinished
    #expect(all.count == 1 || (all.isEmpty && stored == 0), "seed \(seed)")
    #expect((stored...ann.pressCount).contains(all.first ?? 0), "seed \(seed)")
    if ending == 2 { #expect(contents.saved == [ann.pressCount], "seed \(seed)") }
    guard let kept = contents.unfinished.first, seed % 2 == 1 else { return }

    // The unfinished workout is offered and can be resumed.
    let again = try Trainee(in: folder)
    try again.terminal.wait(for: "Resume")
    try again.terminal.type("\r", until: "REPS \(kept)")
    try again.terminal.type("s", until: "Saved")
    try again.quit()
    #expect(try StoredWorkouts(folder, "seed \(seed)").saved == [kept])
  }

  @Test(arguments: TestSize.seeds(test: 2, check: 2, torture: 40))
  func `a kill during the start leaves a complete database or none`(seed: UInt64) throws {
    var random = Random(state: seed)
    let ann = try Trainee(in: folder)
    if seed % 2 == 0 {
      try ann.terminal.wait(
        until: { fileExists(folder.path + "/ladder.db") }, "database", every: 1)
    }
    pass(upTo: 300, &random, ann)
    ann.kill()
    if fileExists(folder.path + "/ladder.db") { _ = try StoredWorkouts(folder, "seed \(seed)") }
    let again = try Trainee(in: folder)
    try again.terminal.wait(for: "Push-ups in 2 minutes")
    try again.quit()
  }

  @Test(arguments: TestSize.seeds(test: 3, check: 3, torture: 60))
  func `a logged workout that was confirmed is on disk`(seed: UInt64) throws {
    var random = Random(state: seed)
    var confirmedCount = 0
    var startedCount = 0
    for round in 0..<4 {
      startedCount += 1
      let session = try PtySession(
        PtySession.path(of: "ladder"),
        ["log", "pushups-2min", "--reps", "7", "--as", "Ann", "--data", folder.path])
      switch (Int(seed) + round) % 3 {
      case 0: try session.wait(for: "Saved")
      case 1:
        try session.wait(
          until: {
            fileExists(folder.path + "/ladder.db-wal") || session.output.contains("Saved")
          }, "database or the end of the command", every: 1)
      default: break
      }
      if TestSize.current == .torture {
        session.rest(milliseconds: UInt32.random(in: 0...60, using: &random))
      }
      session.signal(SIGKILL)
      _ = session.finish()
      if session.output.contains("Saved") { confirmedCount += 1 }
    }
    guard fileExists(folder.path + "/ladder.db") else {
      #expect(confirmedCount == 0, "seed \(seed)")
      return
    }
    #expect(
      (confirmedCount...startedCount).contains(
        try StoredWorkouts(folder, "seed \(seed)").saved.count))
  }

  @Test(arguments: TestSize.seeds(test: 2, check: 2, torture: 30))
  func `a killed import leaves only complete batches`(seed: UInt64) throws {
    var random = Random(state: seed)
    let data = DataFolder(path: folder.path)
    let stores = try Connection.open(in: data)
    let session = try PtySession(
      PtySession.path(of: "ladder-bench"),
      [
        "seed", "--append", "--workouts", "200000", "--people", "30", "--batch", "500", "--data",
        folder.path,
      ])
    let batches = Int.random(in: 1...4, using: &random)
    try session.wait(
      until: {
        try stores.first(Self.imported, read: { $0.integer(0) }) ?? 0 >= batches * 500
      }, "\(batches) batches", every: 1)
    if TestSize.current == .torture {
      session.rest(milliseconds: UInt32.random(in: 0...60, using: &random))
    }
    session.signal(SIGKILL)
    _ = session.finish()
    let count = try stores.first(Self.imported) { Int($0.integer(0)) } ?? 0
    #expect(count >= batches * 500 && count % 500 == 0, "seed \(seed)")
    stores.close()
    _ = try StoredWorkouts(folder, "seed \(seed)")
  }

  /// A query for the number of imported workouts, without corrected copies.
  private static var imported: SQL {
    """
    SELECT (SELECT count(*) FROM workouts WHERE replaces IS NULL)
      + (SELECT count(*) FROM unfinished)
    """
  }

  @Test(arguments: TestSize.seeds(test: 3, check: 3, torture: 40))
  func `a killed restore leaves the old or the new database`(seed: UInt64) throws {
    var random = Random(state: seed)
    let data = DataFolder(path: folder.path)
    try FilledDatabase.make(workouts: 2000, in: data)
    let backup = TestFolder()
    _ = try Backups(data).make(at: backup.path + "/copy.db")
    let stores = try Connection.open(in: data)
    let ann = try #require(PersonName("Ann"))
    _ = try stores.workouts.finish(
      WorkoutDraft(
        id: UUID(), challenge: "pushups-2min", startedAt: Date(), duration: .seconds(120),
        log: WorkoutLog(reps: try #require(RepLog(milliseconds: [900])))), by: ann)
    stores.close()

    let session = try PtySession(
      PtySession.path(of: "ladder"),
      ["restore", backup.path + "/copy.db", "--data", folder.path])
    let killMoment = [".part-", "before-restore", "Restored"][Int(seed % 3)]
    try session.wait(
      until: {
        folder.contents.contains { $0.contains(killMoment) } || session.output.contains("Restored")
      }, killMoment, every: 1)
    if TestSize.current == .torture {
      session.rest(milliseconds: UInt32.random(in: 0...20, using: &random))
    }
    session.signal(SIGKILL)
    _ = session.finish()
    let count = try StoredWorkouts(folder, "seed \(seed)").saved.count
    #expect([2000, 2001].contains(count), "seed \(seed)")
    for name in AutomaticBackup.all(of: folder.path + "/ladder.db") {
      let before = try Connection(path: "\(folder.path)/\(name)")
      #expect(try Backups.Contents(of: before).workouts == 2001, "seed \(seed)")
    }
  }
}
