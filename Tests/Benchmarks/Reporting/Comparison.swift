import FoundationEssentials

/// What became of the figures of another run.
///
/// A figure got slower when it grew by more than the noise. The noise is what the two runs show of it, the middle halves
/// of their batches added up, but ``minChange`` of the figure in any case: what moves a whole run, such as the machine's
/// other work or where the linker put a function, does not show in the batches of one. A figure with a yardstick is
/// compared by its ratio, as both were measured in turn and so on the same machine in the same mood. Allocations and
/// instructions hardly depend on the machine, so they have bounds of their own.
struct Comparison {
  /// A sentence for each figure that got slower.
  private(set) var slower: [String] = []
  /// The same for those that got faster.
  private(set) var faster: [String] = []
  /// How many were in both runs.
  private(set) var compared = 0

  /// The share of a figure below which nothing counts as a change.
  private static let minChange = 0.1
  private static let minInstructionChange = 0.03
  private static let minAllocationChange = 0.02
  /// Of allocations for one operation: an average over batches may have a stray one.
  private static let strayAllocations = 0.05

  init(_ figures: [Benchmark], with baseline: [Benchmark]) {
    for new in figures {
      guard
        new.unit.isCost,
        let old = baseline.first(where: {
          $0.name == new.name && $0.size == new.size && $0.unit == new.unit
        })
      else { continue }
      compared += 1
      // By its ratio, where both runs had the yardstick.
      let both = old.ratio.flatMap { old in new.ratio.map { (old: old, new: $0) } }
      let costs = both ?? (old: old.median, new: new.median)
      let spread = new.spread * costs.new + old.spread * costs.old
      let noise = max(spread, costs.old * Self.minChange)
      let unit = both == nil ? new.unit.rawValue : "× yardstick"
      add(new, costs.old, costs.new, noise, unit)
      if let a = old.allocations, let b = new.allocations {
        add(new, a, b, max(Self.strayAllocations, a * Self.minAllocationChange), "allocations")
      }
      if let a = old.instructions, let b = new.instructions {
        add(new, a, b, a * Self.minInstructionChange, "instructions")
      }
    }
  }

  private mutating func add(
    _ figure: Benchmark, _ old: Double, _ new: Double, _ noise: Double, _ unit: String
  ) {
    guard (new - old).magnitude > noise else { return }
    let line =
      "\(figure.name) (\(figure.size)): \(old.text(2)) → \(new.text(2)) \(unit)"
      + ", noise \(noise.text(2))"
    if new > old { slower.append(line) } else { faster.append(line) }
  }

  var text: String {
    func part(_ title: String, _ lines: [String]) -> [String] {
      lines.isEmpty ? [] : ["\(title):"] + lines.map { "  " + $0 }
    }
    let summary =
      "\(compared) figures compared: \(slower.count) slower, \(faster.count) faster than the noise"
    return (part("slower", slower) + part("faster", faster) + [summary]).joined(separator: "\n")
  }

  /// - Throws: ``BenchError`` for a file that is not there, or that holds no figures.
  static func baseline(_ path: String) throws -> [Benchmark] {
    guard let data = try? Data(contentsOf: URL(filePath: path)) else {
      throw BenchError("the baseline '\(path)' cannot be read")
    }
    guard let figures = try? JSONDecoder().decode([Benchmark].self, from: data) else {
      throw BenchError("the baseline '\(path)' holds no figures that --json wrote")
    }
    return figures
  }
}
