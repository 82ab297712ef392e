import Scripting

extension SeededGenerator {
  /// A number from 0 up to 1.
  mutating func share() -> Double { Double(next() >> 11) / 9_007_199_254_740_992 }

  /// A number from `range`; with less arithmetic than the standard library's, and the same on every version of it.
  mutating func int(_ range: ClosedRange<Int>) -> Int {
    range.lowerBound + Int(share() * Double(range.count))
  }

  /// Whether one of so many chances came true.
  mutating func isOne(in chances: Int) -> Bool { int(1...chances) == 1 }
}
