import ClientsLive
import WorkoutSeeding
import SQLite

extension Bench {
  /// Measures the time until the first screen is complete, alternating between runs with and without a history.
  mutating func measureStarts(_ ladder: String) throws {
    let size = options.isQuick ? 300 : options.isFull ? 1_000_000 : 100_000
    let home = try TemporaryFolder()
    report("process.start: \(size) workouts …")
    let person = try Self.fill(home, workouts: size)
    let empty = try TemporaryFolder()
    var historyTimes: [Double] = []
    var emptyTimes: [Double] = []
    // The first round warms up.
    for round in 0...rounds * 3 {
      let start = try Self.start(ladder, as: person, home)
      let emptyStart = try Self.start(ladder, as: person, empty)
      guard round > 0 else { continue }
      historyTimes.append(start)
      emptyTimes.append(emptyStart)
    }
    add(
      Benchmark(
        "process.start.history", size: size, unit: .milliseconds, samples: historyTimes,
        yardstick: emptyTimes))
  }

  /// Fills the database in a home folder.
  ///
  /// - Returns: The name of the person with the most workouts.
  private static func fill(_ home: TemporaryFolder, workouts: Int) throws -> String {
    let person = SeedNames.name(0)
    let stores = try Connection.open(in: DataFolder(path: home.path))
    defer { stores.close() }
    try stores.disableSync()
    try Seeder(workouts: workouts, people: max(1, min(100_000, workouts / 10))).fill(stores)
    check(try !stores.workouts.results(of: person).isEmpty, "process.start.history")
    return person.text
  }

  /// Starts Ladder and returns the time until the first screen was complete, in milliseconds.
  private static func start(
    _ ladder: String, as person: String, _ home: TemporaryFolder
  ) throws -> Double {
    let begun = PtyProgram.now
    let program = try PtyProgram([ladder, "--as", person, "--data", home.path], home: home)
    try program.wait(for: "Push-ups in 2 minutes")
    program.readUntilQuiet(for: .milliseconds(250))
    return Double(program.chunks[program.chunks.count - 1].instant - begun) / 1e6
  }
}
