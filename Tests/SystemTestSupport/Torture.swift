import Foundation

/// How long those tests go on that could go on for ever: a short form in `make test`, a long one in `make torture`.
public enum Torture {
  /// Whether this is the long form.
  public static let isLong = ProcessInfo.processInfo.environment["LADDER_TORTURE"] != nil

  /// How many rounds to go.
  public static func rounds(short: Int, long: Int) -> Int { isLong ? long : short }
}
