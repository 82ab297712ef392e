import FoundationEssentials

/// A namespace for the formats of the figures.
enum Report {
  static func table(_ figures: [Benchmark]) -> String {
    let head = row(
      "operation",
      [
        "size", "median", "unit", "spread", "allocations", "instructions", "cells", "bytes",
        "yardstick", "ratio",
      ])
    return ([head] + figures.map(row)).joined(separator: "\n")
  }

  static func json(_ figures: [Benchmark]) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(figures) + Data("\n".utf8)
  }

  private static func row(_ figure: Benchmark) -> String {
    row(
      figure.name,
      [
        "\(figure.size)", figure.median.text(figure.median < 10 ? 2 : 1), figure.unit.rawValue,
        "\((figure.spread * 100).text(0)) %", figure.allocations?.text(2) ?? "-",
        figure.instructions?.text(0) ?? "-", figure.cells?.text(1) ?? "-",
        figure.bytes?.text(1) ?? "-", figure.yardstick?.text(2) ?? "-",
        figure.ratio?.text(2) ?? "-",
      ])
  }

  private static func row(_ name: String, _ cells: [String]) -> String {
    let widths = [9, 11, 10, 8, 13, 14, 8, 8, 11, 8]
    return name.padded(to: 30)
      + zip(cells, widths).map { $0.aligned(to: $1) }.joined()
  }
}

extension Double {
  /// Returns the number with a fixed number of decimals.
  func text(_ digits: Int) -> String {
    let factor = (0..<digits).reduce(1.0) { product, _ in product * 10 }
    let scaled = Int((magnitude * factor).rounded())
    let sign = self < 0 && scaled > 0 ? "-" : ""
    guard digits > 0 else { return "\(sign)\(scaled)" }
    let fraction = "\(scaled % Int(factor))"
    return "\(sign)\(scaled / Int(factor))."
      + String(repeating: "0", count: digits - fraction.count) + fraction
  }
}

extension String {
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }

  func aligned(to width: Int) -> String {
    String(repeating: " ", count: max(0, width - count)) + self
  }
}
