/// A figure: the cost of an operation at a size.
struct Benchmark: Codable, Sendable {
  enum Unit: String, Codable, Sendable {
    case nanoseconds = "ns"
    case microseconds = "µs"
    case milliseconds = "ms"
    case megabytes = "MB"
    case percent = "%"
    case perSecond = "1/s"
    case perFrame = "1/frame"
    /// A unit in which a higher value isn't worse, so figures are reported but not compared.
    case framesPerSecond = "frames/s"

    var isCost: Bool { self != .framesPerSecond }
  }

  let name: String
  let size: Int
  let unit: Unit
  /// The median cost of an operation over the batches or rounds.
  let median: Double
  /// The interquartile range as a share of the median.
  let spread: Double
  /// The number of heap allocations per operation; `nil` if another process was measured.
  let allocations: Double?
  /// The number of instructions per operation on all threads; `nil` if they weren't counted.
  var instructions: Double?
  /// The number of changed cells per frame; `nil` if the operation draws no frame.
  var cells: Double?
  /// The number of bytes per frame that a program writes to the terminal; `nil` if no program was measured.
  var bytes: Double?
  /// The median of the yardstick in the same rounds; `nil` without a yardstick.
  let yardstick: Double?
  /// The ratio of the median to the yardstick's median.
  let ratio: Double?

  init(
    _ name: String, size: Int, unit: Unit, samples: [Double], yardstick: [Double]? = nil,
    allocations: Double? = nil
  ) {
    let quartiles = Quartiles(samples)
    self.name = name
    self.size = size
    self.unit = unit
    median = quartiles.median
    spread = quartiles.spread
    self.allocations = allocations
    self.yardstick = yardstick.map { Quartiles($0).median }
    ratio = self.yardstick.flatMap { $0 > 0 ? quartiles.median / $0 : nil }
  }
}

/// The median and the interquartile range of some values.
struct Quartiles {
  let median: Double
  /// The interquartile range as a share of the median; 0 if the median is 0.
  let spread: Double

  init(_ values: [Double]) {
    let values = values.sorted()
    median = values[values.count / 2]
    let range = values[values.count * 3 / 4] - values[values.count / 4]
    spread = median > 0 ? range / median : 0
  }
}

/// Stops the program if an operation didn't do the work to measure.
func check(_ isRight: Bool, _ name: String) {
  precondition(isRight, "\(name) did not do its work")
}
