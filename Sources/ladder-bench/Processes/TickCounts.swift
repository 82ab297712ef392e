import CTestSupport
import Glibc

/// What the kernel and the heap count while a program ticks: the same on every machine.
struct TickCounts {
  /// Calls of `write` for each painted frame, into whatever.
  let writes: Double
  /// How often a thread was woken, a second.
  let wakeups: Double
  /// Heap allocations from one frame to the next: the median, for once a second the workout is kept. `nil` where nobody
  /// counts them.
  let allocations: Double?

  /// - Parameter counter: The library that counts allocations.
  /// - Throws: ``BenchError`` when the program does not tick.
  init(of program: MeasuredProgram, counter: String?, time: Duration) throws {
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

    let first = running.pieces.count
    let before = running.counts
    let start = ContinuousClock.now
    var totals: [UInt64] = []
    while case let left = start + time - .now, left > .zero, running.read(within: left) {
      if let allocated { totals.append(allocated.pointee) }
    }
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    let after = running.counts
    let pieces = running.pieces[first...]
    let frames = PtyProgram.frames(pieces)
    check(frames.count > 4, "process.tick")
    // The reads that began a frame, as `frames` has them.
    let atFrames = zip(pieces, totals).filter { piece, _ in frames.contains(piece.instant) }
    let steps = zip(atFrames, atFrames.dropFirst()).map { Double($1.1 - $0.1) }.sorted()

    writes = Double(after.writes - before.writes) / Double(frames.count)
    wakeups = Double(after.switches - before.switches) / seconds
    allocations = steps.isEmpty ? nil : steps[steps.count / 2]
  }
}

extension Bench {
  /// What the program asks of the kernel and of the heap while it ticks.
  mutating func tickCounts(_ programs: MeasuredPrograms) throws {
    let time = Duration.seconds(options.isQuick ? 1 : 3)
    let counter = programs.allocationCounter
    let theirs = try programs.stopwatch.map {
      try TickCounts(of: .stopwatch($0), counter: counter, time: time)
    }
    let ours = try TickCounts(of: .ladder(programs.ladder), counter: counter, time: time)
    add(ours, theirs, "process.tick")
    if programs.hasFrameRate {
      let everyTick = programs.ladderAtEveryTick
      add(
        try TickCounts(of: everyTick, counter: counter, time: time), theirs, "process.tick.fps100")
    }
  }

  private mutating func add(_ ours: TickCounts, _ theirs: TickCounts?, _ name: String) {
    add(
      Benchmark(
        "\(name).writes", size: Self.cells, unit: .perFrame, samples: [ours.writes],
        yardstick: theirs.map { [$0.writes] }))
    if let allocations = ours.allocations {
      add(
        Benchmark(
          "\(name).allocations", size: Self.cells, unit: .perFrame, samples: [allocations],
          yardstick: theirs.flatMap { $0.allocations.map { [$0] } }))
    }
    add(
      Benchmark(
        "\(name).wakeups", size: Self.cells, unit: .perSecond, samples: [ours.wakeups],
        yardstick: theirs.map { [$0.wakeups] }))
  }
}
