/// A search for an expectation, in one screen after the other.
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

  /// Returns whether a screen meets the expectation.
  ///
  /// - Parameters:
  ///   - before: The rows before the last action.
  ///   - yield: Called before each search for a pattern in a row, which may be slow.
  /// - Throws: ``Pattern/TooManySteps``, and the errors of `yield`.
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

  /// Returns whether a row contains the target.
  private func shows(_ row: String, _ yield: () async throws -> Void) async throws -> Bool {
    switch target {
    case .text(let text): return row.contains(text)
    case .pattern(let pattern):
      try await yield()
      return try pattern.isFound(in: row)
    }
  }
}
