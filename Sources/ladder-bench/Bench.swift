import CTestSupport

/// Collects figures.
@MainActor
struct Bench {
  enum Measure {
    /// Nanoseconds and allocations.
    case time
    /// Instructions, which callgrind counts and writes into a file for each operation.
    case instructions
  }

  let measured: Measure
  private(set) var figures: [Benchmark] = []

  private static let batches = 25
  private static let batchTime = Duration.milliseconds(8)
  /// So many operations warm up, and so many are counted, where instructions are: they repeat.
  private static let counted = 100

  /// Runs every benchmark there is.
  static func run(_ measured: Measure) async -> Self {
    var bench = Self(measured: measured)
    await bench.runtime()
    return bench
  }

  private init(measured: Measure) {
    self.measured = measured
  }

  /// Measures `operation`, which must not set anything up.
  ///
  /// - Parameter steps: How many of what is to be told the cost of one run of `operation` does.
  mutating func measure(_ name: String, size: Int, steps: Int = 1, _ operation: () -> Void) {
    switch measured {
    case .instructions:
      let count = max(1, Self.counted / steps)
      let label = InstructionFile.label(name, size, operations: count * steps)
      for _ in 0..<count { operation() }
      ctest_count_instructions()
      for _ in 0..<count { operation() }
      ctest_write_instructions(label)
    case .time:
      let count = Self.batchCount(operation)
      let record = Record(batches: Self.batches, operations: count * steps) {
        for _ in 0..<count { operation() }
      }
      figures.append(record.figure(name, size))
    }
  }

  /// Measures an asynchronous operation.
  mutating func measureAsync(
    _ name: String, size: Int, _ operation: () async -> Void
  ) async {
    let count = Self.counted
    for _ in 0..<count { await operation() }
    switch measured {
    case .instructions:
      let label = InstructionFile.label(name, size, operations: count)
      ctest_count_instructions()
      for _ in 0..<count { await operation() }
      ctest_write_instructions(label)
    case .time:
      var record = Record(batches: Self.batches, operations: count)
      for _ in 0..<Self.batches {
        let start = ContinuousClock.now
        for _ in 0..<count { await operation() }
        record.add(ContinuousClock.now - start)
      }
      figures.append(record.figure(name, size))
    }
  }

  /// The figures, each with the instructions that were counted for it.
  func figures(with counted: [InstructionFile.Figure]) -> [Benchmark] {
    figures.map { figure in
      var figure = figure
      figure.instructions =
        counted.first { $0.name == figure.name && $0.size == figure.size }?.instructions
      return figure
    }
  }

  /// How often the operation fits into a batch; finding out warms it up.
  private static func batchCount(_ operation: () -> Void) -> Int {
    var count = 1
    while true {
      let start = ContinuousClock.now
      for _ in 0..<count { operation() }
      if ContinuousClock.now - start >= batchTime { return count }
      count *= 2
    }
  }
}

/// The times of an operation's batches.
private struct Record {
  private var times: [Duration] = []
  private let operations: Int
  private let allocationsBefore: UInt64

  init(batches: Int, operations: Int) {
    self.operations = operations
    times.reserveCapacity(batches)
    allocationsBefore = ctest_allocations()
  }

  init(batches: Int, operations: Int, _ batch: () -> Void) {
    self.init(batches: batches, operations: operations)
    for _ in 0..<batches {
      let start = ContinuousClock.now
      batch()
      add(ContinuousClock.now - start)
    }
  }

  mutating func add(_ time: Duration) {
    times.append(time)
  }

  func figure(_ name: String, _ size: Int) -> Benchmark {
    let allocations = ctest_allocations() - allocationsBefore
    let ns = times.sorted().map { $0 / .nanoseconds(1) / Double(operations) }
    let median = ns[ns.count / 2]
    return Benchmark(
      name: name, size: size, ns: median,
      spread: (ns[ns.count * 3 / 4] - ns[ns.count / 4]) / median,
      allocations: Double(allocations) / Double(operations * times.count))
  }
}
