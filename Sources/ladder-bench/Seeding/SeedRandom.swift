/// The same numbers for the same seed, wherever and whenever (SplitMix64).
struct SeedRandom: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }

  /// A number from 0 up to 1.
  mutating func share() -> Double { Double(next() >> 11) / 9_007_199_254_740_992 }

  /// A number from `range`; with less arithmetic than the standard library's, and the same on every version of it.
  mutating func int(_ range: ClosedRange<Int>) -> Int {
    range.lowerBound + Int(share() * Double(range.count))
  }

  /// Whether one of so many chances came true.
  mutating func isOne(in chances: Int) -> Bool { int(1...chances) == 1 }
}
