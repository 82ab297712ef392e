extension Bench {
  /// How late the frames of a running clock come.
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

  /// Adds the middle and the last per cent of each round.
  ///
  /// - Parameter yardstick: The same of what it is compared with; empty where that was not built.
  mutating func add(_ name: String, size: Int, _ ladderResults: [Lateness], yardstick: [Lateness]) {
    for (suffix, quantile) in [("p50", \Lateness.p50), ("p99", \.p99)] {
      add(
        Benchmark(
          "\(name).\(suffix)", size: size, unit: .microseconds,
          samples: ladderResults.map { $0[keyPath: quantile] },
          yardstick: yardstick.isEmpty ? nil : yardstick.map { $0[keyPath: quantile] }))
    }
  }

  /// - Parameter company: Starts what runs at the same time, once the clock does.
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

/// How late frames came, in microseconds.
///
/// Seen from outside, and so in the same way for any program: a clock that ticks every 10 ms shows its frames on a grid
/// of 10 ms. Where that lies follows from the frames themselves: laid upon each other, they are the shortest stretch of
/// the 10 ms that holds 99 of 100, so that one frame which somebody held up does not move it. What a frame came later
/// than its beginning is its lateness. What each frame takes to be drawn is in it only as far as it differs.
struct Lateness {
  let p50: Double
  let p99: Double

  private static let grid: Int64 = 10_000_000

  /// - Parameter frames: When each frame began to come, in nanoseconds; at least one.
  /// - Complexity: O(n log n) of the frames.
  init(of frames: [Int64]) {
    let phases = frames.map { $0 % Self.grid }.sorted()
    /// From one phase to the one that is `steps` later on the circle.
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
  /// When each frame began to come: what follows silence of two milliseconds begins one.
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
