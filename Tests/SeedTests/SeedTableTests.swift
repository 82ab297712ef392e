import ReducerTestSupport
import SystemTestSupport
import Testing

/// The table of `docs/RUNTIME.md` that says where each construct of the seeds is, and what tests it.
@Suite(.leavesNothing)
struct SeedTableTests {
  @Test func `what the table names is there`() {
    for row in Self.rows {
      #expect(!row.tests.isEmpty, "Nothing tests \(row.construct)")
      for path in row.sources + row.tests {
        #expect(isThere("\(Self.root)/\(path)"), "\(row.construct): there is no \(path)")
      }
    }
    #expect(!Self.rows.isEmpty)
  }

  @Test func `each test of the seeds is named in the table`() {
    let named = Set(Self.rows.flatMap(\.tests))
    for folder in ["Tests/SeedTests", "Tests/SeedTests/Guide"] {
      let tests = folderContents("\(Self.root)/\(folder)").filter { $0.hasSuffix("Tests.swift") }
      #expect(!tests.isEmpty)
      for test in tests where !#filePath.hasSuffix("\(folder)/\(test)") {
        #expect(named.contains("\(folder)/\(test)"), "The table leaves out \(test)")
      }
    }
  }

  private struct Row {
    var construct: String
    /// Paths in the repository.
    var sources: [String]
    var tests: [String]
  }

  private static let root = #filePath.replacing("/Tests/SeedTests/SeedTableTests.swift", with: "")

  private static let rows: [Row] = {
    let page = readFile("\(root)/docs/RUNTIME.md") ?? ""
    let lines = page.split(separator: "\n")
      .drop { $0 != "| construct | source | test |" }.dropFirst(2)
    return lines.prefix { $0.hasPrefix("|") }.map { line in
      let cells = line.split(separator: "|").map { $0.drop { $0 == " " } }
      return Row(
        construct: String(cells[0]),
        sources: names(in: cells[1]).map { source in
          source.hasPrefix("../")
            ? "Sources/\(source.dropFirst(3))" : "Sources/ReducerRuntime/\(source)"
        },
        tests: names(in: cells[2]).map { test in
          (test.hasPrefix("Tests/") ? test : "Tests/SeedTests/\(test)") + ".swift"
        })
    }
  }()

  /// What stands in backquotes.
  private static func names(in cell: Substring) -> [String] {
    let parts = cell.split(separator: "`", omittingEmptySubsequences: false)
    return parts.indices.filter { $0 % 2 == 1 }.map { String(parts[$0]) }
  }
}
