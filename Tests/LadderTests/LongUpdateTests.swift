import SystemTestSupport
import Testing

@testable import ClientsLive

struct LongUpdateTests {
  @Test(arguments: ["history", "challenges", "log pushups-2min --reps 30", "--plain"])
  func `a long update is announced`(words: String) throws {
    let folder = TestFolder()
    let data = DataFolder(path: folder.path)
    try data.create()
    let old = try Connection.open(
      path: data.databasePath, busyTimeout: .zero, migrations: Array(Migration.all.dropLast()))
    try old.execute(script: OldWorkouts.last(number: 1_000_000))
    old.close()

    let program = Program(environment: ["HOME": folder.path, "LC_ALL": "C.UTF-8"])
    let arguments = words.split(separator: " ").map(String.init) + ["--as", "Ann"]
    let outcome = program.run(arguments + ["--data", folder.path])
    #expect(outcome.exitCode == 0)
    #expect(outcome.errors == "ladder: \(LongUpdate(workouts: 1_000_000).sentence)\n")
    // Once is once.
    #expect(program.run(["history", "--data", folder.path]).errors.isEmpty)
  }
}
