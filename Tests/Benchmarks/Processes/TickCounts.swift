import CTestSupport
import Glibc

/// What the kernel and the heap count while a program ticks: the same on every machine.
struct TickCounts {
  /// Calls of `write` for each painted frame, by the thread that paints.
  let writes: Double
  /// How often a thread was woken, a second.
  let wakeups: Double
  /// Heap allocations from one frame to the next: the median, for once a second the workout is kept. The least of them
  /// in a quick run, in which a busy machine may have less than a frame a second. `nil` where they are not counted.
  let allocations: Double?

  /// - Parameters:
  ///   - counter: The library that counts allocations.
  ///   - isQuick: Whether to count fifty frames, however long they take, instead of those of three seconds.
  /// - Throws: ``BenchError`` when the program does not tick.
  init(of program: MeasuredProgram, counter: String?, isQuick: Bool) throws {
    let home = try TemporaryFolder()
    var environment: [String] = []
    var allocated: UnsafeMutablePointer<UInt64>?
    if let counter, let path = realpath(counter, nil) {
      defer { free(path) }
      let file = "\(home.path)/allocations"
      allocated = ctest_map_allocations(file, 1)
      environment = ["LD_PRELOAD=\(String(cString: path))", "LADDER_COUNT_ALLOCATIONS=\(file)"]
    }
    let running = try program.startTicking(home: home, environment: environment)
    running.read(for: .milliseconds(300))

    // It is stopped for both looks, so that no frame comes between a count and the output. The instants are such that
    // the seconds are never too few.
    running.stop()
    let first = running.chunks.count
    let begin = running.position
    let start = ContinuousClock.now
    let before = running.counts
    running.resume()
    var totals: [UInt64] = []
    func frameCounts() -> [Int] { running.frameCounts(from: first, endingWith: program.frameEnd) }
    func hasEnough() -> Bool {
      if let allocated, totals.count < running.chunks.count - first {
        totals.append(allocated.pointee)
      }
      return isQuick
        ? frameCounts().reduce(0, +) >= 50 : ContinuousClock.now >= start + .seconds(3)
    }
    try running.read(until: hasEnough, "frames")
    running.stop()
    let after = running.counts
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    let counts = frameCounts()
    let frames = counts.reduce(0, +)
    check(frames > 4 && running.position > begin, "process.tick")

    // From one read that ended a frame to the next. A read may have several where the machine is busy.
    let atFrames = zip(counts, totals).filter { $0.0 > 0 }
    let steps = zip(atFrames, atFrames.dropFirst()).map { last, next in
      Double(next.1 - last.1) / Double(next.0)
    }.sorted()

    writes = Double(after.writes - before.writes) / Double(frames)
    wakeups = Double(after.switches - before.switches) / seconds
    allocations = steps.isEmpty ? nil : steps[isQuick ? 0 : steps.count / 2]
  }
}

extension PtyProgram {
  /// The number of frames of each piece from `first` on: those that end in it, or 1 where one begins after a silence.
  fileprivate func frameCounts(from first: Int, endingWith end: String?) -> [Int] {
    let chunks = chunks[first...]
    guard let start = chunks.first?.bytes.lowerBound else { return [] }
    guard let end else {
      let frames = Self.frames(chunks)
      return chunks.map { frames.contains($0.instant) ? 1 : 0 }
    }
    let ends = ends(of: end, after: start)
    return chunks.map { chunk in
      ends.count { chunk.bytes.lowerBound < $0 && $0 <= chunk.bytes.upperBound }
    }
  }
}

extension Bench {
  /// What the program asks of the kernel and of the heap while it ticks.
  mutating func measureTickCounts(_ programs: MeasuredPrograms) throws {
    let isQuick = options.isQuick
    let counter = programs.allocationCounter
    let yardstickResults = try programs.stopwatch.map {
      try TickCounts(of: .stopwatch($0), counter: counter, isQuick: isQuick)
    }
    let ladderResults = try TickCounts(
      of: .ladder(programs.ladder), counter: counter, isQuick: isQuick)
    add(ladderResults, yardstickResults, "process.tick")
    if programs.hasFrameRate {
      let everyTick = programs.ladderAtEveryTick
      add(
        try TickCounts(of: everyTick, counter: counter, isQuick: isQuick), yardstickResults,
        "process.tick.fps100")
    }
  }

  private mutating func add(
    _ ladderResults: TickCounts, _ yardstickResults: TickCounts?, _ name: String
  ) {
    add(
      Benchmark(
        "\(name).writes", size: Self.cells, unit: .perFrame, samples: [ladderResults.writes],
        yardstick: yardstickResults.map { [$0.writes] }))
    if let allocations = ladderResults.allocations {
      add(
        Benchmark(
          "\(name).allocations", size: Self.cells, unit: .perFrame, samples: [allocations],
          yardstick: yardstickResults.flatMap { $0.allocations.map { [$0] } }))
    }
    add(
      Benchmark(
        "\(name).wakeups", size: Self.cells, unit: .perSecond, samples: [ladderResults.wakeups],
        yardstick: yardstickResults.map { [$0.wakeups] }))
  }
}
