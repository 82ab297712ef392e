import FoundationEssentials
import WorkoutSeeding

extension Bench {
  /// Measures the lateness of frames while another process writes a hundred thousand workouts to the same database,
  /// or imports a hundred thousand sets into it.
  ///
  /// The references are Ladder without that process, and the yardstick with that process, since the load on processors
  /// and disk also delays unrelated programs.
  mutating func measureLatenessDuringWrites(_ programs: MeasuredPrograms) throws {
    let workouts = options.isQuick ? 2_000 : 100_000
    let isQuick = options.isQuick
    func seed(_ options: [String], _ home: TemporaryFolder) -> [String] {
      ["\(programs.ladder)-bench", SeedCommand.name, "--data", home.path] + options
    }
    func write(_ home: TemporaryFolder) throws -> PtyProgram {
      try PtyProgram(
        seed(["--append", "--workouts", "\(workouts)", "--people", "\(workouts / 10)"], home),
        home: home)
    }
    func importRows(_ home: TemporaryFolder) throws -> PtyProgram {
      let path = home.path + "/rows.csv"
      let sets = (0..<workouts).map { row in
        let day = row / 20
        let date = "\(2010 + day / 336)-\(10 + day / 28 % 3)-\(10 + day % 14)"
        return "\(date) \(day % 24):00,Squat,\(row % 20 + 40),kg,5\n"
      }
      try Data("date,exercise,weight,unit,reps\n\(sets.joined())".utf8)
        .write(to: URL(filePath: path))
      // The output is discarded, because output to a terminal would have to be read.
      let command = "exec '\(programs.ladder)' import '\(path)' --data '\(home.path)' --as Ann"
      return try PtyProgram(["/bin/sh", "-c", "\(command) > /dev/null 2>&1"], home: home)
    }
    let program = programs.ladderAtEveryTick
    var alone: [Lateness] = []
    var written: [Lateness] = []
    var imported: [Lateness] = []
    var yardstickResults: [Lateness] = []
    for _ in 0..<rounds {
      alone.append(try Self.lateness(of: program, isQuick: isQuick))
      written.append(try Self.lateness(of: program, isQuick: isQuick, load: write))
      imported.append(try Self.lateness(of: program, isQuick: isQuick, load: importRows))
      if let stopwatch = programs.stopwatch {
        yardstickResults.append(
          try Self.lateness(of: .stopwatch(stopwatch), isQuick: isQuick) { home in
            // The yardstick has no database, so create one for the writer.
            let seeded = Subprocess.run(
              seed(["--workouts", "1", "--people", "1"], home), output: "/dev/null")
            check(seeded == 0, "process.late.written")
            return try write(home)
          })
      }
    }
    add("process.late.written", size: workouts, written, yardstick: alone)
    add("process.late.imported", size: workouts, imported, yardstick: alone)
    if !yardstickResults.isEmpty {
      add("process.late.written.both", size: workouts, written, yardstick: yardstickResults)
    }
  }
}
