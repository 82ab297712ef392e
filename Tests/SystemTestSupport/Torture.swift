import Foundation

/// How long those tests go on that could go on for ever: a short form in `make test`, a long one in `make torture`.
public enum Torture {
  /// Whether this is the long form.
  public static let isLong = ProcessInfo.processInfo.environment["LADDER_TORTURE"] != nil

  /// How many rounds to go.
  public static func rounds(short: Int, long: Int) -> Int { isLong ? long : short }

  /// A seed for each round, from 1 on, or from `LADDER_SEED`, to begin where a round went wrong.
  public static func seeds(short: Int, long: Int) -> Range<UInt64> {
    let first = ProcessInfo.processInfo.environment["LADDER_SEED"].flatMap { UInt64($0) } ?? 1
    return first..<first + UInt64(rounds(short: short, long: long))
  }
}
