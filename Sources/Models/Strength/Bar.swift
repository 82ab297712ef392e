/// The bar of an exercise and the plates of a gym.
///
/// ```swift
/// let bar = try Bar(text: "20kg plates 20x4 10 5 2.5")
/// bar.loading(for: weight)?.words   // "20 + 10 + 2.5 each side, 20 kg bar" for 85 kg
/// ```
public struct Bar: Hashable, Sendable {
  /// The weight of the empty bar; `nil` for a dumbbell or a machine, which is not loaded with plates.
  public let weight: Weight?
  /// The number of sides that are loaded: 2, or 1 for a landmine or a plate-loaded machine.
  public let sides: Int
  /// The plates, heaviest first; empty for those of another bar.
  public private(set) var plates: [Plate]

  /// A kind of plate.
  public struct Plate: Hashable, Sendable {
    public let weight: DecimalText
    /// The number of plates for both sides; `nil` for as many as needed.
    public let count: Int?
  }

  /// A dumbbell or a machine.
  public static let none = Bar(nil, sides: 0, plates: [])

  private init(_ weight: Weight?, sides: Int, plates: [Plate]) {
    (self.weight, self.sides, self.plates) = (weight, sides, plates)
  }

  /// The usual bar in a unit: 20 kg with weightlifting plates, or 45 lb with the plates of an American gym.
  public static func usual(in unit: Weight.Unit) -> Bar {
    unit == .kilograms ? usualInKilograms : usualInPounds
  }

  private static let usualInKilograms = builtIn("20kg plates 25 20 15 10 5 2.5 1.25")
  private static let usualInPounds = builtIn("45lb plates 45 35 25 10 5 2.5")

  private static func builtIn(_ text: String) -> Bar {
    guard let bar = try? Bar(text: text) else { preconditionFailure("\(text) is not a bar") }
    return bar
  }

  // MARK: - Text

  /// The maximum length of the text in bytes.
  public static let maxLength = 200
  /// The weights of plates are multiples of this number of thousandths.
  private static let plateStep = 25

  /// Parses a bar: `20kg`, `20kg plates 25 20 15 10x4 5`, `10kg one-side`, or `none` for a dumbbell or a machine. `10x4`
  /// are four plates of 10 in all.
  ///
  /// - Throws: ``TextError``, which names the column.
  /// - Complexity: O(n), at most ``maxLength``.
  public init(text: String) throws(TextError) {
    var scanner = TextScanner(text)
    guard text.utf8.count <= Self.maxLength else {
      throw scanner.error("a bar has at most \(Self.maxLength) bytes of text")
    }
    scanner.skipSpaces()
    if text.lowercased().split(separator: " ") == ["none"] {
      self = .none
      return
    }
    guard
      let number = DecimalText(scanner.skipNumber()), let unit = scanner.skipUnit(),
      let weight = Weight(number, unit)
    else { throw scanner.error("the weight of the bar is expected, as in 20kg; or none") }
    self.init(weight, sides: 2, plates: [])
    var words = scanner.skipWord()
    if words == "one-side" {
      self.init(weight, sides: 1, plates: [])
      words = scanner.skipWord()
    }
    guard !words.isEmpty || !scanner.isAtEnd else { return }
    guard words == "plates" else {
      throw scanner.error("only one-side, or plates and their weights, can follow the bar")
    }
    repeat { plates.append(try Self.plate(&scanner)) } while !scanner.isAtEnd
    guard Set(plates.map(\.weight.thousandths)).count == plates.count else {
      throw scanner.error("each plate is listed once")
    }
    plates.sort { $0.weight.thousandths > $1.weight.thousandths }
  }

  private static func plate(_ scanner: inout TextScanner) throws(TextError) -> Plate {
    let start = scanner.position
    let weight = DecimalText(scanner.skipNumber())
    var count: Int?
    if scanner.skip("xX×") { count = Int(scanner.skipDigits()) ?? 0 }
    scanner.skipSpaces()
    guard
      let weight, weight.thousandths.isMultiple(of: plateStep), weight.thousandths <= 100_000,
      count.map({ (1...100).contains($0) }) ?? true
    else {
      throw scanner.error(
        "a plate is a multiple of 0.025 up to 100, with its number from 1 to 100 if it is "
          + "limited, as in 10x4", at: start)
    }
    return Plate(weight: weight, count: count)
  }

  /// The canonical text, which ``init(text:)`` parses to an equal bar.
  public var text: String {
    guard let weight else { return "none" }
    let plates = plates.map { $0.weight.text + ($0.count.map { "x\($0)" } ?? "") }
    return
      ([weight.text] + (sides == 1 ? ["one-side"] : [])
      + (plates.isEmpty ? [] : ["plates"] + plates)).joined(separator: " ")
  }

