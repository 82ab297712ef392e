/// A Markdown document of the repository, for tests that run its commands or look up its names.
package struct Document: Hashable, Sendable, CustomStringConvertible {
  /// A code block.
  package struct Block: Hashable, Sendable {
    /// The language after the backticks, such as `sh`.
    package var language: String
    package var lines: [String]
  }

  /// The path from the repository's root, such as `docs/GUIDE.md`.
  package let path: String
  package private(set) var blocks: [Block] = []
  /// The lines outside of code blocks.
  package private(set) var lines: [String] = []

  package var description: String { path }

  /// Reads the document at a path from the repository's root. A document that doesn't exist is empty.
  package init(_ path: String) {
    self.path = path
    var isInBlock = false
    let text = readFile(Self.root + path) ?? ""
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      if line.hasPrefix("```") {
        isInBlock.toggle()
        if isInBlock { blocks.append(Block(language: String(line.dropFirst(3)), lines: [])) }
      } else if isInBlock {
        blocks[blocks.count - 1].lines.append(line)
      } else {
        lines.append(line)
      }
    }
  }

  /// The repository's root, with a slash at the end.
  package static let root = String(
    #filePath.dropLast("Tests/SystemTestSupport/Document.swift".count))

  /// The README, the guide for contributors, and the documents in `docs`.
  package static let all =
    (["README.md", "CONTRIBUTING.md"]
    + folderContents(root + "docs").filter { $0.hasSuffix(".md") }.map { "docs/\($0)" })
    .map(Document.init)

  /// The texts in backticks, outside of code blocks.
  package var codes: [String] { lines.flatMap(Self.codes) }

  /// Returns the texts in backticks in the first column of each table whose header line is `header`.
  package func codes(inTablesWith header: String) -> [String] {
    var (isInTable, found) = (false, [String]())
    for line in lines {
      if line == header { isInTable = true }
      if !line.hasPrefix("|") { isInTable = false }
      if isInTable { found += Self.codes(in: String(line.dropFirst().prefix { $0 != "|" })) }
    }
    return found
  }

  private static func codes(in line: String) -> [String] {
    line.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .filter { $0.offset % 2 == 1 }.map { String($0.element) }
  }
}
