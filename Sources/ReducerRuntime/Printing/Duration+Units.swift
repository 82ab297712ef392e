extension Duration {
  /// The duration in days, hours and smaller units, rounded to nanoseconds: `1 minute, 5 seconds`.
  var unitsText: String {
    let units: [(name: String, size: UInt128)] = [
      ("day", 86_400_000_000_000), ("hour", 3_600_000_000_000), ("minute", 60_000_000_000),
      ("second", 1_000_000_000), ("millisecond", 1_000_000), ("microsecond", 1000),
      ("nanosecond", 1),
    ]
    var rest = (attoseconds.magnitude + 500_000_000) / 1_000_000_000
    var parts: [String] = []
    for unit in units {
      let (count, remainder) = rest.quotientAndRemainder(dividingBy: unit.size)
      if count > 0 { parts.append("\(grouped(count)) \(unit.name)\(count == 1 ? "" : "s")") }
      rest = remainder
    }
    if parts.isEmpty { return "0 nanoseconds" }
    return (self < .zero ? "-" : "") + parts.joined(separator: ", ")
  }
}

/// Returns a number with a comma before each group of three digits: `1,024`.
func grouped(_ number: some BinaryInteger) -> String {
  if number < 1000 { return "\(number)" }
  return "\(grouped(number / 1000)),\(String(number % 1000 + 1000).dropFirst())"
}
