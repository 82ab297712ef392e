/// A value whose parts are on the heap and derived from one number, so that a stale or mixed read is noticed.
struct TreeContent: Equatable, Sendable {
  var name: String
  var numbers: [Int]
  var token: CountedToken

  init(_ number: Int) {
    name = Self.name(number)
    numbers = Array(repeating: number, count: 1 + number % 5)
    token = CountedToken(number)
  }

  /// Changes the array in place.
  mutating func append() {
    if numbers.count > 8 { numbers.removeFirst(7) }
    numbers.append(token.number)
  }

  /// Whether all parts are derived from the same number.
  var isConsistent: Bool {
    name == Self.name(token.number) && numbers.allSatisfy { $0 == token.number }
  }

  // Longer than the strings that Swift stores without allocating.
  private static func name(_ number: Int) -> String { "the content made from number \(number)" }
}
