extension Bench {
  /// How late frames come while another process writes a hundred thousand workouts into the same database.
  ///
  /// Compared with the same program left alone, and with the yardstick beside the same writing: what a machine's
  /// processors and disk have less time for, they have less time for whoever asks.
  mutating func latenessWhileWritten(_ programs: MeasuredPrograms) throws {
    let workouts = options.isQuick ? 2_000 : 100_000
    let isQuick = options.isQuick
    func seed(_ options: [String], _ home: TemporaryFolder) -> [String] {
      ["\(programs.ladder)-bench", SeedCommand.word, "--data", home.path] + options
    }
    func write(_ home: TemporaryFolder) throws -> PtyProgram {
      try PtyProgram(
        seed(["--append", "--workouts", "\(workouts)", "--people", "\(workouts / 10)"], home),
        home: home)
    }
    let program = MeasuredProgram.ladder(
      programs.ladder, programs.hasFrameRate ? ["--fps", "100"] : [])
    var alone: [Lateness] = []
    var written: [Lateness] = []
    var theirs: [Lateness] = []
    for _ in 0..<rounds {
      alone.append(try Self.lateness(of: program, isQuick: isQuick))
      written.append(try Self.lateness(of: program, isQuick: isQuick, company: write))
      if let stopwatch = programs.stopwatch {
        theirs.append(
          try Self.lateness(of: .stopwatch(stopwatch), isQuick: isQuick) { home in
            // It keeps nothing itself: there is something to write into.
            Subprocess.run(
              seed(["--workouts", "1", "--people", "1"], home), output: "/dev/null")
            return try write(home)
          })
      }
    }
    for (suffix, quantile) in [("p50", \Lateness.p50), ("p99", \.p99)] {
      let samples = written.map { $0[keyPath: quantile] }
      add(
        Benchmark(
          "process.late.written.\(suffix)", size: workouts, unit: .microseconds,
          samples: samples, yardstick: alone.map { $0[keyPath: quantile] }))
      guard !theirs.isEmpty else { continue }
      add(
        Benchmark(
          "process.late.written.both.\(suffix)", size: workouts, unit: .microseconds,
          samples: samples, yardstick: theirs.map { $0[keyPath: quantile] }))
    }
  }
}
