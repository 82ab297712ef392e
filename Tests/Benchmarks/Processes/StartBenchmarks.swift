import ClientsLive
import WorkoutSeeding
import SQLite

extension Bench {
  /// How long a start takes until the first screen has all that it shows, with a history and in turn with none.
  mutating func starts(_ ladder: String) throws {
    let size = options.isQuick ? 300 : options.isFull ? 1_000_000 : 100_000
    let home = try TemporaryFolder()
    tell("process.start: \(size) workouts …")
    let you = try Self.fill(home, workouts: size)
    let empty = try TemporaryFolder()
    var ours: [Double] = []
    var theirs: [Double] = []
    // The first round warms up.
    for round in 0...rounds * 3 {
      let start = try Self.start(ladder, as: you, home)
      let emptyStart = try Self.start(ladder, as: you, empty)
      guard round > 0 else { continue }
      ours.append(start)
      theirs.append(emptyStart)
    }
    add(
      Benchmark(
        "process.start.history", size: size, unit: .milliseconds, samples: ours,
        yardstick: theirs))
  }

  /// Fills the database of a home.
  ///
  /// - Returns: The name of whoever has done the most.
  private static func fill(_ home: TemporaryFolder, workouts: Int) throws -> String {
    let you = SeedNames.name(0)
    let stores = try Stores.open(in: DataFolder(path: home.path))
    defer { stores.close() }
    try stores.connection.disableSync()
    try Seeder(workouts: workouts, people: max(1, min(100_000, workouts / 10))).fill(stores)
    check(try !stores.workouts.results(of: you).isEmpty, "process.start.history")
    return you.text
  }

  /// - Returns: The milliseconds until the last of the first screen has come.
  private static func start(
    _ ladder: String, as you: String, _ home: TemporaryFolder
  ) throws -> Double {
    let begun = PtyProgram.now
    let program = try PtyProgram([ladder, "--as", you, "--data", home.path], home: home)
    try program.wait(for: "Push-ups in 2 minutes")
    program.readUntilQuiet(for: .milliseconds(250))
    return Double(program.pieces[program.pieces.count - 1].instant - begun) / 1e6
  }
}
