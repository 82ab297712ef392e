import CTestSupport
import Glibc

/// Counts of system calls, wake-ups and heap allocations of a ticking program, which don't depend on the machine.
struct TickCounts {
  /// The number of `write` calls per frame, by the rendering thread.
  let writes: Double
  /// The number of wake-ups of all threads per second.
  let wakeups: Double
  /// The number of bytes per frame that the terminal receives.
  let bytes: Double
  /// The number of cells per frame that the terminal draws.
  let cells: Double
  /// The number of heap allocations per frame; `nil` if they aren't counted.
  ///
  /// It is the median, because the workout is saved once a second. In a quick run it is the minimum, because there may be
  /// less than a frame per second on a busy machine.
  let allocations: Double?

  /// Runs a program and counts its system calls, wake-ups and allocations.
  ///
  /// - Parameters:
  ///   - counter: The path of the library that counts allocations; `nil` if it wasn't built.
  ///   - isQuick: Whether to count during fifty frames instead of three seconds.
  /// - Throws: ``BenchError`` if the program doesn't tick.
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

    // The program is stopped for both samples, so that counts and output are consistent. The times are taken outside of
    // the counted interval, so the duration is never too short.
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

    // The allocations between two reads that ended a frame. On a busy machine, a read may contain several frames.
    let atFrames = zip(counts, totals).filter { $0.0 > 0 }
    let steps = zip(atFrames, atFrames.dropFirst()).map { last, next in
      Double(next.1 - last.1) / Double(next.0)
    }.sorted()

    bytes = Double(running.position - begin) / Double(frames)
    cells = Double(running.drawnCells(after: begin)) / Double(frames)
    writes = Double(after.writes - before.writes) / Double(frames)
    wakeups = Double(after.switches - before.switches) / seconds
    allocations = steps.isEmpty ? nil : steps[isQuick ? 0 : steps.count / 2]
  }
}

extension PtyProgram {
  /// Returns the number of characters after a position of the output, without escape sequences.
  fileprivate func drawnCells(after start: Int) -> Int {
    var count = 0
    var bytes = output[start...]
    while let byte = bytes.popFirst() {
      if byte == 0x1B {
        // `ESC [`, parameters and a letter; or `ESC (` and a letter.
        bytes = bytes.dropFirst().drop { (0x20...0x3F).contains($0) }.dropFirst()
      } else if byte >= 0x20, byte & 0xC0 != 0x80 {
        count += 1
      }
    }
    return count
  }

  /// Returns the number of frames in each chunk from `first` on: those that end in it or, if `end` is `nil`,
  /// 1 if a frame starts in it.
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
  /// Measures the system calls, wake-ups and heap allocations of the ticking program.
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
    addOutput(of: "\(name).cpu", cells: ladderResults.cells, bytes: ladderResults.bytes)
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
