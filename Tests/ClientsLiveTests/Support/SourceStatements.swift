import FoundationEssentials
import SystemTestSupport

/// The statements of the program, read off its source.
///
/// `Connection` takes statements as `StaticString`, so that each one stands in a file as a literal. What runs once and as
/// a script, with `execute(script:)`, is no statement: migrations, and the copy without names.
enum SourceStatements {
  /// All of them, each once.
  ///
  /// - Parameter file: A file of these tests.
  static func all(file: String = #filePath) -> [String] {
    let root = file.components(upTo: "/Tests/")
    let files = sourceFiles(under: root + "/Sources/ClientsLive")
    return Set(files.flatMap { statements(in: readFile($0) ?? "") }).sorted()
  }

  /// A statement with one blank wherever there is room in it.
  static func onOneLine(_ text: some StringProtocol) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// The calls that prepare what they are given.
  private static let calls = ["run(", "first(", "all(", "forEach("]

  /// The literals behind calls that prepare a statement.
  private static func statements(in source: String) -> [String] {
    var found: [String] = []
    for call in calls {
      for piece in source.pieces(behind: call) {
        let text = piece.drop { $0.isWhitespace }
        let mark = text.hasPrefix("\"\"\"") ? "\"\"\"" : "\""
        guard text.hasPrefix(mark) else { continue }
        let literal = text.dropFirst(mark.count).prefix(upTo: mark)
        found.append(onOneLine(literal))
      }
    }
    return found
  }

  private static func sourceFiles(under folder: String) -> [String] {
    let paths = (try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? []
    return paths.filter { $0.hasSuffix(".swift") }.sorted().map { "\(folder)/\($0)" }
  }
}

extension String {
  fileprivate func components(upTo mark: String) -> String {
    String(self[...].prefix(upTo: mark))
  }

  /// What follows each place where `mark` stands by itself.
  fileprivate func pieces(behind mark: String) -> [Substring] {
    var pieces: [Substring] = []
    var rest = self[...]
    while let place = rest.firstRange(of: mark) {
      let isWord = rest[..<place.lowerBound].last.map { $0.isLetter } ?? false
      rest = rest[place.upperBound...]
      if !isWord { pieces.append(rest) }
    }
    return pieces
  }
}

extension Substring {
  fileprivate func prefix(upTo mark: String) -> Substring {
    firstRange(of: mark).map { self[..<$0.lowerBound] } ?? self
  }
}
