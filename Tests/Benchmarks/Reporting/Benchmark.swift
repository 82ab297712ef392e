/// One figure: an operation, how large what it works on is, and what it costs.
struct Benchmark: Codable, Sendable {
  enum Unit: String, Codable, Sendable {
    case nanoseconds = "ns"
    case microseconds = "µs"
    case milliseconds = "ms"
    case megabytes = "MB"
    case percent = "%"
    case perSecond = "1/s"
    case perFrame = "1/frame"
    /// Of a thing for which more is not worse: told, never compared.
    case framesPerSecond = "frames/s"

    var isCost: Bool { self != .framesPerSecond }
  }

  let name: String
  let size: Int
  let unit: Unit
  /// What one operation costs: the median of the batches, or of the rounds.
  let median: Double
  /// How far the middle half of the batches lies apart, as a share of the median.
  let spread: Double
  /// Heap allocations for one operation; `nil` where they are another process's.
  let allocations: Double?
  /// Instructions for one operation, on all threads; `nil` where nobody counts them.
  var instructions: Double?
  /// The same of the yardstick, in the same rounds; `nil` where there is none.
  let yardstick: Double?
  /// How often the yardstick's cost this is.
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

/// The middle of some values, and how far their middle half lies apart.
struct Quartiles {
  let median: Double
  /// As a share of the median; 0 where that is 0.
  let spread: Double

  init(_ values: [Double]) {
    let values = values.sorted()
    median = values[values.count / 2]
    let range = values[values.count * 3 / 4] - values[values.count / 4]
    spread = median > 0 ? range / median : 0
  }
}

/// Stops the program when an operation did not do what was measured.
func check(_ isRight: Bool, _ name: String) {
  precondition(isRight, "\(name) did not do its work")
}