  // MARK: - Loading

  /// The plates for each loaded side of the bar.
  public struct Loading: Hashable, Sendable {
    public let bar: Bar
    /// The requested weight.
    public let target: Weight
    /// The plates of one side, heaviest first.
    public let side: [DecimalText]
    /// The loaded weight, which is less than the requested one if no plates add up to it.
    public let weight: Weight
  }

  /// Returns the plates for the heaviest possible weight up to the given one. If several combinations have it, the one
  /// with the heaviest plates is used.
  ///
  /// - Returns: `nil` if the weight is less than that of the bar or in another unit, and for ``none``.
  /// - Complexity: O(k · n) for k kinds of plates and n multiples of their greatest common divisor up to the weight.
  public func loading(for target: Weight) -> Loading? {
    guard let weight, weight.unit == target.unit else { return nil }
    let room = target.number.thousandths - weight.number.thousandths
    guard room >= 0 else { return nil }
    let step = plates.reduce(0) { Self.divisor($0, $1.weight.thousandths) }
    let kinds = plates.map { plate in
      (
        plate: plate, width: plate.weight.thousandths / step,
        limit: plate.count.map { $0 / sides } ?? .max
      )
    }
    // The sums in steps that the plates from each kind on can reach.
    var reached = [[true] + Array(repeating: false, count: step > 0 ? room / sides / step : 0)]
    for kind in kinds.reversed() {
      var sums = reached[0]
      var counts = Array(repeating: 0, count: sums.count)
      for sum in stride(from: kind.width, to: sums.count, by: 1) where !sums[sum] {
        guard sums[sum - kind.width], counts[sum - kind.width] < kind.limit else { continue }
        (sums[sum], counts[sum]) = (true, counts[sum - kind.width] + 1)
      }
      reached.insert(sums, at: 0)
    }
    let best = reached[0].lastIndex(of: true) ?? 0
    var (side, rest): ([DecimalText], Int) = ([], best)
    for (kind, lighter) in zip(kinds, reached.dropFirst()) {
      let most = min(kind.limit, rest / kind.width)
      let count = (0...most).last { lighter[rest - $0 * kind.width] } ?? 0
      side += Array(repeating: kind.plate.weight, count: count)
      rest -= count * kind.width
    }
    return Weight(
      thousandths: weight.number.thousandths + best * step * sides, in: weight.unit
    ).map { Loading(bar: self, target: target, side: side, weight: $0) }
  }

  private static func divisor(_ first: Int, _ second: Int) -> Int {
    second == 0 ? first : divisor(second, first % second)
  }
}

extension Bar.Loading {
  /// The plates in words: `25 + 15 + 1.25 each side, 20 kg bar`.
  public var words: String {
    let empty = bar.weight?.words ?? ""
    let plates =
      side.isEmpty
      ? "the \(empty) bar alone"
      : "\(sideText) \(bar.sides == 1 ? "on one side" : "each side"), \(empty) bar"
    return weight.mass == target.mass ? plates : "\(plates), which makes \(weight.words)"
  }

  /// The plates of one side: `25 + 15 + 1.25`, or `25x4 + 10` with more than two equal ones.
  public var sideText: String {
    var runs: [(text: String, count: Int)] = []
    for plate in side {
      if runs.last?.text == plate.text {
        runs[runs.count - 1].count += 1
      } else {
        runs.append((plate.text, 1))
      }
    }
    return runs.map { text, count in
      count > 2 ? "\(text)x\(count)" : Array(repeating: text, count: count).joined(separator: " + ")
    }.joined(separator: " + ")
  }
}

extension TextScanner {
  /// Reads letters and hyphens in lower case, and the spaces after them.
  fileprivate mutating func skipWord() -> String {
    skipSpaces()
    let word = skipWhile { $0 == "-" || $0.properties.isAlphabetic }.lowercased()
    skipSpaces()
    return word
  }
}

extension Settings {
  /// Returns the bar for a weight in a unit: the exercise's, the person's, or the usual one, the first of them in that
  /// unit. One that lists no plates has those of the next.
  public func bar(of exercise: ExerciseSettings?, in unit: Weight.Unit) -> Bar {
    let bars = [exercise?.bar, bar].compactMap(\.self).filter { $0.weight?.unit ?? unit == unit }
    return (bars + [.usual(in: unit)]).reduce(nil) { chosen, next in
      chosen?.withPlates(of: next) ?? next
    } ?? .usual(in: unit)
  }
}

extension Bar {
  /// Returns the bar with the plates of another one, unless it has its own.
  fileprivate func withPlates(of other: Bar) -> Bar {
    weight == nil || !plates.isEmpty ? self : Bar(weight, sides: sides, plates: other.plates)
  }
}
