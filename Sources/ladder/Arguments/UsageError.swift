/// The command line was wrong: one line that says what, and what to do.
struct UsageError: Error, Hashable {
  let line: String

  init(_ line: String) { self.line = line }
}
