extension Bench {
  /// How late frames come while another process writes a hundred thousand workouts into the same database, with the
  /// same program left alone as the yardstick.
  mutating func latenessWhileWritten(_ programs: MeasuredPrograms) throws {
    let workouts = options.isQuick ? 2_000 : 100_000
    let program = MeasuredProgram.ladder(
      programs.ladder, programs.hasFrameRate ? ["--fps", "100"] : [])
    var alone: [Lateness] = []
    var written: [Lateness] = []
    for _ in 0..<rounds {
      alone.append(try Self.lateness(of: program, isQuick: options.isQuick))
      written.append(
        try Self.lateness(of: program, isQuick: options.isQuick) { home in
          try PtyProgram(
            [
              "\(programs.ladder)-bench", SeedCommand.word, "--append", "--data", home.path,
              "--workouts", "\(workouts)", "--people", "\(workouts / 10)",
            ], home: home)
        })
    }
    for (suffix, quantile) in [("p50", \Lateness.p50), ("p99", \.p99)] {
      add(
        Benchmark(
          "process.late.written.\(suffix)", size: workouts, unit: .microseconds,
          samples: written.map { $0[keyPath: quantile] },
          yardstick: alone.map { $0[keyPath: quantile] }))
    }
  }
}
