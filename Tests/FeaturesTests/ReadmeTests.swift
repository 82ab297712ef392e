import Glibc
import ReducerTestSupport
import SystemTestSupport
import TerminalUI
import Testing

@testable import Features

/// The README's tables of keys are made of the tables that handle them; `LADDER_GOLDEN=write` writes them anew.
@Suite(.checksForLeaks)
@MainActor
struct ReadmeTests {
  private static let file = #filePath.replacing(
    "Tests/FeaturesTests/ReadmeTests.swift", with: "README.md")

  @Test func `the README names every key`() throws {
    let readme = try #require(readFile(Self.file))
    let start = try #require(readme.range(of: "### Everywhere\n")).lowerBound
    let end = try #require(readme.range(of: "\n## The code\n")).lowerBound
    let tables = Self.tables.joined(separator: "\n")
    if let wish = getenv("LADDER_GOLDEN"), String(cString: wish) == "write" {
      writeFile(readme[..<start] + tables + readme[end...], to: Self.file)
      return
    }
    #expect(readme[start..<end] == tables)
  }

  @Test func `every row has a heading of its own kind`() {
    for row in AppTab.keys.rows where row.screen != nil {
      #expect(row.section != "Everywhere", "\(row.label)")
    }
  }

  private static var tables: [String] {
    AppTab.keys.sections.map { section in
      let rows = section.rows.map { "| `\($0.keyNames)` | \($0.label) | \(name($0)) |" }
      return (["### \(section.title)", "", "| Keys | | Name |", "|---|---|---|"] + rows)
        .joined(separator: "\n") + "\n"
    }
  }

  private static func name(_ row: KeyRow) -> String { row.name.isEmpty ? "" : "`\(row.name)`" }
}
