/// A figure that is derived from ticklab's results.
private struct TickFigure: Sendable {
  var name: String
  var unit: Benchmark.Unit
  var value: @Sendable (Ticklab.Figures) -> Double?

  init(
    _ name: String, _ unit: Benchmark.Unit,
    _ value: @escaping @Sendable (Ticklab.Figures) -> Double?
  ) {
    self.name = name
    self.unit = unit
    self.value = value
  }

  static let cpu = Self("cpu", .microseconds) { $0["cpu_us_tick"] }
  static let tickFigures = [
    cpu,
    Self("frames", .framesPerSecond) { $0["fps"] },
    Self("clockError.p99", .milliseconds) { $0["clock_err_p99"] },
  ]
  static let startFigures = [
    Self("memory", .megabytes) { $0["rss_mb"] },
    Self("start.firstByte", .milliseconds) { $0["first_byte_ms"] },
    Self("start.firstScreen", .milliseconds) { $0["first_screen_ms"] },
  ]
}

extension Bench {
  private static let seconds = 3

  /// Measures a running workout: the cost of a tick, and the memory and start time of the process.
  mutating func measureTicks(_ programs: MeasuredPrograms, _ ticklab: Ticklab) throws {
    let ladder = MeasuredProgram.ladder(programs.ladder)
    let everyTick = programs.ladderAtEveryTick
    var ladderResults: [Ticklab.Figures] = []
    var everyTickResults: [Ticklab.Figures] = []
    var yardstickResults: [Ticklab.Figures] = []
    var bigResults: [Ticklab.Figures] = []
    let seconds = options.isQuick ? nil : Self.seconds
    let home = try TemporaryFolder()
    for _ in 0..<rounds {
      ladderResults.append(try ticklab.measure(ladder, seconds: seconds, home: home))
      if let stopwatch = programs.stopwatch {
        yardstickResults.append(
          try ticklab.measure(.stopwatch(stopwatch), seconds: seconds, home: home))
        bigResults.append(
          try ticklab.measure(.stopwatch(stopwatch, .big), seconds: seconds, home: home))
      }
      if programs.hasFrameRate {
        everyTickResults.append(try ticklab.measure(everyTick, seconds: seconds, home: home))
      }
    }
    add(TickFigure.tickFigures, "process.tick", ladderResults, yardstickResults)
    add(TickFigure.tickFigures, "process.tick.fps100", everyTickResults, yardstickResults)
    add([TickFigure.cpu], "process.tick.big", ladderResults, bigResults)
    add([TickFigure.cpu], "process.tick.fps100.big", everyTickResults, bigResults)
    add(TickFigure.startFigures, "process", ladderResults, yardstickResults)

    let busy = Quartiles((ladderResults + yardstickResults).compactMap { $0["other_cpu_pct"] })
      .median
    if busy > 50 {
      addRemark(
        "the machine was busy (\(busy.text(0)) % of a core); use only ratios and counts")
    }
  }

  private mutating func add(
    _ kinds: [TickFigure], _ prefix: String, _ ladderResults: [Ticklab.Figures],
    _ yardstickResults: [Ticklab.Figures]
  ) {
    for kind in kinds {
      let samples = ladderResults.compactMap(kind.value)
      guard !samples.isEmpty else { continue }
      let yardstick = yardstickResults.compactMap(kind.value)
      add(
        Benchmark(
          "\(prefix).\(kind.name)", size: Self.cells, unit: kind.unit, samples: samples,
          yardstick: yardstick.isEmpty ? nil : yardstick))
    }
  }
}
