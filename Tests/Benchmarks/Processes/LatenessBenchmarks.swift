extension Bench {
  /// Measures the lateness of the frames of a running clock.
  mutating func measureLateness(_ programs: MeasuredPrograms) throws {
    var ladderResults: [Lateness] = []
    var yardstickResults: [Lateness] = []
    for _ in 0..<rounds {
      ladderResults.append(
        try Self.lateness(of: programs.ladderAtEveryTick, isQuick: options.isQuick))
      if let stopwatch = programs.stopwatch {
        yardstickResults.append(
          try Self.lateness(of: .stopwatch(stopwatch), isQuick: options.isQuick))
      }
    }
    add("process.late", size: Self.cells, ladderResults, yardstick: yardstickResults)
  }

  /// Adds the median and the 99th percentile of each round.
  ///
  /// - Parameter yardstick: The results of the reference; empty if there is none.
  mutating func add(_ name: String, size: Int, _ ladderResults: [Lateness], yardstick: [Lateness]) {
    for (suffix, quantile) in [("p50", \Lateness.p50), ("p99", \.p99)] {
      add(
        Benchmark(
          "\(name).\(suffix)", size: size, unit: .microseconds,
          samples: ladderResults.map { $0[keyPath: quantile] },
          yardstick: yardstick.isEmpty ? nil : yardstick.map { $0[keyPath: quantile] }))
    }
  }

  /// Runs a program and returns the lateness of its frames.
  ///
  /// - Parameter load: Starts a program to run at the same time, once the clock is running.
  static func lateness(
    of program: MeasuredProgram, isQuick: Bool,
    load: (TemporaryFolder) throws -> PtyProgram? = { _ in nil }
  ) throws -> Lateness {
    let home = try TemporaryFolder()
    let running = try program.startTicking(home: home)
    let other = try load(home)
    defer { withExtendedLifetime(other) {} }
    running.read(for: .milliseconds(isQuick ? 100 : 500))
    let first = running.chunks.count
    func frames() -> [Int64] { PtyProgram.frames(running.chunks[first...]) }
    if isQuick {
      try running.read(until: { frames().count > 4 }, "frames")
    } else {
      running.read(for: .seconds(3))
      check(frames().count > 80, "process.late")
    }
    return Lateness(of: frames())
  }
}

/// The lateness of frames, in microseconds.
///
/// It is derived from the output alone, so it is comparable between programs. A clock that ticks every 10 ms writes its
/// frames on a grid of 10 ms. The phase of the grid is derived from the frames: it is the start of the shortest interval
/// that contains 99 % of the frames' times modulo 10 ms, so a single delayed frame doesn't change it. The lateness of a
/// frame is its distance from that phase. It excludes the constant part of the rendering time.
struct Lateness {
  let p50: Double
  let p99: Double

  private static let grid: Int64 = 10_000_000

  /// Computes the lateness of frames.
  ///
  /// - Parameter frames: The times at which the output of each frame started, in nanoseconds; at least one.
  /// - Complexity: O(n log n).
  init(of frames: [Int64]) {
    let phases = frames.map { $0 % Self.grid }.sorted()
    /// Returns the distance from one phase to the one `steps` later, modulo the grid.
    func arc(_ start: Int, _ steps: Int) -> Int64 {
      let end = start + steps
      return phases[end % phases.count] - phases[start]
        + (end >= phases.count ? Self.grid : 0)
    }
    let steps = (phases.count - 1) * 99 / 100
    let start = phases.indices.min { arc($0, steps) < arc($1, steps) } ?? 0
    p50 = Double(arc(start, steps / 2)) / 1000
    p99 = Double(arc(start, steps)) / 1000
  }
}

extension PtyProgram {
  /// Returns the start times of frames. A frame starts after two milliseconds without output.
  static func frames(_ chunks: ArraySlice<Chunk>) -> [Int64] {
    var frames: [Int64] = []
    var last = Int64.min / 2
    for chunk in chunks {
      if chunk.instant - last > 2_000_000 { frames.append(chunk.instant) }
      last = chunk.instant
    }
    return frames
  }
}
