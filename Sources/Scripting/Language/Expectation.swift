@preconcurrency import _StringProcessing

/// What a script expects of the screen.
public struct Expectation: Equatable, Sendable {
  public enum Target: Equatable, Sendable {
    case text(String)
    /// A regular expression, as Swift's `Regex` reads it.
    case pattern(String)
  }

  public enum Mode: Equatable, Sendable {
    /// It is there.
    case shown
    /// It is in a row that did not show it before the last thing that was done.
    case new
    /// It is nowhere.
    case absent
  }

  public var target: Target
  public var mode: Mode

  public init(_ target: Target, _ mode: Mode = .shown) {
    self.target = target
    self.mode = mode
  }

  /// Whether a screen is as expected.
  ///
  /// - Parameter before: The rows as they were before the last thing that was done.
  public func isMet(by rows: [String], before: [String]) -> Bool {
    let shows = matcher
    switch mode {
    case .shown: return rows.contains(where: shows)
    case .absent: return !rows.contains(where: shows)
    case .new:
      return rows.indices.contains {
        shows(rows[$0]) && !(before.indices.contains($0) && shows(before[$0]))
      }
    }
  }

  private var matcher: (String) -> Bool {
    switch target {
    case .text(let text): return { $0.contains(text) }
    case .pattern(let pattern):
      // A script's patterns were read once before, so this one can be.
      guard let regex = try? Regex(pattern) else { return { _ in false } }
      return { $0.contains(regex) }
    }
  }
}

extension Expectation: CustomStringConvertible {
  /// As a failure says it: `expected "Saved" on the screen`.
  public var description: String {
    let target =
      switch target {
      case .text(let text): "\"\(text)\""
      case .pattern(let pattern): "/\(pattern)/"
      }
    switch mode {
    case .shown: return "expected \(target) on the screen"
    case .new: return "expected \(target) to appear on the screen"
    case .absent: return "expected no \(target) on the screen"
    }
  }
}
