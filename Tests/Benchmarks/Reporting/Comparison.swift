import FoundationEssentials

/// A comparison with the figures of an earlier run.
///
/// A figure is slower if it has increased by more than the noise. The noise is the sum of the interquartile ranges of both
/// runs, and at least ``minChange`` of the figure, because influences on a whole run, such as other load or the placement of
/// functions by the linker, don't show in its spread. A figure with a yardstick is compared by its ratio, because both
/// were measured alternately under the same conditions. Allocations and instructions hardly depend on the machine, so
/// they have lower thresholds.
struct Comparison {
  /// A line for each figure that is slower.
  private(set) var slower: [String] = []
  /// A line for each figure that is faster.
  private(set) var faster: [String] = []
  /// The number of figures that both runs have.
  private(set) var compared = 0

  /// The minimum relative change that is reported.
  private static let minChange = 0.1
  private static let minInstructionChange = 0.03
  private static let minAllocationChange = 0.02
  /// The minimum absolute change of allocations per operation, because a batch may contain an unrelated allocation.
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
      // Compares the ratios if both runs have the yardstick.
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
      "\(compared) figures compared: \(slower.count) slower and \(faster.count) faster beyond noise"
    return (part("slower", slower) + part("faster", faster) + [summary]).joined(separator: "\n")
  }

  /// Reads the figures of an earlier run.
  ///
  /// - Throws: ``BenchError`` if the file can't be read or contains no figures.
  static func baseline(_ path: String) throws -> [Benchmark] {
    guard let data = try? Data(contentsOf: URL(filePath: path)) else {
      throw BenchError("the baseline '\(path)' cannot be read")
    }
    guard let figures = try? JSONDecoder().decode([Benchmark].self, from: data) else {
      throw BenchError("the baseline '\(path)' contains no figures written by --json")
    }
    return figures
  }
}
