import FoundationEssentials
import Glibc

extension Bench {
  private static let down = "\u{1B}[B"
  private static let up = "\u{1B}[A"

  /// Measures the time from a key to its frame, compared with `cat`, which echoes each key.
  mutating func measureKeys(_ ladder: String) throws {
    let home = try TemporaryFolder()
    let program = try Self.listOfChallenges(ladder, home)
    let terminal = try PtyProgram(
      ["/bin/sh", "-c", "stty raw -echo; echo ready; exec cat"], home: home)
    try terminal.wait(for: "ready")
    terminal.readUntilQuiet(for: .milliseconds(100))

    var ladderTimes: [Quantiles] = []
    var catTimes: [Quantiles] = []
    for _ in 0..<rounds {
      var responseTimes: (ladderTimes: [Int64], catTimes: [Int64]) = ([], [])
      for number in 0..<(options.isQuick ? 10 : 100) {
        let key = number.isMultiple(of: 2) ? Self.down : Self.up
        responseTimes.ladderTimes.append(
          try program.responseTime(to: key, endingWith: MeasuredProgram.synchronizedEnd))
        // A pause between keys, like a person's.
        program.readUntilQuiet(for: .milliseconds(3))
        responseTimes.catTimes.append(try terminal.responseTime(to: "x", endingWith: "x"))
        terminal.readUntilQuiet(for: .milliseconds(3))
      }
      ladderTimes.append(Quantiles(responseTimes.ladderTimes))
      catTimes.append(Quantiles(responseTimes.catTimes))
    }
    for (suffix, quantile) in [("p50", \Quantiles.p50), ("p99", \.p99)] {
      add(
        Benchmark(
          "process.key.\(suffix)", size: Self.cells, unit: .microseconds,
          samples: ladderTimes.map { $0[keyPath: quantile] },
          yardstick: catTimes.map { $0[keyPath: quantile] }))
    }
  }

  /// Measures the time until a burst of keys is handled, and checks that none is lost.
  mutating func measureKeyBurst(_ ladder: String) throws {
    let name = "process.flood"
    let keys = options.isQuick ? 100 : 1000
    let flood = (0..<keys).map { $0 % 5 < 3 ? Self.down : Self.up }.joined()
    var samples: [Double] = []
    for _ in 0..<rounds {
      let home = try TemporaryFolder()
      let program = try Self.listOfChallenges(ladder, home)
      let start = program.position
      let typed = PtyProgram.now
      // The last key shows the help, so all keys before it have been handled once the help appears.
      try program.type(flood + "?")
      try program.wait(for: "PageDown", after: start)
      samples.append(Double(program.chunks[program.chunks.count - 1].instant - typed) / 1e6)
    }
    add(Benchmark(name, size: keys, unit: .milliseconds, samples: samples))

    // A separate, untimed session records which keys the app received.
    let home = try TemporaryFolder()
    let recording = "\(home.path)/recording.ladder"
    let program = try Self.listOfChallenges(ladder, home, ["--record", recording])
    try program.type(flood + "q")
    try program.readToEnd()
    let seen = home.text(of: "recording.ladder").split(separator: "\n")
    let downs = seen.count { $0 == "press Down" }
    let ups = seen.count { $0 == "press Up" }
    check(downs == keys * 3 / 5 && ups == keys * 2 / 5, name)
  }

  /// Measures the cost of waiting for a key.
  mutating func measureIdle(_ ladder: String) throws {
    let home = try TemporaryFolder()
    let program = try Self.listOfChallenges(ladder, home)
    let seconds = options.isQuick ? 1 : 30
    let before = program.counts
    program.read(for: .seconds(seconds))
    let after = program.counts
    add(
      Benchmark(
        "process.idle.wakeups", size: seconds, unit: .perSecond,
        samples: [Double(after.switches - before.switches) / Double(seconds)]))
    add(
      Benchmark(
        "process.idle.cpu", size: seconds, unit: .percent,
        samples: [Double(after.cpu - before.cpu) / Double(seconds) / 1e7]))
  }

  /// Starts Ladder and waits until its first screen is complete and the process is idle.
  private static func listOfChallenges(
    _ ladder: String, _ home: TemporaryFolder, _ options: [String] = []
  ) throws -> PtyProgram {
    let program = try PtyProgram(
      MeasuredProgram.ladder(ladder, options).arguments(in: home), home: home)
    try program.wait(for: "Push-ups in 2 minutes")
    // Pending disk writes still wake threads. Samples of a process that waits for the disk or a processor don't count.
    var unsettledSamples = 0
    while unsettledSamples < 60 {
      let before = program.counts
      program.read(for: .milliseconds(500))
      let after = program.counts
      if after.isAsleep, after.switches == before.switches { break }
      if !after.isActive { unsettledSamples += 1 }
    }
    return program
  }
}

/// The median and the 99th percentile of some times, in microseconds.
private struct Quantiles {
  let p50: Double
  let p99: Double

  init(_ nanoseconds: [Int64]) {
    let sorted = nanoseconds.sorted()
    p50 = Double(sorted[sorted.count / 2]) / 1000
    p99 = Double(sorted[sorted.count * 99 / 100]) / 1000
  }
}
