import FoundationEssentials
import SystemTestSupport

/// String literals of the program, read off its source.
enum SourceLiterals {
  struct Literal: Hashable {
    let file: String
    let text: String

    /// What is put into it, `\(…)`.
    var interpolations: [String] {
      var found: [String] = []
      var rest = text[...]
      while let start = rest.firstRange(of: "\\(") {
        var depth = 1
        rest = rest[start.upperBound...]
        let end = rest.firstIndex { character in
          depth += character == "(" ? 1 : character == ")" ? -1 : 0
          return depth == 0
        }
        found.append(String(rest[..<(end ?? rest.endIndex)]))
        rest = rest[(end ?? rest.endIndex)...]
      }
      return found
    }
  }

  /// All of them.
  ///
  /// - Parameter file: A file of these tests.
  static func all(file: String = #filePath) -> [Literal] {
    sources(file: file).flatMap { source in
      literals(in: source.text).map { Literal(file: source.path, text: $0) }
    }
  }

  /// Swift files under `Sources`, by their paths from there.
  static func sources(file: String = #filePath) -> [(path: String, text: String)] {
    guard let tests = file.firstRange(of: "/Tests/") else { return [] }
    let root = file[..<tests.lowerBound] + "/Sources/"
    let paths = (try? FileManager.default.subpathsOfDirectory(atPath: String(root))) ?? []
    return paths.filter { $0.hasSuffix(".swift") }.sorted().map {
      ($0, readFile(root + $0) ?? "")
    }
  }

  /// Several lines between three marks, or one between two; comments are left out by their lines.
  private static func literals(in source: String) -> [String] {
    var found: [String] = []
    var rest = source.split(separator: "\n", omittingEmptySubsequences: false)
      .filter { !$0.drop(while: \.isWhitespace).hasPrefix("//") }
      .joined(separator: "\n")[...]
    while let start = rest.firstIndex(of: "\"") {
      rest = rest[start...]
      let mark = rest.hasPrefix("\"\"\"") ? "\"\"\"" : "\""
      rest = rest.dropFirst(mark.count)
      let literal = rest.upTo(mark)
      found.append(String(literal))
      rest = rest[literal.endIndex...].dropFirst(mark.count)
    }
    return found
  }
}

extension Substring {
  /// What is before `mark`, but for one that is escaped or within an interpolation.
  fileprivate func upTo(_ mark: String) -> Substring {
    var index = startIndex
    var depth = 0
    while index < endIndex {
      let rest = self[index...]
      if depth == 0, rest.hasPrefix(mark) { return self[..<index] }
      if rest.hasPrefix("\\(") {
        depth += 1
        index = self.index(index, offsetBy: 2)
        continue
      }
      if depth == 0, rest.first == "\\" { index = self.index(after: index) }
      if depth > 0 { depth += rest.first == "(" ? 1 : rest.first == ")" ? -1 : 0 }
      if index < endIndex { index = self.index(after: index) }
    }
    return self
  }
}
