import Models

/// The command line was wrong: one line that says what, and what to do.
struct UsageError: Error, Hashable {
  let line: String

  init(_ line: String) { self.line = line }
}

extension StringProtocol {
  /// A word that somebody typed, as a message shows it: quoted, harmless, and not too long.
  var quoted: String { "\"\(visibleText(atMost: 40))\"" }
}
