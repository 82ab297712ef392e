import CTestSupport

/// One figure: an operation, how large what it works on is, and what it costs.
struct Benchmark: Sendable {
  var name: String
  var size: Int
  /// Nanoseconds for one operation: the median of the batches.
  var ns: Double
  /// How far the middle half of the batches lies apart, as a share of the median.
  var spread: Double
  /// Heap allocations for one operation.
  var allocations: Double
}

/// Collects figures.
@MainActor
struct Bench {
  private var figures: [Benchmark] = []

  private static let batches = 25
  private static let batchTime = Duration.milliseconds(8)

  /// Runs every benchmark there is.
  static func figures() async -> [Benchmark] {
    var bench = Bench()
    await bench.runtime()
    return bench.figures
  }

  /// Times `operation`, which must not set anything up, in batches long enough to be told apart.
  mutating func measure(_ name: String, size: Int, _ operation: () -> Void) {
    let count = Self.batchCount(operation)
    var times: [Double] = []
    let before = ctest_allocations()
    for _ in 0..<Self.batches {
      let start = ContinuousClock.now
      for _ in 0..<count { operation() }
      times.append((ContinuousClock.now - start) / .nanoseconds(1) / Double(count))
    }
    add(name, size, times, ctest_allocations() - before, operations: count * Self.batches)
  }

  /// Times an asynchronous operation.
  mutating func measure(_ name: String, size: Int, _ operation: () async -> Void) async {
    let count = 200
    for _ in 0..<count { await operation() }
    var times: [Double] = []
    let before = ctest_allocations()
    for _ in 0..<Self.batches {
      let start = ContinuousClock.now
      for _ in 0..<count { await operation() }
      times.append((ContinuousClock.now - start) / .nanoseconds(1) / Double(count))
    }
    add(name, size, times, ctest_allocations() - before, operations: count * Self.batches)
  }

  private mutating func add(
    _ name: String, _ size: Int, _ times: [Double], _ allocations: UInt64, operations: Int
  ) {
    let times = times.sorted()
    let median = times[times.count / 2]
    let spread = (times[times.count * 3 / 4] - times[times.count / 4]) / median
    figures.append(
      Benchmark(
        name: name, size: size, ns: median, spread: spread,
        // The list of times grows while it is measured: a handful for all operations together.
        allocations: Double(allocations) / Double(operations)))
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

/// Stops the program when an operation did not do what was timed.
func check(_ isRight: Bool, _ name: String) {
  precondition(isRight, "\(name) did not do its work")
}
