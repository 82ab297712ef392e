/// The search for what a script expects, in one screen after the other.
///
/// A pattern is compiled once.
@MainActor
struct ExpectationSearch {
  private enum Target {
    case text(String)
    case pattern(Pattern)
  }

  private let target: Target
  private let mode: Expectation.Mode

  init(for expectation: Expectation) throws(Pattern.Problem) {
    mode = expectation.mode
    target =
      switch expectation.target {
      case .text(let text): .text(text)
      case .pattern(let text): .pattern(try Pattern(text))
      }
  }

  /// Whether a screen is as expected.
  ///
  /// - Parameters:
  ///   - before: The rows as they were before the last thing that was done.
  ///   - yield: Called before a pattern is searched for in a row, which takes its time.
  /// - Throws: ``Pattern/TooManySteps``, and what `yield` throws.
  func isMet(
    by rows: [String], before: [String], yield: () async throws -> Void = {}
  ) async throws -> Bool {
    for (index, row) in rows.enumerated() where try await shows(row, yield) {
      switch mode {
      case .shown: return true
      case .absent: return false
      case .new:
        guard before.indices.contains(index) else { return true }
        if try await !shows(before[index], yield) { return true }
      }
    }
    return mode == .absent
  }

  /// Whether a row has the target.
  private func shows(_ row: String, _ yield: () async throws -> Void) async throws -> Bool {
    switch target {
    case .text(let text): return row.contains(text)
    case .pattern(let pattern):
      try await yield()
      return try pattern.isFound(in: row)
    }
  }
}
