import Features
import TerminalUI

@testable import Scripting

/// A source of random input: keys with and without a meaning, text, pastes, pauses, clicks and resizes. The same seed
/// gives the same input.
struct Monkey {
  private var random: SeededGenerator
  private let keys: [Key]
  private var size: Size

  init(seed: UInt64, size: Size) {
    random = SeededGenerator(seed: seed)
    self.size = size
    let special: [Key] = [
      .enter, .escape, .tab, .backTab, .space, .backspace, .delete, .up, .down, .left, .right,
      .home, .end, .pageUp, .pageDown, .function(1), .control("l"), .alt("x"), "0", "9", "Z", "ß",
    ]
    // All keys with a meaning somewhere, and some without any.
    keys = AppTab.keys.rows.flatMap(\.keys) + special
  }

  /// Returns the next step.
  mutating func next() -> Script.Command {
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<62: return .press(pick(keys), count: 1, interval: .zero)
    // More often, because most invariants concern a running workout.
    case 62..<70: return .press(pick([.space, "s", .enter, "p"]), count: 1, interval: .zero)
    case 70..<82: return .advance(.milliseconds(pick([0, 7, 40, 150, 400, 1000])))
    // Up to the end of a rest or a workout, which takes ten thousand ticks: rarely.
    case 82: return .advance(.seconds(pick([3, 3, 3, 3, 3, 3, 3, 3, 3, 100])))
    case 83..<86: return .type(pick(["20", "2:30", "40/20 x6", "Ann", "x", "腕立て", "\u{301}"]))
    case 86: return .paste(pick(Self.pasted))
    case 87..<90: return .resize(nextSize())
    case 90..<94:
      return .mouse(MouseEvent(pick([.press, .press, .wheelUp, .wheelDown]), at: place()))
    case 94: return .focus(pick([true, false]))
    case 95: return .suspend(.seconds(pick([0, 1, 100])))
    case 96, 97: return .hold(pick([.space, "+", "s", .down]))
    case 98: return .release(pick([.space, "+", "s", .down]))
    case 99 where Bool.random(using: &random): return .network(isOn: pick([true, false]))
    default: return .disk(isWritable: pick([true, true, false]))
    }
  }

  private static let pasted = [
    "", "5 : 00", "a\u{1B}[2J", "\u{202E}שלום", String(repeating: "長い", count: 300),
    "e" + String(repeating: "\u{301}", count: 500), "👩‍👩‍👧 🇩🇪",
  ]

  private mutating func nextSize() -> Size {
    size =
      Int.random(in: 0..<4, using: &random) == 0
      ? Size(.random(in: 1...200, using: &random), .random(in: 1...60, using: &random))
      : pick([Size(80, 24), Size(40, 12), Size(100, 30), Size(1, 1)])
    return size
  }

  private mutating func place() -> Point {
    Point(
      .random(in: 0...size.width, using: &random), .random(in: 0...size.height, using: &random))
  }

  private mutating func pick<Element>(_ all: [Element]) -> Element {
    all[Int.random(in: all.indices, using: &random)]
  }
}
