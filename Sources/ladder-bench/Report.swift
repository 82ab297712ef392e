/// The figures, for people and for programs.
enum Report {
  static func table(_ figures: [Benchmark]) -> String {
    let head = row("operation", "size", "ns", "spread", "allocations", "instructions")
    return ([head] + figures.map(row)).joined(separator: "\n")
  }

  static func json(_ figures: [Benchmark]) -> String {
    let objects = figures.map { figure in
      """
      {"name":"\(figure.name)","size":\(figure.size),"ns":\(figure.ns.text(1)),\
      "spread":\(figure.spread.text(3)),"allocations":\(figure.allocations.text(2)),\
      "instructions":\(figure.instructions?.text(0) ?? "null")}
      """
    }
    return "[\n  \(objects.joined(separator: ",\n  "))\n]"
  }

  private static func row(_ figure: Benchmark) -> String {
    row(
      figure.name, "\(figure.size)", figure.ns.text(1), "\((figure.spread * 100).text(0)) %",
      figure.allocations.text(2), figure.instructions?.text(0) ?? "-")
  }

  private static func row(
    _ name: String, _ size: String, _ ns: String, _ spread: String, _ allocations: String,
    _ instructions: String
  ) -> String {
    name.padded(to: 26)
      + [size, ns, spread, allocations, instructions].map { $0.aligned(to: 13) }.joined()
  }
}

extension Double {
  /// With so many digits behind the point, and none of Foundation's help.
  fileprivate func text(_ digits: Int) -> String {
    let factor = (0..<digits).reduce(1.0) { product, _ in product * 10 }
    let scaled = Int((self * factor).rounded())
    guard digits > 0 else { return "\(scaled)" }
    let fraction = "\(scaled % Int(factor))"
    return "\(scaled / Int(factor))."
      + String(repeating: "0", count: digits - fraction.count) + fraction
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }

  fileprivate func aligned(to width: Int) -> String {
    String(repeating: " ", count: max(0, width - count)) + self
  }
}
