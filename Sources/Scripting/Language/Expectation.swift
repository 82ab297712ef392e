/// A condition that a script expects the screen to meet.
public struct Expectation: Equatable, Sendable {
  public enum Target: Equatable, Sendable {
    case text(String)
    case pattern(Pattern)
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
    + "and has at most \(Pattern.maxBytes) bytes. If PCRE2 needs more than \(Pattern.maxSteps) steps for a row, the "
    + "expectation fails."
}

extension Expectation: CustomStringConvertible {
  /// A description for failures: `expected "Saved" on the screen`.
  public var description: String {
    let target =
      switch target {
      case .text(let text): "\"\(text.shortened)\""
      case .pattern(let pattern): "/\(pattern.text.shortened)/"
      }
    switch mode {
    case .shown: return "expected \(target) on the screen"
    case .new: return "expected \(target) to appear on the screen"
    case .absent: return "expected no \(target) on the screen"
    }
  }
}

// MARK: - Search

extension Expectation {
  /// Returns whether a screen meets the expectation.
  ///
  /// - Parameters:
  ///   - before: The rows before the last action.
  ///   - yield: Called before each search for a pattern in a row, because a search may be slow.
  /// - Throws: ``Pattern/TooManySteps``, and the errors of `yield`.
  @MainActor
  func isMet(
    by rows: [String], before: [String], yield: () async throws -> Void = {}
  ) async throws -> Bool {
    for (index, row) in rows.enumerated() where try await isShown(in: row, yield) {
      switch mode {
      case .shown: return true
      case .absent: return false
      case .new:
        guard before.indices.contains(index) else { return true }
        if try await !isShown(in: before[index], yield) { return true }
      }
    }
    return mode == .absent
  }

  /// Returns whether a row contains the target.
  @MainActor
  private func isShown(in row: String, _ yield: () async throws -> Void) async throws -> Bool {
    switch target {
    case .text(let text): return row.contains(text)
    case .pattern(let pattern):
      try await yield()
      return try pattern.isFound(in: row)
    }
  }
}
