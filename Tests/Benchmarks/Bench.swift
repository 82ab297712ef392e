import CTestSupport

/// A runner of benchmarks, with the figures so far.
@MainActor
struct Bench {
  enum Mode {
    /// Nanoseconds and allocations.
    case time
    /// Instructions, which callgrind counts and writes to a file for each operation.
    case instructions
  }

  let mode: Mode
  let options: BenchOptions
  private(set) var figures: [Benchmark] = []
  /// Sentences about the figures, such as the reason why something wasn't measured.
  private(set) var remarks: [String] = []

  private let batches: Int
  private let batchTime: Duration
  /// The number of operations for warming up and for counting. A small number suffices for instructions, because their
  /// number hardly varies.
  private let instructionRuns: Int

  init(_ mode: Mode, _ options: BenchOptions) {
    self.mode = mode
    self.options = options
    batches = options.isQuick ? 1 : 25
    batchTime = options.isQuick ? .zero : .milliseconds(8)
    instructionRuns = options.isQuick ? 1 : 100
  }

  /// Runs the chosen groups of benchmarks.
  mutating func run() async throws {
    for group in options.groups where mode == .time || group.hasInstructions {
      if mode == .time { report("\(group.rawValue) …") }
      switch group {
      case .runtime: await measureRuntime()
      case .store: try measureStore()
      case .render: try measureRendering()
      case .database: try measureDatabase()
      case .process: try measureProcesses()
      }
    }
  }

  /// Adds a figure that was measured elsewhere.
  mutating func add(_ figure: Benchmark) { figures.append(figure) }

  /// Adds a sentence about the figures.
  mutating func addRemark(_ sentence: String) { remarks.append(sentence) }

  /// Adds the changed cells and the bytes of output per frame to the figures whose names begin with `name`.
  mutating func addOutput(of name: String, cells: Double, bytes: Double? = nil) {
    for index in figures.indices where figures[index].name.hasPrefix(name) {
      figures[index].cells = cells
      figures[index].bytes = bytes
    }
  }

  /// Measures an operation.
  ///
  /// - Parameters:
  ///   - size: The size of the data, for the report.
  ///   - steps: The number of steps in one call of `operation`. The figure is the cost of a step.
  ///   - operation: The operation, without any preparation.
  mutating func measure(_ name: String, size: Int, steps: Int = 1, _ operation: () -> Void) {
    switch mode {
    case .instructions:
      let count = max(1, instructionRuns / steps)
      let label = InstructionFile.label(name, size, operations: count * steps)
      for _ in 0..<count { operation() }
      ctest_count_instructions()
      for _ in 0..<count { operation() }
      ctest_write_instructions(label)
    case .time:
      let count = batchCount(operation)
      let record = Record(batches: batches, operations: count * steps) {
        for _ in 0..<count { operation() }
      }
      figures.append(record.figure(name, size))
    }
  }

  /// Measures an asynchronous operation.
  mutating func measureAsync(
    _ name: String, size: Int, _ operation: () async -> Void
  ) async {
    let count = instructionRuns
    for _ in 0..<count { await operation() }
    switch mode {
    case .instructions:
      let label = InstructionFile.label(name, size, operations: count)
      ctest_count_instructions()
      for _ in 0..<count { await operation() }
      ctest_write_instructions(label)
    case .time:
      var record = Record(batches: batches, operations: count)
      for _ in 0..<batches {
        let start = ContinuousClock.now
        for _ in 0..<count { await operation() }
        record.add(ContinuousClock.now - start)
      }
      figures.append(record.figure(name, size))
    }
  }

  /// Returns the figures with their counted instructions.
  func figures(with counted: [InstructionFile.Figure]) -> [Benchmark] {
    figures.map { figure in
      var figure = figure
      figure.instructions =
        counted.first { $0.name == figure.name && $0.size == figure.size }?.instructions
      return figure
    }
  }

  /// Returns the number of operations in a batch. Determining it also warms up the operation.
  private func batchCount(_ operation: () -> Void) -> Int {
    var count = 1
    while true {
      let start = ContinuousClock.now
      for _ in 0..<count { operation() }
      if ContinuousClock.now - start >= batchTime { return count }
      count *= 2
    }
  }
}

/// A record of the batches of an operation.
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
    return Benchmark(
      name, size: size, unit: .nanoseconds,
      samples: times.map { $0 / .nanoseconds(1) / Double(operations) },
      allocations: Double(allocations) / Double(operations * times.count))
  }
}
