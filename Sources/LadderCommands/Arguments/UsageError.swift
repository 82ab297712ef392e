/// An invalid command line, with one line about the reason and the remedy.
struct UsageError: Error, Hashable {
  let line: String

  init(_ line: String) { self.line = line }
}
