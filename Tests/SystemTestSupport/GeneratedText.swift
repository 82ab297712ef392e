import Glibc

/// A part of a document that is generated from the program's tables, between two comments with its name:
///
/// ```markdown
/// <!-- begin keys -->
/// …
/// <!-- end keys -->
/// ```
package struct GeneratedText {
  private let path: String
  private let begin: String
  private let end: String

  /// Creates a description of the part called `name` in the file at `path`.
  package init(_ name: String, in path: String) {
    self.path = path
    begin = "<!-- begin \(name) -->\n"
    end = "<!-- end \(name) -->"
  }

  /// Returns whether the part equals `text`. With `LADDER_GOLDEN=write` the part is first replaced with `text`.
  ///
  /// - Returns: `false` also if the file or the part is missing.
  package func matches(_ text: String) -> Bool {
    guard
      let document = readFile(path),
      let start = document.range(of: begin)?.upperBound,
      let stop = document[start...].range(of: end)?.lowerBound
    else { return false }
    if let mode = getenv("LADDER_GOLDEN"), String(cString: mode) == "write" {
      writeFile(document[..<start] + text + document[stop...], to: path)
      return true
    }
    return document[start..<stop] == text
  }
}

extension StringProtocol {
  /// Returns the range of the first occurrence of `text`.
  fileprivate func range(of text: String) -> Range<Index>? { ranges(of: text).first }
}
