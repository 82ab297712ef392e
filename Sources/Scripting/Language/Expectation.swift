/// A condition that a script expects the screen to meet.
public struct Expectation: Equatable, Sendable {
  public enum Target: Equatable, Sendable {
    case text(String)
    /// A Perl-compatible regular expression in the syntax of ``Pattern``.
    case pattern(String)
  }

  public enum Mode: Equatable, Sendable {
    /// The target is on the screen.
    case shown
    /// The target is in a row that did not show it before the last action.
    case new
    /// The target is nowhere on the screen.
    case absent
  }

  public var target: Target
  public var mode: Mode

  public init(_ target: Target, _ mode: Mode = .shown) {
    self.target = target
    self.mode = mode
  }

  /// A summary of the pattern syntax and its limits, for the manual.
  public static let patternSummary =
    "A REGEX is Perl-compatible (pcre2pattern(3)) except for \\C, is matched against one row of the screen at a time, "
    + "and has at most \(Pattern.maxBytes) bytes. If PCRE2 needs more than \(Pattern.maxSteps) steps for a row, expect "
    + "fails."
}

extension Expectation: CustomStringConvertible {
  /// A description for failures: `expected "Saved" on the screen`.
  public var description: String {
    let target =
      switch target {
      case .text(let text): "\"\(text.shortened)\""
      case .pattern(let pattern): "/\(pattern.shortened)/"
      }
    switch mode {
    case .shown: return "expected \(target) on the screen"
    case .new: return "expected \(target) to appear on the screen"
    case .absent: return "expected no \(target) on the screen"
    }
  }
}
